import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of the control page, which is built into this program's own.
 *
 * @param program the file of this program; never the working folder
 * @returns `null` where it was built without the page
 */
export function pageFolder(program: string): string | null {
  const folder = join(dirname(realpathSync(program)), 'page')
  return existsSync(folder) ? folder : null
}
