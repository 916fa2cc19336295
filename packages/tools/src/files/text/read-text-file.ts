import { constants } from 'node:fs'
import { FileToolError } from '../file-tool-error.ts'
import type { OpenFile } from '../place/place.ts'
import { decodeText, type DecodedText } from './text-encoding.ts'

/** A file that is changed is held in memory as a whole. */
const MOST_BYTES = 128 << 20

/** All that a text file holds. */
export async function readTextFile(file: OpenFile, shown: string): Promise<DecodedText> {
  const decoded = decodeText(await readWholeFile(file, shown))
  if (decoded !== null) return decoded
  const remedy = 'Only text can be changed so. Replace it with write_file, or use exec.'
  throw new FileToolError(`${shown} holds no text: it has NUL bytes`, { code: 'FILE_BINARY', remedy })
}

/** All bytes of a file. */
export async function readWholeFile(file: OpenFile, shown: string): Promise<Buffer> {
  if (file.stats.size > MOST_BYTES) {
    const message = `${shown} has ${String(file.stats.size)} bytes; at most ${String(MOST_BYTES)} can be changed so`
    throw new FileToolError(message, { code: 'FILE_TOO_LARGE', remedy: 'Use exec with sed.' })
  }
  const handle = await file.open(constants.O_RDONLY)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
