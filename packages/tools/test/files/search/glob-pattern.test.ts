import { describe, expect, test } from 'vitest'
import { compileGlob } from '../../../src/files/search/glob-pattern.ts'
import { readIgnoreRules } from '../../../src/files/search/ignore-rules.ts'

describe('a path fits', () => {
  test.each([
    ['*.ts', ['a.ts', 'b/c.ts', '.ts'], ['a.tsx', 'a.ts/b']],
    ['/*.ts', ['a.ts'], ['b/c.ts']],
    ['src/*.ts', ['src/a.ts'], ['src/b/a.ts', 'x/src/a.ts']],
    ['**/*.ts', ['a.ts', 'b/c/d.ts'], ['a.js']],
    ['src/**/x', ['src/x', 'src/a/b/x'], ['src/ax', 'srcx']],
    ['src/**', ['src/a', 'src/a/b'], ['src', 'src/']],
    ['a**z', ['az', 'abz'], ['a/z']],
    ['?.txt', ['a.txt', 'é.txt', '😀.txt'], ['ab.txt', '.txt']],
    ['[😀-😎]', ['😃'], ['a', '\uD83D']],
    ['[!a-c]', ['d', '^'], ['a', '/']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['*.{js,{ts,tsx}}', ['a.js', 'a.tsx'], ['a.{js', 'a.css']],
    ['{,x}y', ['y', 'xy'], ['{,x}y']],
    ['a,b}', ['a,b}'], ['a']],
    [String.raw`\*.\{a`, ['*.{a'], ['x.{a']],
    ['a.b', ['a.b'], ['axb']],
    ['$(x)+', ['$(x)+'], ['x']],
  ] as const)('%s', (glob, fitting, others) => {
    const fits = compileGlob(glob)
    expect([fitting.filter((path) => !fits(path)), others.filter(fits)]).toEqual([[], []])
  })
})

test.each([
  ['a[b', /has a \[ without a \]/],
  ['[]', /has a \[ without a \]/],
  ['[!]', /has a \[ without a \]/],
  ['a{b', /has a \{ without a \}/],
  ['a\\', /ends in a backslash/],
  ['[b-a]', /range that runs backwards/],
])('%s is no glob', (glob, problem) => {
  expect(() => compileGlob(glob)).toThrow(problem)
})

test('ignore rules go by bytes, as those of ripgrep do', () => {
  const rules = readIgnoreRules('a?.txt\nb[é].txt\nc[à-ü][à-ü].txt\né*\n[!]\n')!
  const ignored = ['a1.txt', 'c\u00E9.txt', '\u00E9t\u00E9']
  const others = ['a\u00E9.txt', 'b\u00E9.txt', 'x']
  expect(ignored.map((path) => rules(path, false))).toEqual(ignored.map(() => 'ignore'))
  expect(others.map((path) => rules(path, false))).toEqual(others.map(() => null))
})

describe('a glob that would keep an expression of JavaScript busy for ever is answered at once', () => {
  const name = 'a'.repeat(255)
  const path = 'a/'.repeat(500)
  test.each([
    `${'*a'.repeat(999)}b`,
    `${'**/'.repeat(660)}b`,
    `${'**/a/'.repeat(390)}b`,
    `${'{*a,a*,*}'.repeat(180)}b`,
    `${'{'.repeat(500)}*a${'}'.repeat(500)}*b`,
    `${'[a-z]*?'.repeat(200)}b`,
  ])('%.20s…', (glob) => {
    const fits = compileGlob(glob)
    for (let round = 0; round < 3; round++) expect([fits(name), fits(path)]).toEqual([false, false])
  })

  test('also as a rule of an ignore file, which a repository brings along', () => {
    const rules = readIgnoreRules(`${'*a'.repeat(500)}b\n${'**/'.repeat(500)}b\nx\n`)!
    expect([rules(name, false), rules(`${path}c`, false), rules('x', false)]).toEqual([null, null, 'ignore'])
  })

  test('also with more different paths than can be remembered', () => {
    const fits = compileGlob(`${'*a?'.repeat(300)}b`)
    for (let round = 0; round < 300; round++) expect(fits(`${round.toString(2)}${name}`)).toBe(false)
    expect(fits(`${'aa'.repeat(400)}b`)).toBe(true)
  })
})
