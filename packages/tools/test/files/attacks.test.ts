import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tries } from '@poundlock/tooling/tries'
import { afterEach, expect, test } from 'vitest'
import { findRipgrep } from '../../src/files/search/find-ripgrep.ts'
import {
  createGlobSearch,
  createGrepSearch,
  editFileHandler,
  readFileHandler,
  writeFileHandler,
} from '../../src/index.ts'
import { makeWorkspace, textOf, type Workspace } from './workspace.ts'

/** Exchanges, as fast as it can, what is at a path and a link to something outside (renameat2(2)): one is always there. */
const SWAPPER = `
import ctypes, os, sys
path, outside = sys.argv[1:]
os.symlink(outside, path + '.other')
exchange = ctypes.CDLL(None).renameat2
one, other = path.encode(), (path + '.other').encode()
print('ready', flush=True)
while True: exchange(-100, one, -100, other, 2)
`

const repository = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')
const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.kill('SIGKILL')
    await ended
  }
})

async function startSwapping(path: string, outside: string): Promise<void> {
  const child = spawn('python3', ['-c', SWAPPER, path, outside], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  await once(child.stdout, 'data')
}

/** So many turns, and more where a busy machine has not let the swapper run meanwhile. */
const goesOn = (turn: number, turns: number, hasMet: boolean) => turn < turns || (!hasMet && turn < 20_000)

interface Arena {
  readonly workspace: Workspace
  readonly outside: string
}

function makeArena(): Arena {
  const workspace = makeWorkspace()
  const outside = join(workspace.root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'file'), 'SECRET')
  return { workspace, outside }
}

test('a file that is swapped for a link to one outside is never read through it', async () => {
  const { workspace, outside } = makeArena()
  workspace.write('file', 'harmless')
  await startSwapping(join(workspace.path, 'file'), join(outside, 'file'))
  const codes = new Set<string | undefined>()
  for (let turn = 0; goesOn(turn, tries(500), codes.has(undefined) && codes.has('REFUSED')); turn++) {
    const output = await workspace.call(readFileHandler, { path: 'file' })
    expect(textOf(output)).not.toContain('SECRET')
    codes.add(output.error?.code)
  }
  expect(codes).toContain(undefined)
  expect(codes).toContain('REFUSED')
})

test('a folder that is swapped for a link to one outside is never read or written through it', async () => {
  const { workspace, outside } = makeArena()
  workspace.write('folder/file', 'harmless')
  await startSwapping(join(workspace.path, 'folder'), outside)
  const codes = new Set<string | undefined>()
  for (let turn = 0; goesOn(turn, tries(400), codes.has('REFUSED')); turn++) {
    const read = await workspace.call(readFileHandler, { path: 'folder/file' })
    expect(textOf(read)).not.toContain('SECRET')
    const edited = await workspace.call(editFileHandler, { path: 'folder/file', old_string: 'SECRET', new_string: 'x' })
    const written = await workspace.call(writeFileHandler, { path: 'folder/file', content: 'harmless' })
    codes.add(edited.error?.code).add(written.error?.code)
  }
  expect(codes).toContain('REFUSED')
  expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('SECRET')
  expect(readdirSync(outside)).toEqual(['file'])
})

test('a file that is swapped for a link is never written through it', async () => {
  const { workspace, outside } = makeArena()
  workspace.write('file', 'harmless')
  await startSwapping(join(workspace.path, 'file'), join(outside, 'file'))
  for (let turn = 0; turn < tries(300); turn++) {
    await workspace.call(writeFileHandler, { path: 'file', content: 'overwritten' })
    await workspace.call(editFileHandler, { path: 'file', old_string: 'harmless', new_string: 'edited' })
  }
  expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('SECRET')
  expect(readdirSync(outside)).toEqual(['file'])
})

const asking = createGrepSearch()
/** Ripgrep walks by itself, since the rules prove that all plain files of the workspace may be read. */
const walking: typeof asking = {
  ...asking,
  run: (input, context) => asking.run(input, { ...context, files: { ...context.files, plainBelow: () => [] } }),
}

test.each([
  ['with ripgrep', asking, createGlobSearch()],
  ['with ripgrep that walks by itself', walking, createGlobSearch()],
] as const)('a search %s never shows what is behind a link that is swapped in', async (_name, grep, glob) => {
  const { workspace, outside } = makeArena()
  writeFileSync(join(outside, 'only-outside'), 'SECRET')
  workspace.write('folder/file', 'harmless')
  workspace.write('file', 'harmless')
  await startSwapping(join(workspace.path, 'folder'), outside)
  await startSwapping(join(workspace.path, 'file'), join(outside, 'file'))
  for (let turn = 0; turn < tries(10); turn++) {
    for (const output_mode of ['content', 'files_with_matches', 'count'] as const) {
      const output = await workspace.call(grep, { pattern: 'SECRET|harmless', output_mode })
      expect(textOf(output)).not.toMatch(/SECRET|only-outside/)
      const oracle = await workspace.call(grep, { pattern: 'SECRET', output_mode })
      expect(textOf(oracle)).toMatch(/^\[no matches/)
    }
    expect(textOf(await workspace.call(glob, { pattern: '**' }))).not.toContain('only-outside')
  }
})

test('no ripgrep below the workspace is run, not even the one of the package', async () => {
  const before = process.env['PATH']
  process.env['PATH'] = ''
  try {
    await expect(findRipgrep({ workspace: repository })).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' })
    expect(await findRipgrep({ workspace: makeArena().workspace.path })).toMatch(/\/bin\/rg$/)
  } finally {
    process.env['PATH'] = before
  }
})

test('a program named rg in the workspace is not run', async () => {
  const { workspace } = makeArena()
  const before = process.env['PATH']
  const program = workspace.write('bin/rg', '#!/bin/sh\ntouch ran\n')
  chmodSync(program, 0o755)
  workspace.write('a', 'text')
  process.env['PATH'] = `.:bin:${workspace.path}/bin:`
  try {
    expect(textOf(await workspace.call(createGrepSearch(), { pattern: 'text' }))).toBe('a')
  } finally {
    process.env['PATH'] = before
  }
  expect(workspace.names()).toEqual(['a', 'bin'])
})
