import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { undoRuns, UndoStore, type UndoResult } from '../src/index.ts'
import { knownOf, makeTree, randomRun, randomTree, runLine } from './fixtures/random-work.ts'
import { stateOf } from './scene.ts'

/** A long form: `POUNDLOCK_UNDO_TRIES=2000 vitest run packages/undo/test/random-runs.test.ts`. */
const many = Number(process.env['POUNDLOCK_UNDO_TRIES'] ?? 0)
const BY = { agent: 'main', session: 'main' }
const killedRun = fileURLToPath(new URL('fixtures/killed-run.ts', import.meta.url))

async function inScene(
  use: (workspace: string, open: () => UndoStore, folder: string) => Promise<void>,
): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-undo-')))
  const [workspace, folder] = [join(base, 'workspace'), join(base, 'state')]
  mkdirSync(workspace)
  const limits = { maxBytes: 1024 ** 3, maxAgeMs: 3_600_000, ignore: [], excluded: [], protectedPaths: [] }
  try {
    await use(workspace, () => new UndoStore({ folder, workspace, ...limits }), folder)
  } finally {
    openFolders(workspace)
    rmSync(base, { recursive: true, force: true })
  }
}

function openFolders(folder: string): void {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(folder, entry.name))
  }
}

/** The workspace is as it was, but for what the undo names. */
function expectRestored(workspace: string, before: readonly string[], { left, conflicts }: UndoResult): void {
  const named = [...left, ...conflicts].map(({ path }) => path)
  const isNamed = (row: string) => named.some((path) => row.startsWith(`${path} `) || row.startsWith(`${path}/`))
  const rows = (all: readonly string[]) => all.filter((row) => !isNamed(row))
  expect(rows(stateOf(workspace))).toEqual(rows(before))
  // All that is named is a reason of a kind that this user cannot change.
  for (const { reason } of [...left, ...conflicts]) expect(['unreadable', 'failed']).toContain(reason)
}

test('after any commands in any tree, undo brings back what was, or names what not', async () => {
  const runs = fc.array(randomRun, { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(randomTree, runs, async (tree, all) => {
    await inScene(async (workspace, open) => {
      makeTree(workspace, tree)
      const before = stateOf(workspace)
      const ids: string[] = []
      for (const [index, one] of all.entries()) {
        const store = open()
        const id = `run_${String(index)}`
        await store.begin({ id, tool: 'exec', ...knownOf(one, workspace), ...BY })
        runLine(one.line, workspace)
        if ((await store.end(id)).length > 0) ids.push(id)
      }
      if (ids.length > 0)
        expectRestored(workspace, before, await undoRuns(open(), { runs: ids, by: BY, partial: true }))
    })
  })
  await fc.assert(property, { numRuns: many || tries(60) })
}, 3_600_000)

test('a process that is killed anywhere loses nothing: its run is taken back, its undo is finished', async () => {
  const property = fc.asyncProperty(
    randomTree,
    randomRun,
    fc.integer({ min: 1, max: 60 }),
    fc.boolean(),
    fc.boolean(),
    async (tree, one, at, after, duringUndo) => {
      await inScene(async (workspace, open, folder) => {
        makeTree(workspace, tree)
        const before = stateOf(workspace)
        let run = 'killed'
        if (duringUndo) {
          run = 'earlier'
          const store = open()
          await store.begin({ id: run, tool: 'exec', ...knownOf(one, workspace), ...BY })
          runLine(one.line, workspace)
          if ((await store.end(run)).length === 0) return
        }
        const order = { workspace, folder, run: one, at, after, undoes: duringUndo ? run : null }
        const options = ['--conditions=@poundlock/source', '--no-warnings']
        spawnSync(process.execPath, [...options, killedRun, JSON.stringify(order)], { stdio: 'ignore' })
        const known = (await open().list()).some(({ id }) => id === run)
        // Not known: it was killed before it began, or it changed nothing.
        if (!known) expect(stateOf(workspace)).toEqual(before)
        else expectRestored(workspace, before, await undoRuns(open(), { runs: [run], by: BY, partial: true }))
      })
    },
  )
  await fc.assert(property, { numRuns: many || tries(12) })
}, 3_600_000)
