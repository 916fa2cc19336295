import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Where output goes that is too long for the result: the bytes as they came, both streams in order of arrival. */
export interface SpillFile {
  /** Absolute path of the file, or `undefined` while it does not exist. */
  readonly path: string | undefined
  /** False once something was dropped: the disk is full, or the file has reached its limit. */
  readonly complete: boolean
  /** Never rejects: a command goes on when its output cannot be kept, and `complete` says so. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  close(): Promise<void>
}

/** A file of mode 0600 under a name that cannot be guessed, made at the first write. */
export function createSpillFile(directory: string, maxBytes: number): SpillFile {
  let file: FileHandle | undefined
  let path: string | undefined
  let complete = true
  let room = maxBytes
  // Two streams write at once; each write waits for the one before.
  let last: Promise<void> = Promise.resolve()

  const append = async (chunks: readonly Uint8Array[]): Promise<void> => {
    if (!complete) return
    try {
      file ??= await create()
      for (const chunk of chunks) {
        const fits = chunk.length <= room
        await writeAll(file, fits ? chunk : chunk.subarray(0, room))
        room -= Math.min(chunk.length, room)
        if (!fits) complete = false
        if (!complete) return
      }
    } catch {
      complete = false
    }
  }

  const create = async (): Promise<FileHandle> => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const name = join(directory, `output-${randomUUID()}.log`)
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
    const handle = await open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    path = name
    return handle
  }

  return {
    get path() {
      return path
    },
    get complete() {
      return complete
    },
    write(chunks) {
      last = last.then(() => append(chunks))
      return last
    },
    async close() {
      await last
      await file?.close().catch(() => (complete = false))
    },
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, offset)
    offset += bytesWritten
  }
}
