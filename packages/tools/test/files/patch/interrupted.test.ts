import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { contentHash, JOURNAL_NAME } from '../../../src/files/patch/journal.ts'
import { applyPatchHandler, writeFileHandler } from '../../../src/index.ts'
import { runToolCalls } from '../run-tool-call.ts'
import { makeWorkspace, textOf, type Workspace } from '../workspace.ts'

const OLD: Readonly<Record<string, string>> = {
  'a.txt': 'old a\n',
  'b.txt': 'old b\n',
  'sub/c.txt': 'old c\n',
  'd.txt': 'old d\n',
}
const NEW: Readonly<Record<string, string>> = {
  'a.txt': 'new a\n',
  'sub/moved.txt': 'new b\n',
  'd.txt': 'old d\n',
  'made/e.txt': 'new e\n',
}
const PATCH = [
  '*** Begin Patch',
  '*** Update File: a.txt',
  '-old a',
  '+new a',
  '*** Update File: b.txt',
  '*** Move to: sub/moved.txt',
  '-old b',
  '+new b',
  '*** Delete File: sub/c.txt',
  '*** Add File: made/e.txt',
  '+new e',
  '*** End Patch',
].join('\n')

function makeOld(): Workspace {
  const workspace = makeWorkspace()
  for (const [path, content] of Object.entries(OLD)) workspace.write(path, content)
  return workspace
}

/** What the files hold, by their paths; files of our own are named by their kind. */
function filesOf(workspace: Workspace, folder = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    workspace.names(folder).flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`
      return ['sub', 'made'].includes(name) ? Object.entries(filesOf(workspace, path)) : [[path, workspace.read(path)]]
    }),
  )
}

/** Killed at so many uses of the file system at most; the last ones are after the end. */
const USES = Array.from({ length: 70 }, (_, index) => index + 1)
let finished = 0
let takenBack = 0

test.each(someOf(USES))(
  'a patch that is killed at its %i. use of the file system is whole or undone after the next call',
  async (dieAt) => {
    const workspace = makeOld()
    const end = await runToolCalls({
      workspace: workspace.path,
      calls: [{ tool: 'apply_patch', input: { patch: PATCH } }],
      dieAt,
    })
    if (end.signal === null) expect(end.stdout).not.toContain('"error"')
    const { error } = await workspace.call(writeFileHandler, { path: 'next.txt', content: '' })
    expect(error).toBeUndefined()
    const { 'next.txt': next, ...files } = filesOf(workspace)
    expect(next).toBe('')
    const own = Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('.poundlock-patch-')))
    expect(existsSync(join(workspace.path, JOURNAL_NAME))).toBe(false)
    if (own['a.txt'] === NEW['a.txt']) {
      finished++
      expect(own).toEqual(NEW)
    } else {
      takenBack++
      expect(own).toEqual(OLD)
    }
  },
)

test('both ends were met', () => {
  expect(finished).toBeGreaterThan(0)
  expect(takenBack).toBeGreaterThan(0)
})

/**
 * Makes the state after a kill between the renames: three old files have a second name, the journal has its own, the
 * moved file has its new one, and the file that is added has none yet.
 */
async function killBetween(): Promise<Workspace> {
  const workspace = makeOld()
  const calls = [{ tool: 'apply_patch', input: { patch: PATCH } }]
  await runToolCalls({ workspace: workspace.path, calls, dieAt: 'linkSync:6' })
  expect(existsSync(join(workspace.path, JOURNAL_NAME))).toBe(true)
  expect(workspace.read('a.txt')).toBe(NEW['a.txt'])
  expect(existsSync(join(workspace.path, 'made/e.txt'))).toBe(false)
  return workspace
}

test('where the patch can no longer be finished it is taken back, but for what somebody changed since', async () => {
  const workspace = await killBetween()
  for (const name of workspace.names('made')) rmSync(join(workspace.path, 'made', name))
  const patch = '*** Begin Patch\n*** Update File: d.txt\n-old d\n+new d\n*** End Patch'
  const output = await workspace.call(applyPatchHandler, { patch })
  expect(textOf(output)).toBe('[a patch that had been interrupted was taken back first]\nchanged d.txt')
  expect(filesOf(workspace)).toEqual({ ...OLD, 'd.txt': 'new d\n' })
})

test('a file that somebody changed after the kill is left to them', async () => {
  const workspace = await killBetween()
  for (const name of workspace.names('made')) rmSync(join(workspace.path, 'made', name))
  workspace.write('a.txt', 'mine\n')
  await workspace.call(writeFileHandler, { path: 'next.txt', content: '' })
  expect(filesOf(workspace)).toEqual({ ...OLD, 'a.txt': 'mine\n', 'next.txt': '' })
})

test('what the rules refuse is not touched for an interrupted patch either', async () => {
  const workspace = await killBetween()
  workspace.refused.add(join(workspace.path, 'made'))
  await workspace.call(writeFileHandler, { path: 'next.txt', content: '' })
  expect(existsSync(join(workspace.path, 'made/e.txt'))).toBe(false)
  expect(workspace.read('a.txt')).toBe(OLD['a.txt'])
})

test.each([
  ['no JSON', 'x'],
  ['no record', '{}'],
  ['a name that leaves its folder', { name: '../outside.txt' }],
  ['a folder that is a link', { folder: 'LINK' }],
  ['a file outside', { folder: 'OUTSIDE' }],
  ['a prepared file of another name', { prepared: 'd.txt' }],
])('a journal that somebody made up (%s) does no harm', async (_, forged) => {
  const workspace = makeOld()
  const outside = join(workspace.root, 'outside.txt')
  writeFileSync(outside, 'precious\n')
  workspace.write('.poundlock-patch-1-abcdef', 'evil\n')
  const folder = { OUTSIDE: workspace.root, LINK: join(workspace.path, 'link') }
  const step = {
    folder: workspace.path,
    name: 'outside.txt',
    prepared: '.poundlock-patch-1-abcdef',
    backup: '.poundlock-patch-1-abcdee',
    before: contentHash(Buffer.from('precious\n')),
    after: contentHash(Buffer.from('evil\n')),
    ...(typeof forged === 'string' ? {} : forged),
  }
  const steps = [{ ...step, folder: folder[step.folder as 'LINK'] ?? step.folder }]
  const owner = { processId: 4_194_304, started: '1', machine: 'other' }
  const record = typeof forged === 'string' ? forged : JSON.stringify({ version: 1, owner, steps })
  const old = new Date(Date.now() - 3_600_000)
  utimesSync(workspace.write(JOURNAL_NAME, record), old, old)
  symlinkSync('..', join(workspace.path, 'link'))
  await workspace.call(writeFileHandler, { path: 'next.txt', content: '' })
  expect(workspace.read('../outside.txt')).toBe('precious\n')
  expect(workspace.read('d.txt')).toBe(OLD['d.txt'])
  expect(existsSync(join(workspace.path, JOURNAL_NAME))).toBe(false)
})

test('a folder with the name of the journal is left alone, and said to be in the way of several files only', async () => {
  const workspace = makeOld()
  mkdirSync(join(workspace.path, JOURNAL_NAME))
  expect(await workspace.call(writeFileHandler, { path: 'a.txt', content: 'mine\n' })).not.toHaveProperty('error')
  const { error } = await workspace.call(applyPatchHandler, { patch: PATCH.replace('-old a', '-mine') })
  expect(error).toMatchObject({ code: 'FILE_FOLDER', message: expect.stringContaining(`${JOURNAL_NAME} is a folder`) })
  expect(workspace.names()).toEqual([JOURNAL_NAME, 'a.txt', 'b.txt', 'd.txt', 'sub'])
})
