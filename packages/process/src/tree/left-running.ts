import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProcessRow } from './process-table.ts'
import { followProcessTree } from './process-tree.ts'

/** A process and whoever started it, named for good: a number alone is used again. */
interface Note {
  /** Since when numbers and times mean what they say: this boot, this table of processes. */
  readonly where: string
  readonly owner: number
  readonly ownerStart: string
  readonly pid: number
  readonly pidStart: string
}

/**
 * Notes that a process runs which this one started, so that `endLeftRunning` can end it when this one is killed: what
 * heeds neither the end of its input nor a signal outlives it otherwise. Linux only; elsewhere nothing is noted.
 *
 * @param folder of the caller's own, which nobody else can write; made when it is missing
 * @returns what takes the note away, when the process has ended
 * @throws the error of the system when the folder cannot be written
 */
export function noteRunning(folder: string, pid: number): () => void {
  const where = thisTable()
  const [ownerStart, pidStart] = [process.pid, pid].map((one) => readProcessRow(one)?.startTime)
  if (where === null || ownerStart === undefined || pidStart === undefined) return () => undefined
  const note: Note = { where, owner: process.pid, ownerStart, pid, pidStart }
  const file = join(folder, `${pid}-${pidStart}.json`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const next = join(folder, `.${randomUUID()}`)
  writeFileSync(next, JSON.stringify(note), { mode: 0o600, flag: 'wx' })
  renameSync(next, file)
  return () => rmSync(file, { force: true })
}

/**
 * Ends the processes that others noted in the folder and left running when they were killed, with everything that they
 * started. Those whose starter runs are left alone.
 *
 * @returns how many were ended
 */
export function endLeftRunning(folder: string): number {
  const where = thisTable()
  if (where === null) return 0
  let ended = 0
  for (const name of namesIn(folder)) {
    const file = join(folder, name)
    const note = readNote(file)
    // Of another container that shares the folder: its numbers say nothing here.
    if (note !== null && note.where !== where && note.where.startsWith(`${bootOf(where)} `)) continue
    if (note !== null && note.where === where) {
      if (isRunning(note.owner, note.ownerStart)) continue
      if (isRunning(note.pid, note.pidStart)) {
        followProcessTree(note.pid, []).signal('SIGKILL')
        ended++
      }
    }
    rmSync(file, { force: true })
  }
  return ended
}

function isRunning(pid: number, start: string): boolean {
  const row = readProcessRow(pid)
  return row !== null && row.startTime === start && !row.zombie
}

/** The boot and the table of processes that we see, or `null` where there is none. */
function thisTable(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

const bootOf = (where: string) => where.split(' ')[0]!

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+-\d+\.json$/.test(name))
  } catch {
    return []
  }
}

function readNote(file: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Partial<Note> | null
    const { where, owner, ownerStart, pid, pidStart } = note ?? {}
    const isWhole =
      [where, ownerStart, pidStart].every((one) => typeof one === 'string') &&
      [owner, pid].every((one) => Number.isSafeInteger(one) && one! > 1)
    return isWhole ? (note as Note) : null
  } catch {
    return null
  }
}
