import { statSync } from 'node:fs'
import { someOf } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { runToolCalls } from './run-tool-call.ts'
import { makeWorkspace } from './workspace.ts'

const content = Array.from({ length: 2000 }, (_, index) => `line ${index}`).join('\n')
const uses = Array.from({ length: 12 }, (_, index) => index + 1)

test.each(someOf(uses))(
  'an edit that is killed at its %i. use of the file system was made whole, or not at all',
  async (dieAt) => {
    const workspace = makeWorkspace()
    workspace.write('a.txt', content)
    const input = { path: 'a.txt', old_string: 'line', new_string: 'row', replace_all: true }
    const end = await runToolCalls({ workspace: workspace.path, calls: [{ tool: 'edit_file', input }], dieAt })
    expect([content, content.replaceAll('line', 'row')]).toContain(workspace.read('a.txt'))
    if (end.signal === null) expect(workspace.names(), end.stderr).toEqual(['a.txt'])
  },
)

test.each(someOf(uses))(
  'a new file that is killed at its %i. use of the file system is there whole, or not at all',
  async (dieAt) => {
    const workspace = makeWorkspace()
    const calls = [{ tool: 'write_file', input: { path: 'new/a.txt', content } }]
    await runToolCalls({ workspace: workspace.path, calls, dieAt })
    const isThere = statSync(`${workspace.path}/new/a.txt`, { throwIfNoEntry: false }) !== undefined
    if (isThere) expect(workspace.read('new/a.txt')).toBe(content)
  },
)

test('the last use of the file system lies within those that are tried', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'old')
  const calls = [
    { tool: 'edit_file', input: { path: 'a.txt', old_string: 'old', new_string: 'new' } },
    { tool: 'write_file', input: { path: 'a.txt', content: 'newer' } },
  ]
  const end = await runToolCalls({ workspace: workspace.path, calls, dieAt: 100 })
  expect(end).toMatchObject({ code: 0, signal: null })
})

const CAPPED = ['bash', '-c', 'trap "" XFSZ; ulimit -f 4; exec "$@"', 'bash']
/** A disk of its own, full but for a page. */
const FULL_DISK = (workspace: string) => [
  'unshare',
  '-rm',
  'bash',
  '-c',
  `cp "$1/a.txt" /tmp/.kept-$$ && mount -t tmpfs -o size=64k tmpfs "$1" && mv /tmp/.kept-$$ "$1/a.txt" && shift && "$@"; code=$?; cmp -s ${workspace}/a.txt - <<<untouched && echo SAME; ls -A ${workspace}; exit $code`,
  'bash',
  workspace,
]

test('a file that is larger than the process may write is refused, and the old one stays', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'untouched')
  const calls = [{ tool: 'write_file', input: { path: 'a.txt', content: 'x'.repeat(50_000) } }]
  const end = await runToolCalls({ workspace: workspace.path, calls, through: CAPPED })
  expect(JSON.parse(end.stdout)).toMatchObject({ error: { code: 'FILE_SPACE' } })
  expect(workspace.read('a.txt')).toBe('untouched')
  expect(workspace.names()).toEqual(['a.txt'])
})

test('a patch whose journal is larger than the process may write leaves nothing of its own', async () => {
  const workspace = makeWorkspace()
  const names = Array.from({ length: 20 }, (_, index) => `f${String(index + 10)}.txt`)
  for (const name of names) workspace.write(name, 'old\n')
  const updates = names.map((name) => `*** Update File: ${name}\n-old\n+new\n`)
  const calls = [{ tool: 'apply_patch', input: { patch: `*** Begin Patch\n${updates.join('')}*** End Patch` } }]
  const end = await runToolCalls({ workspace: workspace.path, calls, through: CAPPED })
  expect(JSON.parse(end.stdout)).toMatchObject({ error: { code: 'FILE_SPACE' } })
  expect(workspace.names()).toEqual(names)
  expect(names.map((name) => workspace.read(name))).toEqual(names.map(() => 'old\n'))
})

test('a full disk costs nothing: the old file stays, and no half one is left', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'untouched\n')
  const calls = [
    { tool: 'write_file', input: { path: 'a.txt', content: 'x'.repeat(100_000) } },
    { tool: 'edit_file', input: { path: 'a.txt', old_string: 'touched', new_string: 'x'.repeat(100_000) } },
    { tool: 'write_file', input: { path: 'new/folder/b.txt', content: 'x'.repeat(100_000) } },
  ]
  const end = await runToolCalls({ workspace: workspace.path, calls, through: FULL_DISK(workspace.path) })
  const [first, second, third, ...rest] = end.stdout.trim().split('\n')
  for (const line of [first, second, third])
    expect(JSON.parse(line!), end.stderr).toMatchObject({ error: { code: 'FILE_SPACE' } })
  expect(rest).toEqual(['SAME', 'a.txt'])
})

test('without /proc the tools work as well', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'one\n')
  const calls = [
    { tool: 'read_file', input: { path: 'a.txt' } },
    { tool: 'edit_file', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } },
    { tool: 'write_file', input: { path: 'b/c.txt', content: 'new' } },
    { tool: 'read_file', input: { path: '../../../../etc/passwd' } },
  ]
  const through = ['unshare', '-rm', 'bash', '-c', 'mount -t tmpfs tmpfs /proc && exec "$@"', 'bash']
  const end = await runToolCalls({ workspace: workspace.path, calls, through })
  const outputs = end.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { error?: { code: string } })
  expect(
    outputs.map(({ error }) => error?.code),
    end.stderr,
  ).toEqual([undefined, undefined, undefined, 'FILE_ACCESS'])
  expect(workspace.read('a.txt')).toBe('two\n')
  expect(workspace.read('b/c.txt')).toBe('new')
})
