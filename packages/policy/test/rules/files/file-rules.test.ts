import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, it } from 'vitest'
import { foldName } from '../../../src/model/paths.ts'
import { compileFileRules, pathCoverage } from '../../../src/rules/files/file-rules.ts'
import { HOME } from '../../make-request.ts'

const ACTIONS = ['deny', 'ask', 'allow'] as const
const part = fc.constantFrom('a', 'B', 'b', 'secrets', '...', 'x.', '*', '**', '?', 'a*', '*.pem', 'k.pem', '.env')
const pattern = fc
  .tuple(fc.constantFrom('', '/', '~/', '/w/', '/home/u/'), fc.array(part, { minLength: 1, maxLength: 3 }))
  .map(([root, parts]) => root + parts.join('/'))
const path = fc
  .tuple(fc.constantFrom('', '/w', '/home/u', '/w/a'), fc.array(part, { maxLength: 4 }))
  .map(([root, parts]) => `${root}/${parts.join('/').replaceAll(/[*?]/g, 'z')}`.replace(/(?<=.)\/$/, ''))

describe('rules on files', () => {
  it('are found by an index as they are found one by one', () => {
    const rules = fc.record({ allow: fc.array(pattern), ask: fc.array(pattern), deny: fc.array(pattern) })
    fc.assert(
      fc.property(rules, path, fc.constantFrom('/w', '/', '/w/a', '/w/./a'), (write, file, workspace) => {
        const found = compileFileRules([{ name: 'user', mayLoosen: true, files: { write } }], HOME).find(
          file,
          'write',
          workspace,
        )
        const wanted = ACTIONS.find((action) =>
          write[action].some((text) => pathCoverage(text, action !== 'allow', HOME)(file, workspace)),
        )
        expect(found?.action).toBe(wanted)
      }),
      { numRuns: tries(1500) },
    )
  })

  const denies = (text: string, file: string) =>
    compileFileRules([{ name: 'user', mayLoosen: true, files: { read: { deny: [text] } } }], HOME).find(
      file,
      'read',
      '/w',
    ) !== null

  // What folds to nothing, to `.` or to several names made a path of it that no pattern fitted.
  it.each([
    ['**/id_rsa', '/w/.../id_rsa'],
    ['**/id_rsa', '/w/ /id_rsa'],
    ['**/id_rsa', '/w/.\u200B/id_rsa'],
    ['**/id_rsa', '/w/..\u200B/id_rsa'],
    ['**/id_rsa', '/w/a\uFF0F./ID_RSA'],
    ['/w/**', '/w/\u2026/x'],
    ['secrets/**', '/w/SECRETS./x'],
    ['secrets', '/w/Secrets /x'],
    ['secrets/...', '/w/secrets/.../x'],
    ['/**', '/etc/passwd'],
    ['/*', '/etc'],
    ['~/**', '/home/u/x'],
    ['~/.ssh', '/home/u/.SSH/id'],
  ])('that deny %s deny %j', (text, file) => {
    expect(denies(text, file)).toBe(true)
  })

  it('keep names apart that only look like `.` or several names', () => {
    expect(foldName('/w/.../x')).toBe('/w/.../x')
    expect(denies('secrets', '/w/a\uFF0F../secrets2')).toBe(false)
  })
})
