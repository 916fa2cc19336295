import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GrantReach } from '@poundlock/approvals'
import type { Grant } from '@poundlock/policy'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

/** It does nothing, to a shell and to Python. */
const SCRIPT = '#!/bin/sh\n# Nothing.\n'

/** Somebody says always, with limits, to a line that starts in `deep`; what was kept, and what was shown before. */
async function granted(line: string, limits?: GrantReach, scripts: readonly string[] = []) {
  if (line.startsWith('python3 ')) needsProgram('python3')
  const kept: { grant: Grant; given: object }[] = []
  const shown: string[] = []
  const asked: string[] = []
  const scene = openRuntime(
    { exec: { host: 'gateway', security: 'allowlist' } },
    {
      ask: async (request) => {
        asked.push(request.command)
        if (asked.length > 1) return { answer: 'deny', by: 'test:me' }
        shown.push(...request.always)
        return { answer: 'allow-always', by: 'test:me', ...(limits && { limits }) }
      },
      grants: () => kept.map(({ grant }) => grant),
      keepGrants: (offered, given) => kept.push(...offered.map(({ grant }) => ({ grant, given }))),
    },
  )
  const deep = join(scene.workspace, 'deep')
  mkdirSync(deep)
  for (const folder of [scene.workspace, deep]) writeFileSync(join(folder, 'notes'), 'one\n')
  for (const name of scripts) writeFileSync(join(deep, name), SCRIPT, { mode: 0o755 })
  const run = (command: string, cwd = deep) =>
    scene.runtime.call({ id: 'c', name: 'exec', input: { command } }, { ...scene.context, cwd })
  expect(await run(line)).toMatchObject({ status: 'ran' })
  return { kept, shown, run, workspace: scene.workspace, asked }
}

test('what each scope would cover is shown before it is answered', async () => {
  const { shown, workspace } = await granted('sort -r notes')
  expect(shown).toEqual([
    `sort with no other options than -r, below ${workspace}`,
    `with "folder": sort with no other options than -r, below ${workspace}/deep`,
    `with "exact": exactly sort -r notes, in ${workspace}/deep`,
  ])
})

test.each<readonly [string, GrantReach | undefined, readonly string[]]>([
  ['the workspace', undefined, ['deep: sort -r notes', 'deep: sort notes', ': sort -r notes', ': sort notes']],
  ['the folder', { scope: 'folder' }, ['deep: sort -r notes', 'deep: sort notes']],
  ['exactly this', { scope: 'exact' }, ['deep: sort -r notes']],
])('a grant for %s covers that and no more', async (_, limits, covered) => {
  const { run, workspace } = await granted('sort -r notes', limits)
  const found: string[] = []
  for (const place of ['deep', '']) {
    for (const command of [
      'sort -r notes',
      'sort notes',
      'sort -u notes',
      'sort -r ../notes',
      'cd .. && sort -r notes',
    ]) {
      const { status } = await run(command, join(workspace, place))
      if (status === 'ran') found.push(`${place}: ${command}`)
    }
  }
  // From `deep`, a line may also go up into the workspace where that is covered.
  const upward = limits === undefined ? ['deep: sort -r ../notes', 'deep: cd .. && sort -r notes'] : []
  expect(found.toSorted()).toEqual([...covered, ...upward].toSorted())
})

test('the limits are kept with it, and the scope is no part of them', async () => {
  const { kept } = await granted('sort -r notes', { maxUses: 3, expiresAt: 9e12, scope: 'exact' })
  expect(kept).toMatchObject([{ grant: { kind: 'exact' }, given: { maxUses: 3, expiresAt: 9e12, by: 'test:me' } }])
  expect(kept[0]!.given).not.toHaveProperty('scope')
})

test('where nothing can be granted so narrowly, nothing wider is', async () => {
  const { kept, asked, run } = await granted('cd .. && sort -r notes', { scope: 'folder' })
  expect(kept).toEqual([])
  await run('cd .. && sort -r notes')
  expect(asked).toHaveLength(2)
})

const program = (file: string) => writeFileSync(file, '#!/bin/sh\ntouch hijacked\n', { mode: 0o755 })

const WIDENINGS: readonly { what: string; command: string; prepare?: (workspace: string) => void }[] = (
  [
    ['an assignment before it', 'LC_ALL=C sort -r notes'],
    ['an exported variable', 'export TMPDIR=/; sort -r notes'],
    ['another PATH in the line', 'PATH=.:$PATH; sort -r notes'],
    ['a program of the same name in the folder', './sort -r notes', (folder) => program(join(folder, 'deep/sort'))],
    ['a program of the same name earlier on PATH', 'sort -r notes', (folder) => program(join(folder, 'tools/sort'))],
    ['a link of the same name', './sort -r notes', (folder) => symlinkSync('/bin/rm', join(folder, 'deep/sort'))],
    ['a function of the same name', 'sort() { touch hijacked; }; sort -r notes'],
    ['an alias of the same name', 'shopt -s expand_aliases; alias sort="touch hijacked;"\nsort -r notes'],
    ['another case', 'SORT -r notes'],
    ['letters that look like others', 's\u043Ert -r notes'],
    ['wide letters', '\uFF53\uFF4F\uFF52\uFF54 -r notes'],
    ['one more option', 'sort -r -o notes notes'],
    ['an option and its value in one word', 'sort -r --output=notes notes'],
    ['an abbreviated option', 'sort -r --outp=notes notes'],
    ['options joined into one word', 'sort -ronotes notes'],
    [
      'a program that it would start',
      'sort -r --compress-program=./evil notes',
      (folder) => program(join(folder, 'deep/evil')),
    ],
    ['a redirection', 'sort -r notes > ../../../escaped'],
    ['a command behind it', 'sort -r notes; touch hijacked'],
    ['a command within it', 'sort -r "$(touch hijacked)"'],
    ['a command behind a line feed', 'sort -r notes\ntouch hijacked'],
    ['a wrapper', 'sudo sort -r notes'],
    ['a link to a file outside', 'sort -r link', (folder) => symlinkSync('/etc/passwd', join(folder, 'deep/link'))],
    [
      'a folder that is a link to one outside',
      'cd out && sort -r passwd',
      (folder) => symlinkSync('/etc', join(folder, 'deep/out')),
    ],
  ] as const satisfies readonly (readonly [string, string, ((workspace: string) => void)?])[]
).map(([what, command, prepare]) => ({ what, command, ...(prepare && { prepare }) }))

test.each(WIDENINGS)('a grant is not widened by $what', async ({ command, prepare }) => {
  const { run, asked, workspace } = await granted('sort -r notes')
  prepare?.(workspace)
  const { status } = await run(command)
  // Asked about, or refused at once; nothing runs by what was granted.
  expect([asked.length > 1 || status === 'denied' || status === 'invalid', status === 'ran']).toEqual([true, false])
})

test('a grant for below a folder does not hold below one whose name begins the same', async () => {
  const { run, asked, workspace } = await granted('sort -r notes', { scope: 'folder' })
  const twin = join(workspace, 'deeper')
  mkdirSync(twin)
  writeFileSync(join(twin, 'notes'), 'one\n')
  await run('sort -r notes', twin)
  expect(asked).toHaveLength(2)
})

test('a grant does not follow a folder that becomes a link to another', async () => {
  const { run, asked, workspace } = await granted('sort -r notes', { scope: 'folder' })
  renameSync(join(workspace, 'deep'), join(workspace, 'moved'))
  symlinkSync('/etc', join(workspace, 'deep'))
  await run('sort -r passwd', join(workspace, 'deep'))
  expect(asked.length).toBeGreaterThan(1)
})

test.each<readonly [string, string, string, string]>([
  ['a script behind a folder', 'perl ./build.sh', 'build.sh', 'while build.sh stays as it is'],
  ['a script in another folder', 'python3 ../build.py', '../build.py', 'while build.py stays as it is'],
  ['a script of another language', 'perl build.sh', 'build.sh', 'while build.sh stays as it is'],
  ['a program of the workspace', './build.sh', 'build.sh', 'while build.sh stays as it is'],
  ['a script in Python', 'python3 build.py', 'build.py', 'while build.py stays as it is'],
])('a grant for %s holds while that stays as it is', async (_, line, file, covers) => {
  const { run, shown, workspace, asked } = await granted(line, undefined, ['build.sh', 'build.py', '../build.py'])
  expect(shown[0]).toContain(covers)
  expect(await run(line)).toMatchObject({ status: 'ran' })
  expect(asked).toHaveLength(1)
  writeFileSync(join(workspace, 'deep', file), 'import os\n')
  expect(await run(line)).toMatchObject({ status: 'unapproved' })
  expect(asked).toHaveLength(2)
  writeFileSync(join(workspace, 'deep', file), SCRIPT)
  expect(await run(line)).toMatchObject({ status: 'ran' })
})

test('a grant for a script that was kept without its content grants nothing', async () => {
  const { run, kept, workspace } = await granted('python3 build.py', undefined, ['build.py'])
  expect(kept[0]?.grant.files).toEqual([{ path: join(workspace, 'deep/build.py'), hash: expect.any(String) }])
  const { files: __, ...without } = kept[0]!.grant
  kept.splice(0, 1, { grant: without, given: {} })
  expect(await run('python3 build.py')).toMatchObject({ status: 'unapproved' })
})

test('what a script is given may change', async () => {
  const { run, workspace } = await granted('python3 build.py notes', undefined, ['build.py'])
  writeFileSync(join(workspace, 'deep/notes'), 'two')
  expect(await run('python3 build.py notes')).toMatchObject({ status: 'ran' })
})

test.each(['node .', 'node build', 'python3 deep'])(
  'nothing is offered where the file is found by the program: %s',
  async (line) => {
    const { shown, kept } = await granted(line, undefined, ['build.js', 'index.js'])
    expect([shown, kept]).toEqual([[], []])
  },
)
