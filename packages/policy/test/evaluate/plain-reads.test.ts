import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { plainReadsBelow } from '../../src/evaluate/plain-reads.ts'
import { type PolicyDocument, type PolicyRequest, createPolicy } from '../../src/index.ts'
import { CONTEXT } from '../make-request.ts'

const HOME = '/home/u'

function ask(document: PolicyDocument, folder: string, stateDirectory?: string) {
  const policy = createPolicy(document, { home: HOME, ...(stateDirectory !== undefined && { stateDirectory }) })
  const request: PolicyRequest = {
    tool: 'grep_search',
    requiredPermission: 'read-only',
    context: { ...CONTEXT, home: HOME, workspace: '/w', cwd: '/w' },
  }
  return {
    reserved: plainReadsBelow(policy, folder, request),
    decide: (path: string) => policy.decide({ ...request, files: [{ path, access: 'read', real: path }] }).decision,
  }
}

const rules = (read: Record<string, readonly string[]>): PolicyDocument => ({ tools: { fs: { read } } })

test('plain files of the workspace may be read where no rule comes near', () => {
  const free = [{}, rules({ deny: ['/elsewhere', '~/secrets/**', 'other/**'] }), rules({ allow: ['**/x'] })]
  for (const document of free) {
    expect(ask(document, '/w/src').reserved).toEqual(['exec-approvals.json', 'exec-approvals.sock'])
  }
})

test.each([
  ['outside the workspace', {}, '/v', undefined],
  ['beside it, with its name as a beginning', {}, '/w2', undefined],
  ['above it', {}, '/', undefined],
  ['a path that is not normal', {}, '/w/src/../..', undefined],
  ['a path that is relative', {}, 'w/src', undefined],
  ['a path that a shell reads', {}, '/w/$HOME', undefined],
  ['a path that cannot be seen', {}, '/w/a\u200Bb', undefined],
  ['a rule below', rules({ deny: ['src/key'] }), '/w/src', undefined],
  ['a rule below that asks', rules({ ask: ['/w/src/a/**'] }), '/w/src', undefined],
  ['a rule above', rules({ deny: ['/w'] }), '/w/src', undefined],
  ['a rule in other letters', rules({ deny: ['/W/SRC/key'] }), '/w/src', undefined],
  ['a rule with a wildcard', rules({ deny: ['**/.env'] }), '/w/src', undefined],
  ['a rule with a wildcard elsewhere', rules({ deny: ['/x/*.pem'] }), '/w/src', undefined],
  ['the state below', {}, '/w/src', '/w/src/state'],
  ['the state above', {}, '/w/src', '/w'],
  ['a rule on effects', { tools: { exec: { deny: [{ effect: 'fs.read:/w/src/key' }] } } }, '/w/src', undefined],
] as [string, PolicyDocument, string, string?][])('nothing is proven for %s', (_what, document, folder, state) => {
  expect(ask(document, folder, state).reserved).toBeNull()
})

test('whatever is proven for a folder is decided so for each plain file below it', () => {
  const name = fc
    .stringMatching(/^[ -#%-[\]-_a-~]{1,12}$/)
    .filter((text) => /^[^ /]([^/]*[^ ./])?$/.test(text) && !text.endsWith('.'))
  const pattern = fc.constantFrom('/w/**', 'a', 'a/b', 'A/**', '/x', '~/y', '**/c', '/w/z/*')
  let proven = 0
  fc.assert(
    fc.property(
      fc.array(pattern, { maxLength: 2 }),
      fc.array(pattern, { maxLength: 2 }),
      fc.constantFrom('/w', '/w/a', '/w/a/b', '/w/z', '/x', '/'),
      fc.array(fc.oneof(name, fc.constantFrom('a', 'b', 'c', '.git', '.env', 'package.json')), { minLength: 1 }),
      (deny, allow, folder, names) => {
        const { reserved, decide } = ask(rules({ deny, allow }), folder)
        if (reserved === null || names.some((one) => reserved.includes(one.toLowerCase()))) return
        proven++
        expect(decide(`${folder}/${names.join('/')}`)).toBe('allow')
      },
    ),
    { numRuns: tries(1000) },
  )
  expect(proven).toBeGreaterThan(0)
})
