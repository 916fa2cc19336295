import { type Dirent } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { entriesIn } from '@poundlock/state-files/node'
import { askIgnoreRules, IGNORE_FILES, pushIgnoreRules, rulesAbove, type IgnoreStack } from './ignore-stack.ts'
import type { SearchRoot } from './search-root.ts'

/** In trees with more entries a list of ripgrep's, made beside its search, costs less. */
const MOST_ENTRIES = 100_000
/** Others have their turn after so many folders. */
const FOLDERS_AT_ONCE = 50

/**
 * Whether every name that a search below a folder could meet is plain. It reads names only, and skips ignored folders,
 * so it takes half the time of a list; ignored files in a folder are checked too, and can make the answer no.
 *
 * @param areAll checks several names, with NUL between them
 */
export async function scanNames(
  root: SearchRoot,
  areAll: (names: string) => boolean,
  abortSignal: AbortSignal,
): Promise<boolean> {
  const open: Folder[] = [{ path: '', whole: `${root.file.real}/`, above: rulesAbove(root.file.real) }]
  let entries = 0
  let folders = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (++folders % FOLDERS_AT_ONCE === 0) {
      await turn()
      abortSignal.throwIfAborted()
    }
    const opened = root.file.entry(folder.path === '' ? '.' : folder.path)
    const found = entriesIn(opened)
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
    const rules = rulesOf(folder, hidden, opened)
    const answer = (name: string, isFolder: boolean) =>
      rules === null ? null : askIgnoreRules(rules, folder.whole + name, isFolder)
    // A hidden file that a rule includes has to be checked by name.
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

/** The rules that hold in a folder. */
function rulesOf({ above, whole }: Folder, hidden: readonly Dirent[], path: string): IgnoreStack | null {
  return hidden.some(({ name }) => IGNORE_FILES.has(name)) ? pushIgnoreRules(above, whole, path) : above
}
