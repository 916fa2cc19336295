import { spawnSync } from 'node:child_process'
import { needsProgram } from '@poundlock/tooling/programs'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../../../src/files/search/plain/rust-pattern.ts'
import { searchText } from '../../../../src/files/search/plain/search-text.ts'
import { createGrepSearch } from '../../../../src/index.ts'
import { makeWorkspace } from '../../workspace.ts'

const none = { ignoresCase: false, isMultiline: false, hasBadBytes: false }

describe('what an engine that goes back would take for ever with is answered', () => {
  test.each([
    '(a+)+$',
    '(a*)*$',
    '(a|a)*$',
    '(a|aa)+$',
    '(a|b|ab)*$',
    '(.*)*$',
    '(.+)+[cd]$',
    '(?:a?){40}a{40}$',
    'a*a*a*a*a*a*a*a*$',
    '([a-z]+ ?)*!',
    String.raw`(\w+\s?)+$`,
    String.raw`(\w*\d*)*#`,
    String.raw`(?:\w+-?)+\b!`,
    String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
    String.raw`(?i)(A+)+$`,
    '((a+)+)+$',
    '(a+b?)+$',
    '(x+x+)+y|(a+a+)+z',
    '(?s)(.*a){12}$',
    String.raw`(\D+|\S+)*\z#`,
    'ä*(ä+)+$',
    '([aä]+)+$',
  ])('%s', async (pattern) => {
    const workspace = makeWorkspace()
    workspace.write('long.txt', `${'a'.repeat(300)}b\n${'ä'.repeat(200)}bä?\n${'a '.repeat(200)}?\nneedle!\n`)
    const handler = createGrepSearch(() => null)
    for (const multiline of [false, true]) {
      expect((await workspace.call(handler, { pattern, multiline })).error).toBeUndefined()
    }
  })
})

test('what is too large for it is refused at once, with a way out', () => {
  for (const pattern of [
    '(a{1000}){1000}',
    'a'.repeat(10_001),
    `[${'\\w&&'.repeat(3000)}a]`,
    String.raw`\w{900}`.repeat(9),
  ]) {
    expect(() => compilePattern(pattern, none)).toThrow(
      expect.objectContaining({ code: 'SEARCH_PATTERN', message: expect.stringMatching(/^[^]{1,1100}$/) }),
    )
  }
  const sets = Array.from({ length: 60 }, (_, index) => `[\\w--${String.fromCodePoint(0x400 + index)}]`).join('')
  expect(() => compilePattern(sets, none)).toThrow(/sets of characters are too many/)
})

test('a flag alone holds to the end of its group, over the choices of it', () => {
  const finds = (pattern: string, text: string) => compilePattern(pattern, none).occursIn(text)
  expect([finds('a(?i)b|c', 'C'), finds('a(?i)b|c', 'aB'), finds('(?:a(?i)b|c)d', 'CD')]).toEqual([true, true, false])
})

const BOUNDARIES = [String.raw`\b`, String.raw`\B`]
const atoms = (boundaries: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...Array.from('aAkK_ 9ß'), 'ſ', 'é', 'Ω', 'ω', 'Ⓐ', '😀', '\u{212a}'),
    fc.constantFrom('.', ...boundaries),
    fc.constantFrom(String.raw`\w`, String.raw`\W`, String.raw`\d`, String.raw`\s`, String.raw`\S`),
    fc.constantFrom(
      '[a-k]',
      '[^a]',
      '[^k]',
      '[Kß]',
      String.raw`[\w--k]`,
      String.raw`[^\wé]`,
      '[[:upper:]]',
      '[a-z&&[^k]]',
    ),
    fc.constantFrom(String.raw`\p{Lu}`, String.raw`\P{Lu}`, String.raw`\p{Greek}`, String.raw`\pN`),
  )
/** Patterns in which groups are repeated in these ways, and these may stand. */
function patterns(times: readonly string[], boundaries: readonly string[]): fc.Arbitrary<string> {
  const { inner } = fc.letrec<{ inner: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      { weight: 4, arbitrary: atoms(boundaries) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?-i:'), tie('inner'), fc.constantFrom(...times))
          .map(([open, own, count]) => `${open}${own})${count}`),
      },
    ),
    inner: fc
      .array(fc.array(tie('part'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((choices) => choices.map((parts) => parts.join('')).join('|')),
  }))
  // At its ends only: ripgrep 13 misses an empty line where `$` stands before `^`.
  return fc
    .tuple(fc.constantFrom('', '', '^', String.raw`\A`), inner, fc.constantFrom('', '', '$', String.raw`\z`))
    .map(([start, own, end]) => (start + end === '' ? own : `${start}(?:${own})${end}`))
}

const line = fc.array(
  fc.constantFrom(...Array.from('aAkK_ 9ß-'), 'ſ', 'é', 'Ω', 'ω', 'Ⓐ', '😀', '\u{212a}', 'e\u0301'),
  {
    maxLength: 9,
  },
)
const text = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) => lines.map((one) => `${one.join('')}\n`).join(''))

test('a line has what a pattern looks for exactly where ripgrep finds it', { timeout: 300_000 }, () => {
  needsProgram('rg')
  const workspace = makeWorkspace()
  fc.assert(
    fc.property(
      patterns(['', '*', '+?', '?', '{1,2}'], BOUNDARIES),
      text,
      fc.boolean(),
      (wanted, given, ignoresCase) => {
        workspace.write('a.txt', given)
        const args = ['--no-config', '-N', ...(ignoresCase ? ['-i'] : []), '-e', wanted, 'a.txt']
        const { status, stdout } = spawnSync('rg', args, { cwd: workspace.path, encoding: 'utf8' })
        expect(status).toBeLessThan(2)
        const own = searchText(
          given,
          compilePattern(wanted, { ...none, ignoresCase }),
          false,
          { before: 0, after: 0 },
          99,
        )
        expect(own.lines.map((one) => `${one.text}\n`).join('')).toBe(stdout)
      },
    ),
    { numRuns: tries(200) },
  )
})

test('matches over lines are as many as ripgrep finds', { timeout: 300_000 }, () => {
  needsProgram('rg')
  const workspace = makeWorkspace()
  fc.assert(
    // Where matches repeat nothing, and at the edges of words, ripgrep 13 counts otherwise than the crate does.
    fc.property(patterns(['', '?', '{1,2}'], []), text, (wanted, given) => {
      workspace.write('a.txt', given)
      // What matches nothing is counted in a way of its own; that it may span lines is what makes ripgrep count matches.
      const own = `(?:${wanted})[aK9é\n]`
      const args = ['--no-config', '-U', '--multiline-dotall', '--count-matches', '-e', own, 'a.txt']
      const { status, stdout } = spawnSync('rg', args, { cwd: workspace.path, encoding: 'utf8' })
      expect(status).toBeLessThan(2)
      const compiled = compilePattern(own, { ...none, isMultiline: true })
      expect(searchText(given, compiled, true, { before: 0, after: 0 }, Infinity).count).toBe(Number(stdout))
    }),
    { numRuns: tries(200) },
  )
})

test('words of any script begin and end where Unicode says so, over lines as well', () => {
  const places = (pattern: string, given: string) =>
    Array.from(compilePattern(pattern, { ...none, isMultiline: true }).places(given), ({ start, end }) => [start, end])
  const given = 'né 😀a\nΩ'
  expect(places(String.raw`\b`, given).map(([start]) => start)).toEqual([0, 2, 5, 6, 7, 8])
  expect(places(String.raw`\B`, given).map(([start]) => start)).toEqual([1, 3])
  expect(places(String.raw`\b\w`, given)).toEqual([
    [0, 1],
    [5, 6],
    [7, 8],
  ])
  expect(places(String.raw`\w\b`, given)).toEqual([
    [1, 2],
    [5, 6],
    [7, 8],
  ])
  expect(places(String.raw`^\w\b`, given)).toEqual([[7, 8]])
  expect(places(String.raw`a$\b|\b\s`, given)).toEqual([
    [2, 3],
    [5, 6],
    [6, 7],
  ])
  expect(places(String.raw`\A\b.|\b.\z`, given)).toEqual([
    [0, 1],
    [7, 8],
  ])
  expect(places(String.raw`(?:\bx)?`, 'é\uFDD0')).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ])
  expect(places(String.raw`\b\x{fdd0}|\B[^é]`, 'é\uFDD0-')).toEqual([[2, 3]])
})
