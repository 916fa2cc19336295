import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps a text that is too long for a result in a file of its own. `undefined` when it cannot be kept: the disk is full. */
export async function spillText(directory: string, text: string): Promise<string | undefined> {
  const file = join(directory, `output-${randomUUID()}.log`)
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
    const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    return file
  } catch {
    return undefined
  }
}
