import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { isWithin } from '@poundlock/spec'
import { isAbandoned, namesIn, ownerMark, textOrNull } from '@poundlock/state-files/node'
import type { DeniedNames } from '../denied/denied-files.ts'
import type { KeptRepositories } from '../history/history-watch.ts'
import { WorkspaceGuardError } from '../workspace-guard-error.ts'
import type { KeptTree } from './kept-tree.ts'
import type { KnownPlants } from './plants.ts'
import type { KnownRepository } from './repository-watch.ts'
import type { WatchedPath } from './watched-paths.ts'

/** All that a sweep needs to know of the folder as it was before the run. */
export interface SweepRecord {
  readonly root: string
  /** The beginning in milliseconds; no command made earlier changes. */
  readonly since: number
  /** Paths that are protected, relative to the root. */
  readonly protectedPaths: readonly string[]
  /** Whether the root was a repository. */
  readonly hasRepository: boolean
  readonly watched: readonly WatchedPath[]
  /** `null` where mounts keep protected paths even when the process is killed. */
  readonly kept: KeptTree | null
  /** `null` where repositories are not guarded. */
  readonly repositories: {
    readonly known: ReadonlyMap<string, KnownRepository>
    readonly maximumFolders: number
  } | null
  /** The kept history of repositories; `null` for none. */
  readonly histories: KeptRepositories | null
  /** Known links and editor files; `null` where repositories are not guarded. */
  readonly plants: KnownPlants | null
  /** The matches of denied patterns; `null` for none. */
  readonly denied: DeniedNames | null
}

/** Records of other formats are those of other versions of Poundlock, and cannot be read. */
const CURRENT_FORMAT = 6

interface StoredRecord extends Omit<SweepRecord, 'protectedPaths' | 'watched'> {
  readonly format: number
  /** Path after path, and of watched paths three texts each: one text is written in a fraction of the time of hundreds. */
  readonly protectedPaths: string
  readonly watched: string
  /** Device and inode: the record does not apply to another folder of that name. */
  readonly identity: string
}

/** A record of another process that is gone. */
export interface ClaimedRecord {
  /** `null` when there is nothing to look for: the run never began, or its folder is gone. */
  readonly record: SweepRecord | null
  readonly remove: () => void
}

/** Writes records of one guard. */
export interface SweepLedger {
  /**
   * Records the checks that are due after a run, before it begins: when Poundlock is killed, the next one makes them.
   *
   * @returns a function that removes the record, after the checks
   * @throws WorkspaceGuardError `WORKSPACE_GUARD_FAILED` when it cannot be written
   */
  record(record: SweepRecord): () => void
  /** What other guards have written down of runs that go on now below the root or above it, in this process and in others; earliest first. */
  running(root: string): readonly SweepRecord[]
  /** Removes the file for further records. */
  close(): void
}

let written = 0

/** Records that this thread wrote, by path: they need not be read. */
const ownRecords = new Map<string, SweepRecord>()

/**
 * First whether there is a record, then its length; both as 32 bits. Written last, so that a partial record does not
 * count.
 */
const HEADER_BYTES = 8
const noRecord = new Uint8Array(HEADER_BYTES)

/**
 * Making a file takes longer than all else here, so one is kept from run to run; those that run at the same time have
 * their own.
 *
 * @param folder of Poundlock's own, made with mode 0700 when it is needed
 */
export function openLedger(folder: string): SweepLedger {
  let idle: RecordFile | null = null
  let closed = false
  const mine = new Set<string>()
  return {
    record(record) {
      let file: RecordFile | null = idle
      idle = null
      try {
        file ??= makeFile(folder)
        mine.add(file.path)
        ownRecords.set(file.path, record)
        fill(file, pack(record))
      } catch (cause) {
        if (file !== null) {
          ownRecords.delete(file.path)
          removeFile(file)
        }
        throw unwritten(folder, cause)
      }
      const used = file
      return () => {
        ownRecords.delete(used.path)
        if (closed || idle !== null || !empty(used)) removeFile(used)
        else idle = used
      }
    },
    running: (root) => runningRecords(folder, root, mine),
    close() {
      closed = true
      if (idle !== null) removeFile(idle)
      idle = null
    },
  }
}

function runningRecords(folder: string, root: string, mine: ReadonlySet<string>): readonly SweepRecord[] {
  const found: SweepRecord[] = []
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    if (mine.has(path)) continue
    const own = name.startsWith(namesOfThread())
    // Most say that nothing runs, which is known before it is known whose they are.
    const stored = own ? null : read(path)
    if (stored !== null && isLeft(name)) continue
    const record = own ? (ownRecords.get(path) ?? null) : stored === null ? null : unpack(stored)
    if (record !== null && (isWithin(record.root, root) || isWithin(root, record.root))) found.push(record)
  }
  return found.toSorted((one, other) => one.since - other.since)
}

interface RecordFile {
  readonly path: string
  readonly descriptor: number
}

function makeFile(folder: string): RecordFile {
  written += 1
  const path = join(folder, nameFor(written))
  const open = (): number => openSync(path, 'wx', 0o600)
  try {
    return { path, descriptor: open() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return { path, descriptor: open() }
  }
}

/** No path has it. */
const SEPARATOR = '\0'

function pack(record: SweepRecord): StoredRecord {
  return {
    ...record,
    protectedPaths: record.protectedPaths.join(SEPARATOR),
    watched: record.watched
      .map(({ path, from, link }) => `${path}${SEPARATOR}${from}${SEPARATOR}${link ?? ''}`)
      .join(SEPARATOR),
    format: CURRENT_FORMAT,
    identity: identityOf(record.root),
  }
}

function unpack(stored: StoredRecord): SweepRecord {
  const texts = stored.watched === '' ? [] : stored.watched.split(SEPARATOR)
  const watched = Array.from({ length: texts.length / 3 }, (_, index): WatchedPath => {
    const [path = '', from = '', link = ''] = texts.slice(index * 3, index * 3 + 3)
    // A link says something, always.
    return { path, from, link: link === '' ? null : link }
  })
  const protectedPaths = stored.protectedPaths === '' ? [] : stored.protectedPaths.split(SEPARATOR)
  return { ...stored, protectedPaths, watched }
}

function fill({ descriptor }: RecordFile, stored: StoredRecord): void {
  const content = serialize(stored)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(1, 0)
  header.writeUInt32LE(content.length, 4)
  for (let at = 0; at < content.length;)
    at += writeSync(descriptor, content, at, content.length - at, HEADER_BYTES + at)
  writeSync(descriptor, header, 0, HEADER_BYTES, 0)
}

function empty({ descriptor }: RecordFile): boolean {
  try {
    return writeSync(descriptor, noRecord, 0, HEADER_BYTES, 0) === HEADER_BYTES
  } catch {
    return false
  }
}

function removeFile({ path, descriptor }: RecordFile): void {
  remove(path)
  closeSync(descriptor)
}

function unwritten(folder: string, cause: unknown): WorkspaceGuardError {
  return new WorkspaceGuardError(
    `What has to be looked for after the command cannot be written to ${JSON.stringify(folder)} ` +
      `(${(cause as NodeJS.ErrnoException).code ?? 'an error'}). Nothing was run.`,
    { code: 'WORKSPACE_GUARD_FAILED', remedy: 'Make room on that disk, and let it be written to.', cause },
  )
}

/**
 * Takes over the records that others left who are not there any more: each has a path of this process's own then, so that
 * of two who start at the same time one has it, and the next start finds it when this process is killed as well.
 */
export function claimRecords(ledger: string): readonly ClaimedRecord[] {
  return namesIn(ledger)
    .filter(isLeft)
    .flatMap((name): readonly ClaimedRecord[] => {
      written += 1
      const path = join(ledger, nameFor(written))
      if (!rename(join(ledger, name), path)) return []
      const stored = read(path)
      const record = stored !== null && identityOf(stored.root) === stored.identity ? unpack(stored) : null
      return [{ record, remove: () => remove(path) }]
    })
}

/** Each thread of a process counts for itself. */
const thread = Math.random().toString(36).slice(2)

/** Numbers tell records of one thread apart. */
function nameFor(number: number): string {
  return `${namesOfThread()}${String(number)}-${bootName()}`
}

function namesOfThread(): string {
  return `${ownerMark()}-${thread}-`
}

/** Process ids and their places are given out again after a start of the machine. */
function isLeft(name: string): boolean {
  return isAbandoned(name) || !name.endsWith(`-${bootName()}`)
}

let boot: string | null = null

function bootName(): string {
  return (boot ??=
    (textOrNull('/proc/sys/kernel/random/boot_id') ?? '').replaceAll(/[^\da-f]/g, '').slice(0, 16) || 'unknown')
}

/** `null` for a partial record: its writer was killed before the run began. */
function read(path: string): StoredRecord | null {
  try {
    const descriptor = openSync(path, 'r')
    try {
      const header = Buffer.alloc(HEADER_BYTES)
      if (readSync(descriptor, header) < HEADER_BYTES || header.readUInt32LE(0) !== 1) return null
      const content = readFileSync(descriptor)
      const stored = deserialize(content.subarray(0, header.readUInt32LE(4))) as StoredRecord
      return stored.format === CURRENT_FORMAT ? stored : null
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}

function identityOf(folder: string): string {
  try {
    const stats = lstatSync(folder, { bigint: true })
    return `${String(stats.dev)}:${String(stats.ino)}:${String(stats.birthtimeNs)}`
  } catch {
    return 'missing'
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The next start looks once more, and finds nothing.
  }
}

function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}
