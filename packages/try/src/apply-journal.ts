import { appendFileSync, closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { replaceOwnFile } from '@poundlock/state-files/node'
import type { BytePath } from './byte-path.ts'
import type { ChangedKind } from './change-set.ts'
import type { ApplyStep } from './plan-apply.ts'

/** The state of a path before a step. */
export interface PathState {
  readonly kind: ChangedKind
  readonly mode: number
  readonly mtimeMs: number
  readonly target?: BytePath
}

/** How far an apply has come. */
export interface ApplyProgress {
  readonly steps: readonly ApplyStep[]
  readonly forced: boolean
  /** True when it is being taken back: it can only be undone then. */
  readonly undoing: boolean
  /** Steps from this one on are taken back already. */
  readonly undone: number
  /** Steps that are done: those before this one. */
  readonly done: number
  /** What each step found that was begun: one more than `done` when a step was interrupted. */
  readonly found: readonly (PathState | null)[]
}

/**
 * The plan and the progress of an apply, so that an interrupted one can be finished or undone. Every step is written
 * before it begins and after it is done.
 */
export class ApplyJournal {
  readonly #folder: string
  #descriptor: number | null = null

  /** @param folder the folder of the try; only its owner can write in it */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file that keeps the replaced entry of a step. */
  undo(step: number): string {
    return join(this.#folder, 'undo', String(step))
  }

  start(steps: readonly ApplyStep[], forced: boolean): void {
    rmSync(this.#log, { force: true })
    replaceOwnFile(this.#plan, JSON.stringify({ steps, forced }))
  }

  /** `null` when no apply has been started. */
  progress(): ApplyProgress | null {
    const text = readOrNull(this.#plan)
    if (text === null) return null
    const { steps, forced } = JSON.parse(text) as Pick<ApplyProgress, 'steps' | 'forced'>
    let done = 0
    let undoing = false
    let undone = Number.MAX_SAFE_INTEGER
    const found: (PathState | null)[] = []
    for (const line of (readOrNull(this.#log) ?? '').split('\n')) {
      const record = parsed(line)
      // A torn line is that of a step that was not begun, or was not known to be done.
      if (record === null) continue
      if ('begun' in record) found[record.begun] = record.found
      else if ('done' in record) done = record.done + 1
      else if ('undone' in record) undone = record.undone
      else undoing = true
    }
    return { steps, forced, undoing, undone, done, found }
  }

  begin(step: number, found: PathState | null): void {
    this.#write({ begun: step, found })
  }

  end(step: number): void {
    this.#write({ done: step })
  }

  takeBack(): void {
    this.#write({ undoing: true })
  }

  tookBack(step: number): void {
    this.#write({ undone: step })
  }

  /** Forgets the apply: it is finished, or undone. */
  clear(): void {
    this.close()
    rmSync(this.#plan, { force: true })
    rmSync(this.#log, { force: true })
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #write(record: LogRecord): void {
    // An unfinished line of a killed process must not swallow the first record.
    if (this.#descriptor === null) {
      appendFileSync(this.#log, '\n', { mode: 0o600 })
      this.#descriptor = openSync(this.#log, 'a', 0o600)
    }
    writeSync(this.#descriptor, `${JSON.stringify(record)}\n`)
  }

  get #plan(): string {
    return join(this.#folder, 'apply.json')
  }

  get #log(): string {
    return join(this.#folder, 'apply.log')
  }
}

type LogRecord =
  | { readonly begun: number; readonly found: PathState | null }
  | { readonly done: number }
  | { readonly undoing: true }
  | { readonly undone: number }

function parsed(line: string): LogRecord | null {
  try {
    return line === '' ? null : (JSON.parse(line) as LogRecord)
  } catch {
    return null
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
