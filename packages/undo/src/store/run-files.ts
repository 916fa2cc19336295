import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder, namesIn, removeIfThere, replaceOwnFile, textOrNull } from '@poundlock/state-files/node'
import type { BytePath } from '@poundlock/try'
import type { WorkspaceEntry } from '../entry.ts'
import type { RunScope } from '../walk.ts'
import { type EntryFields, entryLines, type EntryRow, fieldsOf, readEntryLines, readFields } from './entry-lines.ts'

/** One path that a run changed. */
export interface UndoChange {
  /** Relative to the workspace, as bytes. */
  readonly path: BytePath
  /** `null`: it was not there. */
  readonly before: WorkspaceEntry | null
  /** `null`: it is gone. */
  readonly after: WorkspaceEntry | null
}

/** One call that changed a workspace, or may have. */
export interface UndoRun {
  /** The id of the run in the audit log. */
  readonly id: string
  /** Name of the tool that was called. */
  readonly tool: string
  /** The command or the call as text, for a person. */
  readonly title: string
  /** Id of the agent that called. */
  readonly agent: string
  /** Key of the session that it called in. */
  readonly session: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Where changes are looked for. */
  readonly scope: RunScope
  /** Who runs it; `null` for one in the background. */
  readonly holder: string | null
  /** Absent while it runs. */
  readonly endedAt?: number
  /** True where its end was not seen: later changes by others may be among its own. */
  readonly interrupted?: true
  /** The runs that it brought back, for an undo. */
  readonly undoes?: readonly string[]
  /** The undo that brought it back. */
  readonly undoneBy?: string
  /** How many paths it changed; absent while it runs. */
  readonly changed?: number
  /** Bytes of deleted files that second names keep. */
  readonly held?: number
}

const ID_PATTERN = /^[A-Za-z0-9_-]{1,128}$/

/** The files of runs: while one runs, `open/ID.json` and `open/ID.log`; then `ended/ID.json` and `ended/ID.changes`. */
export class RunFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  makeFolders(): void {
    for (const name of ['open', 'ended']) makeOwnFolder(join(this.#folder, name))
  }

  /** Those that run, and those of killed processes. */
  open(): readonly UndoRun[] {
    return this.#all('open')
  }

  /** Those that have ended, the oldest first. */
  ended(): readonly UndoRun[] {
    return this.#all('ended')
  }

  findOpen(id: string): UndoRun | null {
    return this.#find('open', id)
  }

  find(id: string): UndoRun | null {
    return this.#find('ended', id)
  }

  saveOpen(run: UndoRun): void {
    replaceOwnFile(this.#path('open', `${run.id}.json`), JSON.stringify(run), { durable: false })
  }

  /** Changes the record of a run that has ended. */
  save(run: UndoRun): void {
    replaceOwnFile(this.#path('ended', `${run.id}.json`), JSON.stringify(run), { durable: false })
  }

  saveEnded(run: UndoRun, changes: readonly UndoChange[]): void {
    const side = (entry: WorkspaceEntry | null) => (entry === null ? [] : fieldsOf(entry))
    const lines = changes.map(({ path, before, after }) => `${JSON.stringify([path, side(before), side(after)])}\n`)
    replaceOwnFile(this.#path('ended', `${run.id}.changes`), lines.join(''), { durable: false })
    this.save(run)
    this.removeOpen(run.id)
  }

  /** What a run changed, ordered by path. */
  changes(id: string): readonly UndoChange[] {
    const text = textOrNull(this.#path('ended', `${id}.changes`)) ?? ''
    return text.split('\n').flatMap((line): readonly UndoChange[] => {
      if (line === '') return []
      const [path, before, after] = JSON.parse(line) as readonly [BytePath, EntryFields, EntryFields]
      return [{ path, before: readFields(before), after: readFields(after) }]
    })
  }

  /** Notes what stood at paths before a run. */
  appendLog(id: string, rows: Iterable<EntryRow>): void {
    const lines = entryLines(rows)
    // The line before may have been cut off by a kill.
    if (lines !== '') appendFileSync(this.#path('open', `${id}.log`), `\n${lines}`, { mode: 0o600 })
  }

  /** What was noted before a run: the first note of a path counts. */
  log(id: string): ReadonlyMap<BytePath, WorkspaceEntry | null> {
    const noted = new Map<BytePath, WorkspaceEntry | null>()
    for (const [path, entry] of readEntryLines(textOrNull(this.#path('open', `${id}.log`)) ?? '')) {
      if (!noted.has(path)) noted.set(path, entry)
    }
    return noted
  }

  removeOpen(id: string): void {
    for (const end of ['json', 'log']) removeIfThere(this.#path('open', `${id}.${end}`))
  }

  removeEnded(id: string): void {
    for (const end of ['json', 'changes']) removeIfThere(this.#path('ended', `${id}.${end}`))
  }

  #all(kind: 'open' | 'ended'): readonly UndoRun[] {
    return namesIn(join(this.#folder, kind))
      .flatMap((name) => (name.endsWith('.json') ? [this.#find(kind, name.slice(0, -5))] : []))
      .filter((run) => run !== null)
      .toSorted((one, other) => one.startedAt - other.startedAt)
  }

  #find(kind: 'open' | 'ended', id: string): UndoRun | null {
    const text = ID_PATTERN.test(id) ? textOrNull(this.#path(kind, `${id}.json`)) : null
    return text === null ? null : (JSON.parse(text) as UndoRun)
  }

  #path(kind: 'open' | 'ended', name: string): string {
    return join(this.#folder, kind, name)
  }
}
