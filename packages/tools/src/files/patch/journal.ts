import { createHash } from 'node:crypto'
import { constants, linkSync, lstatSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { readProcessStat } from '@poundlock/state-files/node'
import type { ToolContext } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { openFile, type OpenFile } from '../place/place.ts'
import { showPath } from '../show-path.ts'
import { PATCH_PREFIX } from '../write/leftovers.ts'
import { newName, syncFolder } from '../write/replace-file.ts'

/** In the workspace; there is one while the changes of a patch are made, and after that only if they were cut short. */
export const JOURNAL_NAME = '.poundlock-patch.json'

/** The change of one file: all names are in its folder. */
export interface JournalStep {
  /** Where it really lies. */
  readonly folder: string
  readonly name: string
  /** The new file that takes its place; `null` when it goes. */
  readonly prepared: string | null
  /** The second name of the old file; `null` when there is none. */
  readonly backup: string | null
  /** Hashes of its content before and after; `null` for a missing file. */
  readonly before: string | null
  readonly after: string | null
}

/** Who writes a patch, so that others can tell whether it still does. */
export interface JournalOwner {
  readonly processId: number
  /** When it was started, in ticks since the machine was; process ids are used again. */
  readonly started: string
  /** The start of the machine, and the namespace that the process id is of. */
  readonly machine: string
}

export interface JournalRecord {
  readonly version: 1
  readonly owner: JournalOwner
  readonly steps: readonly JournalStep[]
}

export interface Journal {
  /** Says that all is done, or taken back. */
  remove(): Promise<void>
}

/** Journals of this process that are in use, by where they lie. */
export const openJournals = new Set<string>()

export const contentHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes the plan to the disk. From then on it is finished or undone. */
export async function openJournal(steps: readonly JournalStep[], { workspace }: ToolContext): Promise<Journal> {
  const folder = openFile(workspace, 'follow')
  const record: JournalRecord = { version: 1, owner: ownOwner(), steps }
  try {
    await writeJournal(folder, JSON.stringify(record))
  } catch (error) {
    folder.close()
    throw error
  }
  openJournals.add(folder.real)
  return {
    async remove() {
      unlinkSync(folder.entry(JOURNAL_NAME))
      await syncFolder(folder)
      openJournals.delete(folder.real)
      folder.close()
    },
  }
}

async function writeJournal(folder: OpenFile, text: string): Promise<void> {
  const name = newName(PATCH_PREFIX)
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = await open(folder.entry(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    linkSync(folder.entry(name), folder.entry(JOURNAL_NAME))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw takenError(folder)
    throw error
  } finally {
    unlinkSync(folder.entry(name))
  }
  await syncFolder(folder)
}

function takenError(folder: OpenFile): FileToolError {
  const isFolder = lstatSync(folder.entry(JOURNAL_NAME), { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) return busyError(folder.real)
  const message = `${showPath(`${folder.real}/${JOURNAL_NAME}`)} is a folder, where the journal of a patch belongs; nothing was changed`
  return new FileToolError(message, {
    code: 'FILE_FOLDER',
    remedy: 'Rename the folder, or change one file in each patch.',
  })
}

export function busyError(folder: string): FileToolError {
  const message = `another patch of several files is being written in ${showPath(folder)}; nothing was changed`
  return new FileToolError(message, { code: 'FILE_BUSY', remedy: 'Call again in a moment.' })
}

/** @returns whether the process that wrote a journal may still be running */
export function isAtWork({ processId, started, machine }: JournalOwner, writtenMs: number): boolean {
  const own = ownOwner()
  if (own.machine === machine) return startOf(processId) === started
  // Of another machine, or a container: nothing tells, but renames do not take a minute.
  return Date.now() - writtenMs < 60_000 && !machine.startsWith(own.machine.split(' ')[0]!)
}

let known: JournalOwner | undefined

function ownOwner(): JournalOwner {
  known ??= { processId: process.pid, started: startOf(process.pid), machine: machineName() }
  return known
}

function startOf(processId: number): string {
  return readProcessStat(processId)?.startTime ?? (processId === process.pid ? 'unknown' : '')
}

function machineName(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'unknown'
  }
}
