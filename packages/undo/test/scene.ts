import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type NewRun, type UndoResult, undoRuns, UndoStore, type UndoStoreOptions } from '../src/index.ts'

/** A workspace with files, and a store for it. */
export function openScene(files: Readonly<Record<string, string>> = {}, options: Partial<UndoStoreOptions> = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-undo-')))
  onTestFinished(() => {
    openFolders(base)
    rmSync(base, { recursive: true, force: true })
  })
  const workspace = join(base, 'workspace')
  mkdirSync(workspace)
  const path = (name: string) => join(workspace, name)
  const put = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), text)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const open = (more: Partial<UndoStoreOptions> = {}) =>
    new UndoStore({
      folder: join(base, 'state'),
      workspace,
      maxBytes: 1024 ** 3,
      maxAgeMs: 3_600_000,
      ignore: ['node_modules'],
      excluded: [],
      protectedPaths: [],
      ...options,
      ...more,
    })
  const store = open()
  let count = 0
  const run = async (action: () => unknown, more: Partial<NewRun> = {}): Promise<string> => {
    const id = more.id ?? `run_${String((count += 1))}`
    await store.begin({ id, tool: 'exec', title: id, agent: 'main', session: 'main', scope: null, ...more })
    await action()
    await store.end(id)
    return id
  }
  const undo = (...runs: readonly string[]): Promise<UndoResult> =>
    undoRuns(store, { runs, by: { agent: 'main', session: 'main' } })
  return { base, workspace, path, put, open, store, run, undo, state: () => stateOf(workspace) }
}

/** Each path with its kind, its mode, and its content or target. */
export function stateOf(root: string): readonly string[] {
  const rows: string[] = []
  const visit = (folder: string, prefix: string): void => {
    for (const name of readdirSync(Buffer.from(folder, 'latin1'), { encoding: 'latin1' }).toSorted()) {
      const path = Buffer.from(`${folder}/${name}`, 'latin1')
      const stats = lstatSync(path)
      const shown = `${prefix}${name} ${stats.mode.toString(8)}`
      if (stats.isSymbolicLink()) rows.push(`${shown} -> ${readlinkSync(path, 'latin1')}`)
      else if (stats.isDirectory()) {
        rows.push(`${shown} /`)
        visit(path.toString('latin1'), `${prefix}${name}/`)
      } else rows.push(stats.isFile() ? `${shown} ${readFileSync(path, 'latin1')}` : `${shown} special`)
    }
  }
  visit(root, '')
  return rows
}

/** So that a tree can be removed whatever a test did to it. */
function openFolders(folder: string): void {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(folder, entry.name))
  }
}
