import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxError } from '../sandbox-error.ts'
import { ApplyJournal, writeDurably } from './apply-journal.ts'
import type { ChangeSet } from './change-set.ts'
import { removeTree } from './remove-tree.ts'

/** How the view is made, and why it is not an overlay where it is none. */
export interface ViewKind {
  readonly kind: 'overlay' | 'copy'
  readonly reason: string | null
}

/** What is written down of a try. */
export interface TryRecord {
  readonly id: string
  readonly workspace: string
  /** What was tried, as a person would read it. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly view: ViewKind
  /** Why somebody has yet to approve it; absent where it might have been run as it was. */
  readonly unapproved?: readonly string[]
  /** Why it was ended before it was done, so that its changes are a part of what they would be; absent where it was not. */
  readonly endedEarly?: string
}

/**
 * `running`: somebody is at it; `ready`: it can be shown, applied or discarded; `interrupted`: whoever ran it was killed
 * before it could be read, it can only be discarded; `applying`: whoever applied it was killed, it can be finished or
 * taken back.
 */
export type TryState = 'running' | 'ready' | 'interrupted' | 'applying'

export interface TryStoreOptions {
  /** Below the state folder, made with mode 0700. */
  readonly folder: string
  /** A text that says who this process is, and whether the one that such a text names is gone for certain. */
  readonly holder: string
  readonly isGone: (holder: string) => boolean
}

const idPattern = /^[a-z0-9]{8}$/

/** What was tried and is kept: a folder each, with its layers, what it changed, and the journal of its apply. */
export class TryStore {
  readonly #options: TryStoreOptions

  constructor(options: TryStoreOptions) {
    this.#options = options
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

  save(record: TryRecord): void {
    writeDurably(join(this.folderOf(record.id), 'try.json'), JSON.stringify(record))
  }

  saveChanges(id: string, changes: ChangeSet): void {
    writeDurably(join(this.folderOf(id), 'changes.json'), JSON.stringify(changes))
  }

  /** What a try changed; `null` when that was never read. */
  changes(id: string): ChangeSet | null {
    const text = readOrNull(join(this.folderOf(id), 'changes.json'))
    return text === null ? null : (JSON.parse(text) as ChangeSet)
  }

  /** @throws SandboxError `SANDBOX_VIEW` when there is none of this name */
  record(id: string): TryRecord {
    const text = idPattern.test(id) ? readOrNull(join(this.folderOf(id), 'try.json')) : null
    if (text !== null) return JSON.parse(text) as TryRecord
    throw new SandboxError(`There is no try ${JSON.stringify(id)}.`, {
      code: 'SANDBOX_VIEW',
      remedy: 'See `poundlock try list`.',
      details: { id },
    })
  }

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
      throw new SandboxError(`Somebody else is at the try ${id}.`, {
        code: 'SANDBOX_VIEW',
        remedy: 'Wait until they are done.',
        cause,
      })
    }
  }

  release(id: string): void {
    rmSync(this.#holderPath(id), { force: true })
  }

  remove(id: string): void {
    removeTree(this.folderOf(id))
  }

  /** Removes what killed predecessors left that nobody can use. */
  sweep(): void {
    for (const id of this.#ids()) {
      const holder = this.#holderOf(id)
      const abandoned = holder !== null && holder !== this.#options.holder && this.#options.isGone(holder)
      const unusable = this.changes(id) === null && (abandoned || (holder === null && !this.#hasRecord(id)))
      if (unusable) this.remove(id)
    }
  }

  folderOf(id: string): string {
    return join(this.#options.folder, id)
  }

  #hasRecord(id: string): boolean {
    return readOrNull(join(this.folderOf(id), 'try.json')) !== null
  }

  #ids(): readonly string[] {
    try {
      return readdirSync(this.#options.folder).filter((name) => idPattern.test(name))
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
