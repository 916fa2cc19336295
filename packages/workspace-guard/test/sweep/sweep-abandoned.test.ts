import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ownerMark } from '@poundlock/state-files/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { createWorkspaceGuard, openSweepFolders, type WorkspaceGuardOptions } from '../../src/index.ts'

const deadMark = ownerMark().replace(/\d+$/, '1')

function ground(options: Partial<WorkspaceGuardOptions> = {}) {
  const folder = temporaryFolder()
  const workspace = join(folder, 'w')
  const state = join(folder, 'state')
  mkdirSync(workspace)
  const { quarantine, ledger } = openSweepFolders(state)
  const guard = createWorkspaceGuard({
    workspace,
    protectedPaths: ['.mcp.json', '.vscode', '.git/hooks', '.git/config'],
    hiddenPaths: [],
    quarantine,
    ledger,
    ...options,
  })
  const records = (): readonly string[] => (existsSync(ledger) ? readdirSync(ledger) : [])
  return {
    folder,
    workspace,
    quarantine,
    ledger,
    guard,
    records,
    /** As if the process that wrote the records had been killed. */
    kill: (): void => {
      for (const name of records()) {
        renameSync(join(ledger, name), join(ledger, name.replace(ownerMark(), deadMark)))
      }
    },
    /** As the next start does. */
    next: () => openSweepFolders(state).leftBehind(),
  }
}

test('what a run has to be swept for is written down before it, and gone after it', async () => {
  const { guard, records, ledger } = ground()
  const run = await guard.begin()
  expect(records()).toHaveLength(1)
  expect(statSync(ledger).mode & 0o777).toBe(0o700)
  expect(statSync(join(ledger, records()[0]!)).mode & 0o777).toBe(0o600)
  await run.sweep()
  guard.close()
  expect(records()).toEqual([])
})

test('a run that has ended leaves nothing to look for, and the next one uses its place', async () => {
  const { guard, workspace, kill, next, records } = ground()
  await (await guard.begin()).sweep()
  expect(records()).toHaveLength(1)
  const runs = [await guard.begin(), await guard.begin()]
  expect(records()).toHaveLength(2)
  for (const run of runs) await run.sweep()
  expect(records()).toHaveLength(1)
  writeFileSync(join(workspace, '.mcp.json'), 'of a person')
  kill()
  expect(await next()).toEqual({ quarantined: [], unsearched: [] })
  expect(records()).toEqual([])
})

test('threads of one process write records of their own', async () => {
  const { workspace, guard, ledger, quarantine } = ground()
  const run = await guard.begin()
  const workerData = { workspace, protectedPaths: ['.mcp.json'], hiddenPaths: [], quarantine, ledger }
  const thread = new Worker(new URL('../fixtures/record-in-thread.ts', import.meta.url), { workerData })
  expect((await once(thread, 'message'))[0]).toBe('swept')
  await thread.terminate()
  expect((await run.sweep()).quarantined).toEqual([])
})

test('what appeared at protected paths in a run that was killed is moved out at the next start, and told', async () => {
  const { guard, workspace, kill, next, records } = ground()
  symlinkSync('elsewhere', join(workspace, '.vscode'))
  await guard.begin()
  writeFileSync(join(workspace, '.mcp.json'), 'evil')
  writeFileSync(join(workspace, 'work'), 'done')
  rmSync(join(workspace, '.vscode'))
  mkdirSync(join(workspace, '.vscode'))
  kill()
  const found = await next()
  expect(found?.quarantined.map(({ path, root }) => [root, path])).toEqual([
    [workspace, '.mcp.json'],
    [workspace, '.vscode'],
  ])
  expect(found?.quarantined[0]?.reason).toMatch(/a run that was killed together with Poundlock/)
  expect(readFileSync(found!.quarantined[0]!.movedTo, 'utf8')).toBe('evil')
  expect(readdirSync(workspace).toSorted()).toEqual(['.vscode', 'work'])
  expect(readlinkSync(join(workspace, '.vscode'))).toBe('elsewhere')
  expect(records()).toEqual([])
  expect(await next()).toEqual({ quarantined: [], unsearched: [] })
})

test('links that lead out and files of editors of a run that was killed are moved out; those that were there stay', async () => {
  const { folder, guard, workspace, kill, next } = ground()
  writeFileSync(join(folder, 'victim'), 'mine')
  symlinkSync('../victim', join(workspace, 'mine.log'))
  writeFileSync(join(workspace, 'mine.code-workspace'), '{}')
  await guard.begin()
  symlinkSync('../victim', join(workspace, 'out.log'))
  mkdirSync(join(workspace, 'node_modules'))
  symlinkSync('../../victim', join(workspace, 'node_modules/x'))
  symlinkSync('work', join(workspace, 'within'))
  writeFileSync(join(workspace, 'theirs.code-workspace'), '{}')
  kill()
  const found = await next()
  expect(found?.quarantined.map(({ path }) => path).toSorted()).toEqual([
    'node_modules/x',
    'out.log',
    'theirs.code-workspace',
  ])
  expect(readdirSync(workspace).toSorted()).toEqual(['mine.code-workspace', 'mine.log', 'node_modules', 'within'])
  expect(await next()).toEqual({ quarantined: [], unsearched: [] })
})

test('hooks in repositories of a run that was killed are taken out; those that were there stay', async () => {
  const { guard, workspace, kill, next } = ground()
  const make = (name: string): void => {
    for (const part of ['objects', 'refs', 'hooks']) mkdirSync(join(workspace, name, '.git', part), { recursive: true })
    writeFileSync(join(workspace, name, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(workspace, name, '.git/hooks/post-commit'), `of ${name}`, { mode: 0o755 })
  }
  make('mine')
  await guard.begin()
  make('new')
  writeFileSync(join(workspace, 'mine/.git/hooks/post-commit'), 'evil')
  kill()
  expect((await next())?.quarantined.map(({ path }) => path).toSorted()).toEqual([
    'mine/.git/hooks/post-commit',
    'new/.git/hooks/post-commit',
  ])
  expect(readFileSync(join(workspace, 'mine/.git/hooks/post-commit'), 'utf8')).toBe('of mine')
})

test('where nothing is mounted, protected paths are put back at the next start', async () => {
  const { guard, workspace, kill, next } = ground({ mounted: false })
  writeFileSync(join(workspace, '.mcp.json'), 'mine')
  await guard.begin()
  writeFileSync(join(workspace, '.mcp.json'), 'evil')
  kill()
  expect((await next())?.quarantined.map(({ path }) => path)).toEqual(['.mcp.json'])
  expect(readFileSync(join(workspace, '.mcp.json'), 'utf8')).toBe('mine')
})

describe('a record is left alone', () => {
  test('while the process that wrote it lives', async () => {
    const { guard, workspace, next, records } = ground()
    const run = await guard.begin()
    writeFileSync(join(workspace, '.mcp.json'), 'x')
    expect(await next()).toEqual({ quarantined: [], unsearched: [] })
    expect(records()).toHaveLength(1)
    expect((await run.sweep()).quarantined).toHaveLength(1)
  })

  test('by all but one of those that start at the same time', async () => {
    const { guard, workspace, kill, next } = ground()
    await guard.begin()
    writeFileSync(join(workspace, '.mcp.json'), 'x')
    kill()
    const found = await Promise.all(Array.from({ length: 8 }, next))
    expect(found.flatMap((one) => one?.quarantined ?? [])).toHaveLength(1)
  })
})

describe('nothing is moved', () => {
  test('in another folder of the same name', async () => {
    const { guard, workspace, kill, next, records } = ground()
    await guard.begin()
    kill()
    // Kept, so that the new folder does not get its number.
    renameSync(workspace, `${workspace}-before`)
    mkdirSync(workspace)
    writeFileSync(join(workspace, '.mcp.json'), 'of somebody else')
    expect(await next()).toEqual({ quarantined: [], unsearched: [] })
    expect(readdirSync(workspace)).toEqual(['.mcp.json'])
    expect(records()).toEqual([])
  })

  test('for a record that was cut short, since its run never began', async () => {
    const { guard, workspace, kill, next, records, ledger } = ground()
    await guard.begin()
    writeFileSync(join(workspace, '.mcp.json'), 'x')
    kill()
    truncateSync(join(ledger, records()[0]!), 20)
    expect(await next()).toEqual({ quarantined: [], unsearched: [] })
    expect(records()).toEqual([])
  })

  test('for a run that never began', async () => {
    const { folder, records } = ground()
    writeFileSync(join(folder, 'in-the-way'), '')
    const blocked = createWorkspaceGuard({
      workspace: join(folder, 'w'),
      protectedPaths: ['.mcp.json'],
      hiddenPaths: [],
      quarantine: join(folder, 'quarantine'),
      ledger: join(folder, 'in-the-way/ledger'),
    })
    await expect(blocked.begin()).rejects.toMatchObject({
      code: 'WORKSPACE_GUARD_FAILED',
      message: expect.stringMatching(/ENOTDIR.*Nothing was run/),
    })
    expect(records()).toEqual([])
  })
})
