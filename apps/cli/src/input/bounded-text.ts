import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'

/**
 * The text of a file, or of standard input for `-`: UTF-8, with or without a byte order mark. Stops reading at
 * maxBytes, and refuses invalid UTF-8.
 *
 * @throws UsageError
 */
export async function readBoundedText(file: string, maxBytes: number): Promise<string> {
  const from = file === '-' ? 'standard input' : file
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of file === '-' ? process.stdin : createReadStream(file, { fd: openReadable(file) })) {
      size += (part as Buffer).length
      if (size > maxBytes) break
      parts.push(part as Buffer)
    }
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(from, error)
  }
  if (size > maxBytes) {
    throw new UsageError(`${from}: the input is longer than ${maxBytes} bytes`, { remedy: 'Give a shorter input.' })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw new UsageError(`${from}: the input holds bytes that are not UTF-8`, {
      remedy: 'Write it as UTF-8; in JSON, \\u escapes stand for any character.',
    })
  }
}

/**
 * Opens a file, or a pipe as `<(…)` is one: devices have no end, and a folder has no text.
 *
 * @throws UsageError
 */
export function openReadable(file: string): number {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY)
  } catch (error) {
    throw unreadable(file, error)
  }
  const stat = fstatSync(descriptor)
  if (stat.isFile() || stat.isFIFO()) return descriptor
  closeSync(descriptor)
  const kind = stat.isDirectory() ? 'a folder' : 'no regular file'
  throw new UsageError(`${file}: is ${kind}`, { remedy: NAME_ANOTHER })
}

const NAME_ANOTHER = 'Name a readable file, or - for standard input.'

function unreadable(from: string, error: unknown): UsageError {
  const { code = String(error) } = error as NodeJS.ErrnoException
  return new UsageError(`${from}: cannot be read (${code})`, { remedy: NAME_ANOTHER })
}
