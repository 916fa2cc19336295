import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/** The log of a running job. */
export interface JobLog {
  /** False once something was dropped: the disk is full, or the log has reached its limit. */
  readonly complete: boolean
  /** Never rejects: a job goes on when its output cannot be kept. */
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Makes the log: a file that was not there. */
export async function createJobLog(path: string, maxBytes: number): Promise<JobLog> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const file: FileHandle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  let room = maxBytes
  let complete = true
  // Two streams write at once; each write waits for the one before.
  let last: Promise<void> = Promise.resolve()

  const append = async (bytes: Uint8Array): Promise<void> => {
    if (!complete) return
    try {
      const fits = bytes.length <= room
      const written = fits ? bytes : bytes.subarray(0, room)
      for (let offset = 0; offset < written.length;) offset += (await file.write(written, offset)).bytesWritten
      room -= written.length
      complete = fits
    } catch {
      complete = false
    }
  }
  return {
    get complete() {
      return complete
    },
    write: (bytes) => (last = last.then(() => append(bytes))),
    async close() {
      await last
      await file.close().catch(() => (complete = false))
    },
  }
}
