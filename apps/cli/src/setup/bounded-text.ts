import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'

/**
 * The text of a file, or of standard input for `-`: UTF-8, with or without a byte order mark. What has no end is not read to
 * the memory's, and bytes that are no text are not replaced by others.
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
    if (error instanceof UsageError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `${from}: cannot be read (${code ?? String(error)})`,
      'Name a readable file, or - for standard input.',
    )
  }
  if (size > maxBytes) {
    throw new UsageError(`${from}: the input is longer than ${maxBytes} bytes`, 'Give a shorter input.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw new UsageError(
      `${from}: the input holds bytes that are no UTF-8`,
      'Write it as UTF-8; in JSON, \\u escapes stand for any character.',
    )
  }
}

/** A file, or a pipe as `<(…)` is one: devices have no end, and a folder has no text. */
function openReadable(file: string): number {
  const descriptor = openSync(file, constants.O_RDONLY)
  const stat = fstatSync(descriptor)
  if (stat.isFile() || stat.isFIFO()) return descriptor
  closeSync(descriptor)
  const kind = stat.isDirectory() ? 'a folder' : 'no regular file'
  throw new UsageError(`${file}: is ${kind}`, 'Name a readable file, or - for standard input.')
}
