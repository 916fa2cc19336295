import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeProcess, isGone, isRunning, namesIn, replaceOwnFile } from '@poundlock/state-files/node'
import { followProcessTree } from './process-tree.ts'

/** A process and its owner, identified by more than a number, since numbers are reused. */
interface Note {
  readonly owner: string
  readonly pid: number
  readonly process: string
}

/**
 * Notes that this process started a process, so that `endLeftRunning` can end it when this one is killed: a process
 * that ignores the end of its input and signals would outlive it. Linux only; elsewhere nothing is noted.
 *
 * @param folder a folder that other users cannot write; made when it is missing
 * @returns a function that removes the note, when the process has ended
 * @throws StateFileError `STATE_FILE_IO` when the folder cannot be written
 */
export function noteRunning(folder: string, pid: number): () => void {
  const [owner, described] = [process.pid, pid].map(describeProcess)
  if (owner == null || described == null) return () => undefined
  const note: Note = { owner, pid, process: described }
  const file = join(folder, `${pid}-${randomUUID()}.json`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  replaceOwnFile(file, JSON.stringify(note), { durable: false })
  return () => rmSync(file, { force: true })
}

/**
 * Ends the processes that others noted in the folder and left running when they were killed, with everything that they
 * started. Those whose starter runs are left alone.
 *
 * @returns how many were ended
 */
export function endLeftRunning(folder: string): number {
  let ended = 0
  for (const name of namesIn(folder).filter((one) => /^\d+-[\da-f-]+\.json$/.test(one))) {
    const file = join(folder, name)
    const note = readNote(file)
    // Where the owner cannot be seen, as in another container that shares the folder, its numbers say nothing here.
    if (note !== null && !isGone(note.owner)) continue
    if (note !== null && isRunning(note.process)) {
      followProcessTree(note.pid, []).signal('SIGKILL')
      ended++
    }
    rmSync(file, { force: true })
  }
  return ended
}

function readNote(file: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Partial<Note> | null
    const { owner, pid, process: described } = note ?? {}
    const isWhole = [owner, described].every((one) => typeof one === 'string') && Number.isSafeInteger(pid) && pid! > 1
    return isWhole ? (note as Note) : null
  } catch {
    return null
  }
}
