import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that holds more is not looked through: the caller takes it for one that may hold anything. */
const MAX_ENTRIES = 50_000
/** Nor is a further one, once all of a line hold more. */
const MAX_OF_LINE = 200_000

/**
 * Makes what lists a folder with all below it: absolute paths, and what links there lead to. `null` where there are too
 * many, where one cannot be looked into, and where a link leads to a folder elsewhere, of which nobody has seen what lies
 * in it. Each folder is looked through once.
 */
export function filesBelow(): (folder: string) => readonly string[] | null {
  const known = new Map<string, readonly string[] | null>()
  let seen = 0
  return (folder) => {
    let found = known.get(folder)
    if (found === undefined) {
      found = seen > MAX_OF_LINE ? null : listBelow(folder)
      seen += found?.length ?? MAX_ENTRIES
      known.set(folder, found)
    }
    return found
  }
}

function listBelow(top: string): readonly string[] | null {
  const found: string[] = []
  const folders = [top]
  try {
    const inside = `${realpathSync.native(top)}/`
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (found.length >= MAX_ENTRIES) return null
        const path = join(folder, entry.name)
        found.push(path)
        if (entry.isDirectory()) folders.push(path)
        else if (entry.isSymbolicLink()) {
          const real = realOf(path)
          if (real === null) continue
          if (!real.startsWith(inside) && statSync(real).isDirectory()) return null
          found.push(real)
        }
      }
    }
  } catch (error) {
    return isGone(error) && found.length === 0 ? [] : null
  }
  return found
}

/** `null` for a link that leads nowhere. */
function realOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Not there, or a file. */
const isGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
