import { tries } from '@poundlock/tooling/tries'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FilesLayer, PlannedEffect } from '../../src/index.ts'
import { createPolicy } from '../create-whole-policy.ts'
import { command, CONTAINED, CONTEXT, HOME, plan, request, user } from '../make-request.ts'

/** What is decided of a command that is allowed by name and does this. */
function decide(files: FilesLayer, effects: readonly PlannedEffect[], allow = 'tool') {
  const profile = { known: true, code: null, message: null, words: [allow], effects }
  const layer = user(
    { host: 'gateway', security: 'allowlist', allowRules: [`${allow} --all`] },
    { files, mode: 'danger-full-access' },
  )
  const policy = createPolicy([layer], { home: HOME })
  return policy.decide(request(plan([command(`${allow} --all`, { profile })])))
}
const reads = (path: string): PlannedEffect => ({ kind: 'file-read', path })
const deletes = (path: string): PlannedEffect => ({ kind: 'file-delete', path })

describe('a rule on what lies in a folder that a command touches', () => {
  it.each<[string, string, PlannedEffect]>([
    ['the folder of the rule: cat secret/*', 'secret/**', reads('/w/secret')],
    ['the folder above: grep -r x .', 'secret/**', reads('/w')],
    ['the root', 'secret', reads('/')],
    ['a file in it', 'secret/key', reads('/w/secret')],
    ['a file in it in another spelling', 'secret/key', reads('/w/SECRET')],
    ['a pattern in it', '/w/secret/*.pem', reads('/w/secret')],
    ['a pattern for every folder', '**/.env', reads('/w')],
    ['a file of the home folder', '~/.ssh/id', reads(HOME)],
    ['what a pattern matches: rm sec*/key', 'secret/**', deletes('/w/*?')],
    ['what a pattern matches that takes all', 'secret/**', deletes('/w/*')],
    ['what a pattern matches that takes what is hidden', '.secret/**', deletes('/w/.*')],
    ['a folder that is removed: rm -r secret', 'secret/**', deletes('/w/secret')],
  ])('asks: %s', (_, text, effect) => {
    for (const action of ['deny', 'ask'] as const) {
      const rules = { [action]: [text] }
      const { decision, reasons } = decide({ read: rules, write: rules }, [effect])
      expect(decision).toBe('ask')
      expect(reasons.map(({ code, rule }) => [code, rule])).toContainEqual(['FILE_RULE', text])
    }
  })

  it.each(['fs.read:secret/**', 'fs.read:/w/secret/key', 'fs.read:/w/secret/*.pem'])(
    'asks by a rule on effects: %s',
    (rule) => {
      const profile = { known: true, code: null, message: null, words: ['tool'], effects: [reads('/w')] }
      const layer = user({ host: 'gateway', security: 'full', ask: 'off', denyRules: [rule] }, { mode: 'allow' })
      const policy = createPolicy([layer], { home: HOME })
      const { decision, reasons } = policy.decide(request(plan([command('tool', { profile })])))
      expect([decision, reasons.map(({ code }) => code)]).toEqual(['ask', ['EFFECT_RULE']])
      // Each file that a search comes to is asked about by itself.
      const search = { tool: 'grep_search', requiredPermission: 'read-only' as const, context: CONTEXT }
      expect(policy.decide({ ...search, files: [{ access: 'read', path: '/w' }] }).decision).toBe('allow')
      const beside = { ...profile, effects: [reads('/w/src')] }
      expect(policy.decide(request(plan([command('tool', { profile: beside })]))).decision).toBe('allow')
    },
  )

  it('denies what it surely covers, as before', () => {
    expect(decide({ read: { deny: ['secret/**'] } }, [reads('/w/secret/key')]).decision).toBe('deny')
    expect(decide({ read: { deny: ['secret'] } }, [reads('/w/secret')]).decision).toBe('deny')
    expect(decide({ write: { deny: ['secret/**'] } }, [deletes('/w/secret/*')]).decision).toBe('deny')
  })

  it.each<[string, FilesLayer, PlannedEffect]>([
    ['another folder', { read: { deny: ['secret/**'] } }, reads('/w/src')],
    ['a file beside it', { read: { deny: ['secret/**'] } }, reads('/w/secrets')],
    ['an allow rule', { read: { allow: ['secret/**'] } }, reads('/w')],
    ['a rule on writing', { write: { deny: ['secret/**'] } }, reads('/w')],
    ['a rule on reading', { read: { deny: ['secret/**'] } }, deletes('/w/src')],
  ])('says nothing about %s', (_, files, effect) => {
    expect(decide(files, [effect]).trace.filter(({ code }) => code === 'FILE_RULE')).toEqual([])
  })

  it('asks in a sandbox, too: what is in the workspace is there', () => {
    const policy = createPolicy([user({}, { files: { read: { deny: ['secret/**'] } } })], { home: HOME })
    const profile = { known: true, code: null, message: null, words: ['tool'], effects: [reads('/w')] }
    const line = request(plan([command('tool', { profile })]), { containment: CONTAINED })
    expect(policy.decide(line).decision).toBe('ask')
  })

  it('holds for every folder above, wherever the rule is', () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/)
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        fc.constantFrom('', '/**', '/*'),
        (...of) => {
          const [names, cut, end] = of
          const text = names.join('/') + end
          const above = [CONTEXT.workspace, ...names.slice(0, cut)].join('/')
          expect(decide({ read: { deny: [text] } }, [reads(above)]).decision).not.toBe('allow')
        },
      ),
      { numRuns: tries(500) },
    )
  })

  // Whether a path is a folder is not known here; to ask about each path would ask about each file that is read.
  it.fails('asks about a folder below the one that a pattern begins in: grep -r x src', () => {
    expect(decide({ read: { deny: ['**/.env'] } }, [reads('/w/src')]).decision).not.toBe('allow')
  })
})
