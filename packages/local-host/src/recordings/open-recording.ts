import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenRecording, Recording, RecordingStart, WriteRecord } from '@poundlock/runtime'
import { redactSecrets } from '@poundlock/spec'
import { makeOwnFolder } from '@poundlock/state-files/node'
import { pruneFolder } from '../state/prune-folder.ts'

/** Bytes of one recording; what a command prints beyond that is left out. */
const MAX_BYTES = 10 * 1024 * 1024
/** Limits of the folder; the oldest recording is removed first. */
const FOLDER = { maxFiles: 10_000, maxBytes: 4 * 1024 ** 3, names: /^run_[\w-]+\.cast$/ }
const NAME = /^[\w-]{1,100}$/

/** Where recordings are kept. */
export const recordingFolder = (state: string): string => join(state, 'recordings')

/** The file of a run's recording. */
export const recordingFile = (state: string, runId: string): string => join(recordingFolder(state), `${runId}.cast`)

/**
 * Keeps what commands print as asciicast v3, one file for each run, which only the user can read. Its hash is in the audit
 * log once it is whole.
 *
 * Source: https://docs.asciinema.org/manual/asciicast/v3/
 */
export function recordings(state: string, record: WriteRecord): OpenRecording {
  return async (start) => {
    const { runId } = start
    if (!NAME.test(runId)) throw new Error(`${runId} is no name of a file`)
    const folder = recordingFolder(state)
    makeOwnFolder(folder)
    pruneFolder(folder, FOLDER)
    return new CastFile(recordingFile(state, runId), start, record)
  }
}

class CastFile implements Recording {
  readonly #path: string
  readonly #start: RecordingStart
  readonly #record: WriteRecord
  readonly #descriptor: number
  readonly #hash = createHash('sha256')
  #bytes = 0
  #at = performance.now()
  #isCut = false
  #failure: string | null = null

  constructor(path: string, start: RecordingStart, record: WriteRecord) {
    this.#path = path
    this.#start = start
    this.#record = record
    this.#descriptor = openSync(path, 'wx', 0o600)
    const command = redactSecrets(start.command)
    const timestamp = Math.floor(Date.now() / 1000)
    this.#write({ version: 3, term: { cols: 80, rows: 24 }, timestamp, command })
  }

  output(text: string): void {
    if (this.#isCut) return
    this.#isCut = this.#bytes + Buffer.byteLength(text) > MAX_BYTES
    // A terminal that is given a line feed alone goes on below the end of the line.
    if (this.#isCut) this.#event('m', 'the rest of the output was left out')
    else this.#event('o', text.replaceAll(/(?<!\r)\n/g, '\r\n'))
  }

  async end(exit: string): Promise<void> {
    this.#event('x', exit)
    this.#close()
    const { runId, callId } = this.#start
    await this.#record('recording', {
      runId,
      callId,
      sha256: this.#hash.digest('hex'),
      bytes: this.#bytes,
      truncated: this.#isCut || this.#failure !== null,
      ...(this.#failure !== null && { failure: this.#failure }),
    })
  }

  discard(): void {
    closeSync(this.#descriptor)
    rmSync(this.#path, { force: true })
  }

  #event(code: 'o' | 'm' | 'x', data: string): void {
    const now = performance.now()
    const interval = Math.round(now - this.#at) / 1000
    this.#at = now
    this.#write([interval, code, data])
  }

  #write(value: unknown): void {
    if (this.#failure !== null) return
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
    try {
      for (let done = 0; done < bytes.length;) {
        const count = writeSync(this.#descriptor, bytes, done)
        this.#hash.update(bytes.subarray(done, done + count))
        done += count
        this.#bytes += count
      }
    } catch (error) {
      this.#failure = (error as NodeJS.ErrnoException).code ?? 'unknown'
    }
  }

  #close(): void {
    try {
      fsyncSync(this.#descriptor)
    } catch (error) {
      this.#failure ??= (error as NodeJS.ErrnoException).code ?? 'unknown'
    }
    closeSync(this.#descriptor)
  }
}
