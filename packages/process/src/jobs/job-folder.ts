import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { isJobId } from './job-id.ts'
import type { Job, JobOrder, JobState } from './job.ts'

const ORDER = 'order.json'
const STATE = 'state.json'
const LOG = 'output.log'
const OUTPUT = 'output.json'

/** The beginning of both streams apart, as a result has them. */
export interface JobOutput {
  /** As in `ProcessResult`. */
  readonly stdout: string
  /** As in `ProcessResult`. */
  readonly stderr: string
  /** The last 20 000 characters of both streams in order of arrival. */
  readonly tail: string
  /** True where `stdout` or `stderr` is not whole. */
  readonly truncated: boolean
}

/**
 * The folder of jobs: one folder a job. Only the host writes, and it replaces files whole, so that a reader never sees
 * half of one.
 */
export interface JobFolder {
  readonly path: string
  create(order: JobOrder): void
  /** `starting` when none was written. */
  state(id: string): JobState
  setState(id: string, state: JobState): void
  setOutput(id: string, output: JobOutput): void
  /** `null` when there is none, or it cannot be read. */
  read(id: string): Job | null
  /** The beginning of its output, once it has ended. */
  output(id: string): JobOutput | null
  logPath(id: string): string
  /** Bytes of the log; 0 where there is none. */
  logSize(id: string): number
  /** At most `length` bytes of the log from `offset` on. */
  readLog(id: string, offset: number, length: number): Uint8Array
  list(): readonly Job[]
  remove(id: string): void
}

export function openJobFolder(path: string): JobFolder {
  const file = (id: string, name: string): string => {
    if (!isJobId(id)) throw new TypeError(`${JSON.stringify(id)} is no id of a job`)
    return join(path, id, name)
  }
  const replace = (id: string, name: string, value: unknown) => {
    replaceOwnFile(file(id, name), `${JSON.stringify(value)}\n`, { durable: false })
  }
  const parse = (id: string, name: string): unknown => {
    try {
      return JSON.parse(readFileSync(file(id, name), 'utf8')) as unknown
    } catch {
      return null
    }
  }
  const stateOf = (id: string): JobState => (parse(id, STATE) as JobState | null) ?? { phase: 'starting' }
  const read = (id: string): Job | null => {
    const order = isJobId(id) ? (parse(id, ORDER) as JobOrder | null) : null
    if (order === null) return null
    const log = file(id, LOG)
    return { ...order, ...stateOf(id), log, logSize: sizeOf(log) }
  }
  return {
    path,
    create(order) {
      mkdirSync(join(path, order.id), { recursive: true, mode: 0o700 })
      replace(order.id, ORDER, order)
    },
    state: stateOf,
    setState: (id, state) => replace(id, STATE, state),
    setOutput: (id, output) => replace(id, OUTPUT, output),
    read,
    output: (id) => parse(id, OUTPUT) as JobOutput | null,
    logPath: (id) => file(id, LOG),
    logSize: (id) => sizeOf(file(id, LOG)),
    readLog: (id, offset, length) => readPart(file(id, LOG), offset, length),
    list() {
      let names: readonly string[]
      try {
        names = readdirSync(path)
      } catch {
        return []
      }
      return names
        .map((name) => read(name))
        .filter((job) => job !== null)
        .toSorted((one, other) => one.createdAt - other.createdAt)
    },
    remove: (id) => rmSync(join(file(id, '.')), { recursive: true, force: true }),
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

function readPart(path: string, offset: number, length: number): Uint8Array {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch {
    return new Uint8Array(0)
  }
  try {
    const size = fstatSync(descriptor).size
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    let read = 0
    while (read < bytes.length) {
      const got = readSync(descriptor, bytes, read, bytes.length - read, offset + read)
      if (got === 0) break
      read += got
    }
    return bytes.subarray(0, read)
  } finally {
    closeSync(descriptor)
  }
}
