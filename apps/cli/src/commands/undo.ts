import { isAbsolute, resolve } from 'node:path'
import { visibleText } from '@poundlock/spec'
import { isBelow, pathForJson, pathOfText, textOfPath } from '@poundlock/try'
import { describeReason, type LeftPath, type UndoRun, undoRuns } from '@poundlock/undo'
import { EXIT } from '../exit-code.ts'
import { readSince } from '../input/point-in-time.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { changeSetJson, tryText } from '../try/print-try.ts'
import { changesOfRun } from '../undo/changes-of-run.ts'
import { openKeptWorkspace } from '../undo/open-kept-workspace.ts'
import { UsageError } from '../usage-error.ts'

interface PlaceOfUndo {
  readonly workspace?: string
  readonly config?: string
  readonly json?: boolean
}

export interface UndoFlags extends PlaceOfUndo {
  readonly last?: string
  readonly since?: string
  readonly partial?: boolean
  readonly dryRun?: boolean
}

export interface HistoryFlags extends PlaceOfUndo {
  readonly last?: string
}

export type DiffFlags = PlaceOfUndo

/** `poundlock undo`: exit code 68 where later edits are in the way. */
export async function undo(named: readonly string[], flags: UndoFlags): Promise<void> {
  const { store, record } = await openKeptWorkspace(flags)
  const all = await store.list()
  const runs = chosenRuns(all, named, flags)
  const { partial = false, dryRun = false, json = false } = flags
  const by = { agent: 'person', session: 'terminal' }
  const result = await withSpinner('bringing back files', { json, blocks: true }, () =>
    undoRuns(store, { runs: runs.map(({ id }) => id), partial, dryRun, by }),
  )
  if (result.outcome === 'done') await record({ runs: runs.map(({ id }) => id), result })
  if (result.conflicts.length > 0 || result.left.length > 0) process.exitCode = EXIT.conflict
  if (json) return printJson(resultJson(result))
  const { bold, dim } = paint()
  for (const run of runs) await printLine(`${bold(run.id)}  ${dim(visibleText(run.title))}`)
  await printLine(HEADINGS[result.outcome](result.restored.length))
  if (dryRun) for (const path of result.restored) await printLine(`  ${shown(path)}`)
  await printLeft('changed since, by others:', result.conflicts)
  await printLeft('not brought back:', result.left)
  if (result.outcome === 'conflicting') await printLine('--partial brings back the rest')
  else if (result.id !== null) await printLine(dim(`poundlock undo ${result.id} takes this back`))
}

const HEADINGS: Readonly<Record<'done' | 'conflicting' | 'planned', (count: number) => string>> = {
  done: (count) => `brought back: ${String(count)} ${count === 1 ? 'path' : 'paths'}`,
  conflicting: () => 'nothing was changed: later edits are in the way',
  planned: (count) => `would bring back ${String(count)} ${count === 1 ? 'path' : 'paths'}:`,
}

const MOST_SHOWN = 100

async function printLeft(heading: string, paths: readonly LeftPath[]): Promise<void> {
  if (paths.length === 0) return
  await printLine(heading)
  for (const { path, reason, detail } of paths.slice(0, MOST_SHOWN)) {
    await printLine(`  ${shown(path)}: ${describeReason(reason)}${detail === undefined ? '' : ` (${detail})`}`)
  }
  if (paths.length > MOST_SHOWN) await printLine(`  and ${String(paths.length - MOST_SHOWN)} more`)
}

/** `poundlock history` */
export async function history(path: string | undefined, flags: HistoryFlags): Promise<void> {
  const { store, workspace } = await openKeptWorkspace(flags)
  const most = flags.last === undefined ? 50 : countOf(flags.last)
  const inside = path === undefined ? null : insidePath(workspace, path)
  const concerned = ({ id }: UndoRun) =>
    inside === null || store.runs.changes(id).some((change) => isBelow(change.path, inside))
  const runs = (await store.list()).toReversed().filter(concerned).slice(0, most)
  if (flags.json) return printJson({ workspace, runs })
  const { bold, dim, bad } = paint()
  if (runs.length === 0) await printLine(`no run changed ${path === undefined ? 'this workspace' : shown(path)}`)
  for (const { id, startedAt, changed = 0, title, tool, undoneBy, interrupted } of runs) {
    const time = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')
    const marks = [undoneBy === undefined ? '' : dim('  undone'), interrupted ? bad('  interrupted') : ''].join('')
    const line = tool === 'undo' ? title : visibleText(title)
    await printLine(`${bold(id)}  ${time}  ${String(changed).padStart(5)} changed${marks}  ${dim(line)}`)
  }
}

/** `poundlock diff` */
export async function diff(named: string, flags: DiffFlags): Promise<void> {
  const { store } = await openKeptWorkspace(flags)
  const run = oneRun(await store.list(), named)
  const changes = changesOfRun(store, run.id)
  if (flags.json) await printJson({ ...run, ...changeSetJson(changes.changeSet) })
  else await printLine(`${visibleText(run.title)}\n${tryText(changes, process.stdout)}`)
  store.contents.close()
}

function chosenRuns(all: readonly UndoRun[], named: readonly string[], { last, since }: UndoFlags): readonly UndoRun[] {
  if ([named.length > 0, last !== undefined, since !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('a run, --last and --since exclude each other', { remedy: 'Give one of them.' })
  }
  if (named.length > 0) return named.map((name) => oneRun(all, name))
  const open = all.filter(({ undoneBy, undoes }) => undoneBy === undefined && undoes === undefined)
  const chosen =
    since === undefined
      ? open.slice(-countOf(last ?? '1'))
      : open.filter(({ startedAt }) => startedAt >= readSince(since, Date.now()))
  if (chosen.length > 0) return chosen
  throw new UsageError('no run changed this workspace since', { remedy: 'See poundlock history.' })
}

function oneRun(all: readonly UndoRun[], name: string): UndoRun {
  const exact = all.find(({ id }) => id === name)
  if (exact) return exact
  const found = name.length < 4 ? [] : all.filter(({ id }) => id.startsWith(name))
  if (found.length === 1) return found[0]!
  throw new UsageError(
    found.length === 0
      ? `no run ${JSON.stringify(name)} changed this workspace`
      : `${name} begins ${String(found.length)} ids`,
    { remedy: 'See poundlock history.' },
  )
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError(`--last ${JSON.stringify(text)} is not a number of runs`, {
    remedy: 'Give a whole number: --last 3.',
  })
}

function insidePath(workspace: string, path: string): string {
  const absolute = isAbsolute(path) ? path : resolve(path)
  if (absolute === workspace) return ''
  if (absolute.startsWith(`${workspace}/`)) return pathOfText(absolute.slice(workspace.length + 1))
  throw new UsageError(`${absolute} is not in the workspace ${workspace}`, {
    remedy: 'Name a path in it, or --workspace.',
  })
}

function resultJson({ outcome, id, restored, conflicts, left }: Awaited<ReturnType<typeof undoRuns>>) {
  const paths = (list: readonly LeftPath[]) => list.map(({ path, ...rest }) => ({ ...pathForJson(path), ...rest }))
  return { outcome, id, restored: restored.map(pathForJson), conflicts: paths(conflicts), left: paths(left) }
}

const shown = (path: string): string => visibleText(textOfPath(path))
