import { readdirSync, type Dirent } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { askIgnoreRules, IGNORE_FILES, pushIgnoreRules, rulesAbove, type IgnoreStack } from './plain/ignore-stack.ts'
import type { SearchRoot } from './search-root.ts'

/** In trees with more entries a list of ripgrep's, made beside its search, costs less. */
const MOST_ENTRIES = 100_000
/** Others have their turn after so many folders. */
const FOLDERS_AT_ONCE = 50

/**
 * Whether every name that a search below a folder could meet is plain. It looks at names alone, and enters no folder that
 * is ignored, so that it takes half the time of a list; what is ignored of the files in a folder is looked at as well,
 * and may be why the answer is no.
 *
 * @param areAll tells it of several names, with NUL between them
 */
export async function scanNames(
  root: SearchRoot,
  areAll: (names: string) => boolean,
  abortSignal: AbortSignal,
): Promise<boolean> {
  const open: Folder[] = [{ path: '', whole: `${root.place.real}/`, above: rulesAbove(root.place.real) }]
  let entries = 0
  let folders = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (++folders % FOLDERS_AT_ONCE === 0) {
      await turn()
      abortSignal.throwIfAborted()
    }
    const place = root.place.entry(folder.path === '' ? '.' : folder.path)
    const found = listFolder(place)
    entries += found.length
    if (entries > MOST_ENTRIES) return false
    let names = ''
    const below: string[] = []
    const hidden: Dirent[] = []
    for (const entry of found) {
      const { name } = entry
      if (name.startsWith('.')) hidden.push(entry)
      else {
        names += names === '' ? name : `\0${name}`
        if (entry.isDirectory()) below.push(name)
      }
    }
    if (names !== '' && !areAll(names)) return false
    const rules = rulesOf(folder, hidden, place)
    const answer = (name: string, isFolder: boolean) =>
      rules === null ? null : askIgnoreRules(rules, folder.whole + name, isFolder)
    // What a rule takes in although it is hidden is to be looked at by name.
    if (hidden.some((entry) => answer(entry.name, entry.isDirectory()) === 'take')) return false
    for (const name of below) {
      if (answer(name, true) === 'ignore') continue
      const path = folder.path === '' ? name : `${folder.path}/${name}`
      open.push({ path, whole: `${folder.whole}${name}/`, above: rules })
    }
  }
  return true
}

interface Folder {
  readonly path: string
  /** From the topmost folder, with a slash at the end. */
  readonly whole: string
  readonly above: IgnoreStack | null
}

function listFolder(place: string): readonly Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true })
  } catch {
    // It is gone, or closed to this user, and then to ripgrep.
    return []
  }
}

/** The rules that hold in a folder. */
function rulesOf({ above, whole }: Folder, hidden: readonly Dirent[], place: string): IgnoreStack | null {
  return hidden.some(({ name }) => IGNORE_FILES.has(name)) ? pushIgnoreRules(above, whole, place) : above
}
