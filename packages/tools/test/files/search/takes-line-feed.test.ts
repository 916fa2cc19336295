import { spawnSync } from 'node:child_process'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { takesLineFeed } from '../../../src/files/search/takes-line-feed.ts'
import { makeWorkspace } from '../workspace.ts'

/** Told that matches may span lines, ripgrep counts lines where the pattern cannot, and else matches. */
test.each([
  ['foo', false],
  ['fo+', false],
  [String.raw`\bfoo\b`, false],
  [String.raw`f[a-z]o`, false],
  [String.raw`f\wo|oo`, false],
  [String.raw`(?:f|x)oo`, false],
  [String.raw`foo\n?`, true],
  [String.raw`foo\s?`, true],
  [String.raw`foo[^x]?`, true],
  ['foo.?', true],
  [String.raw`foo\W?`, true],
])('%s', (pattern, takes) => {
  expect(takesLineFeed(pattern)).toBe(takes)
  needsProgram('rg')
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'foo foo\nfoo\n')
  const args = ['--no-config', '-U', '--multiline-dotall', '-c', '-e', pattern, './']
  const { stdout } = spawnSync('rg', args, { cwd: workspace.path, encoding: 'utf8' })
  expect(stdout).toBe(`./a.txt:${takes ? 3 : 2}\n`)
})

test('what looks at the ends of lines, or cannot be read here, may take one', () => {
  for (const pattern of ['foo$', '^foo', '(?x) f o o', 'foo(']) expect(takesLineFeed(pattern)).toBe(true)
})
