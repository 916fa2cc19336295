import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SandboxError, type SandboxPolicy } from '@poundlock/sandbox'
import { describeHolder, isGone, replaceOwnFile } from '@poundlock/state-files/node'
import { ApplyJournal } from './apply-journal.ts'
import type { ChangeSet } from './change-set.ts'
import { removeTree } from './remove-tree.ts'

/** The kind of the view, and why it is not an overlay. */
export interface ViewKind {
  /** `overlay` costs no copy; `copy` is made where no overlay can be had. */
  readonly kind: 'overlay' | 'copy'
  /** One sentence; `null` for an overlay. */
  readonly reason: string | null
}

/** Paths of a policy that also hold for the apply. */
export type GuardedPaths = Pick<SandboxPolicy, 'protectedPaths' | 'hiddenPaths' | 'writePaths'>

/** The stored record of a try. */
export interface TryRecord {
  /** By which it is found, in the store and on the command line. */
  readonly id: string
  /** Absolute path of the workspace that it was a view of. */
  readonly workspace: string
  /** The command as text, for a person. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** How the view was made. */
  readonly view: ViewKind
  /** What the policy keeps, for the guard of its apply. */
  readonly guarded: GuardedPaths
  /** The reasons why it needs approval; absent where it does not. */
  readonly unapproved?: readonly string[]
  /** Why it was ended early, so that its changes are incomplete; absent where it was not. */
  readonly endedEarly?: string
}

/**
 * `running`: a process runs it; `ready`: it can be shown, applied or discarded; `interrupted`: its process was killed
 * before the changes were read, so it can only be discarded; `applying`: its apply was killed, and can be finished or
 * undone.
 */
export type TryState = 'running' | 'ready' | 'interrupted' | 'applying'

/** Where tries are kept, and how many. */
export interface TryStoreOptions {
  /** Below the state folder, made with mode 0700. */
  readonly folder: string
  /** A text that says who this process is; made by `describeHolder` unless set. */
  readonly holder?: string
  /** Whether the process that such a text names is gone for certain. */
  readonly isGone?: (holder: string) => boolean
}

const ID_PATTERN = /^[a-z0-9]{8}$/

/** The kept tries: a folder each, with its layers, its changes, and the journal of its apply. */
export class TryStore {
  readonly #options: Required<TryStoreOptions>

  constructor(options: TryStoreOptions) {
    this.#options = { holder: describeHolder(), isGone, ...options }
  }

  /** Makes a folder for a new try, held by this process. */
  create(record: Omit<TryRecord, 'id' | 'view'>): { readonly id: string; readonly folder: string } {
    this.sweep()
    const id = randomBytes(5).readUIntBE(0, 5).toString(36).padStart(8, '0').slice(-8)
    const folder = this.folderOf(id)
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 })
    mkdirSync(folder, { mode: 0o700 })
    this.#hold(id)
    this.save({ ...record, id, view: { kind: 'overlay', reason: null } })
    return { id, folder }
  }

  /** Keeps a try. */
  save(record: TryRecord): void {
    replaceOwnFile(join(this.folderOf(record.id), 'try.json'), JSON.stringify(record))
  }

  /** Keeps what a try changed. */
  saveChanges(id: string, changes: ChangeSet): void {
    replaceOwnFile(join(this.folderOf(id), 'changes.json'), JSON.stringify(changes))
  }

  /** The changes of a try; `null` when they were never read. */
  changes(id: string): ChangeSet | null {
    const text = readOrNull(join(this.folderOf(id), 'changes.json'))
    return text === null ? null : (JSON.parse(text) as ChangeSet)
  }

  /** @throws SandboxError `SANDBOX_TRY_UNKNOWN` when no try has this id */
  record(id: string): TryRecord {
    const text = ID_PATTERN.test(id) ? readOrNull(join(this.folderOf(id), 'try.json')) : null
    if (text !== null) return JSON.parse(text) as TryRecord
    throw new SandboxError(`There is no try ${JSON.stringify(id)}.`, {
      code: 'SANDBOX_TRY_UNKNOWN',
      remedy: 'See `poundlock try list`.',
      details: { id },
    })
  }

  /** The state of a try. */
  state(id: string): TryState {
    const holder = this.#holderOf(id)
    if (holder !== null && holder !== this.#options.holder && !this.#options.isGone(holder)) return 'running'
    if (new ApplyJournal(this.folderOf(id)).progress() !== null) return 'applying'
    return this.changes(id) === null ? 'interrupted' : 'ready'
  }

  /** The newest first. */
  list(): readonly TryRecord[] {
    return this.#ids()
      .flatMap((id) => {
        try {
          return [this.record(id)]
        } catch {
          return []
        }
      })
      .toSorted((left, right) => right.startedAt - left.startedAt)
  }

  /**
   * Takes a try for this process.
   *
   * @throws SandboxError `SANDBOX_VIEW` while another one has it
   */
  claim(id: string): void {
    const holder = this.#holderOf(id)
    if (holder === this.#options.holder) return
    if (holder !== null && this.#options.isGone(holder)) rmSync(this.#holderPath(id), { force: true })
    try {
      this.#hold(id)
    } catch (cause) {
      throw new SandboxError(`Another process works on the try ${id}.`, {
        code: 'SANDBOX_VIEW',
        remedy: 'Wait until they are done.',
        cause,
      })
    }
  }

  /** Lets another process use a try. */
  release(id: string): void {
    rmSync(this.#holderPath(id), { force: true })
  }

  /** Removes a try and its files. */
  remove(id: string): void {
    removeTree(this.folderOf(id))
  }

  /** Removes leftovers of killed processes. */
  sweep(): void {
    for (const id of this.#ids()) {
      const holder = this.#holderOf(id)
      const abandoned = holder !== null && holder !== this.#options.holder && this.#options.isGone(holder)
      const unusable = this.changes(id) === null && (abandoned || (holder === null && !this.#hasRecord(id)))
      if (unusable) this.remove(id)
    }
  }

  /** The state folder, which also holds quarantined entries. */
  get stateFolder(): string {
    return dirname(this.#options.folder)
  }

  /** The folder of a try. */
  folderOf(id: string): string {
    return join(this.#options.folder, id)
  }

  #hasRecord(id: string): boolean {
    return readOrNull(join(this.folderOf(id), 'try.json')) !== null
  }

  #ids(): readonly string[] {
    try {
      return readdirSync(this.#options.folder).filter((name) => ID_PATTERN.test(name))
    } catch {
      // Nothing was ever tried.
      return []
    }
  }

  #hold(id: string): void {
    symlinkSync(this.#options.holder, this.#holderPath(id))
  }

  #holderOf(id: string): string | null {
    const path = this.#holderPath(id)
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : readlinkSync(path)
  }

  #holderPath(id: string): string {
    return join(this.folderOf(id), 'holder')
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
