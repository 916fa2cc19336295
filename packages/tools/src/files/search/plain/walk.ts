import { isUtf8 } from 'node:buffer'
import { readdirSync, type Dirent } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { ToolContext } from '../../../tool-handler.ts'
import { openFile } from '../../place/place.ts'
import { compileGlob } from '../glob-pattern.ts'
import { comparePaths } from '../names.ts'
import { patternError } from '../run-ripgrep.ts'
import type { SearchedFiles } from '../search-engine.ts'
import { realBelow, type SearchRoot } from '../search-root.ts'
import { FILE_TYPES } from './file-types.ts'
import { readGlobRules, type IgnoreRules } from './ignore-rules.ts'
import { askIgnoreRules, pushIgnoreRules, rulesAbove, type IgnoreStack } from './ignore-stack.ts'

/** Which files a walk takes. */
export interface WalkFilter {
  readonly glob: string | null
  readonly type: string | null
  readonly hidden: boolean
}

/** Others have their turn after so many folders. */
const FOLDERS_AT_ONCE = 100

/** All files below a root that are not ignored, in the order of their paths; links are not followed. */
export async function walk(root: SearchRoot, filter: WalkFilter, context: ToolContext): Promise<SearchedFiles> {
  const takes = compileFilter(filter)
  const paths: string[] = []
  let searched = 0
  let refused = 0
  let unreadable = 0
  let folders = 0
  const base = root.file.real === '/' ? '/' : `${root.file.real}/`
  const open: { readonly path: string; readonly above: IgnoreStack | null }[] = [
    { path: '', above: rulesAbove(root.file.real) },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (++folders % FOLDERS_AT_ONCE === 0) await turn()
    context.abortSignal.throwIfAborted()
    const { path: folder, above } = next
    const listed = listFolder(root, folder, above, `${base}${folder}`)
    if (listed === null) continue
    for (const entry of listed.entries) {
      if (!isUtf8(entry.name)) {
        unreadable++
        continue
      }
      const path = folder + entry.name.toString('utf8')
      if (!takes(listed.stack, path, base + path, entry.isDirectory())) continue
      if (entry.isDirectory()) open.push({ path: `${path}/`, above: listed.stack })
      else if (entry.isFile()) {
        searched++
        if (context.files.allows(realBelow(root, path), 'read')) paths.push(path)
        else refused++
      }
    }
  }
  return { paths: paths.toSorted(comparePaths), searched, refused, unreadable }
}

function listFolder(
  root: SearchRoot,
  path: string,
  above: IgnoreStack | null,
  whole: string,
): { readonly stack: IgnoreStack; readonly entries: readonly Dirent<Buffer>[] } | null {
  let found
  try {
    found = openFile(root.file.entry(path === '' ? '.' : path.slice(0, -1)), path === '' ? 'follow' : 'hold-link')
  } catch {
    // It is gone.
    return null
  }
  try {
    const isSameFolder = path === '' || found.real === realBelow(root, path.slice(0, -1))
    if (!isSameFolder || found.kind !== 'folder') return null
    const folder = found.entry('.')
    const entries = readdirSync(folder, { encoding: 'buffer', withFileTypes: true })
    return { stack: pushIgnoreRules(above, whole, folder), entries }
  } catch {
    // It is closed to this user.
    return null
  } finally {
    found.close()
  }
}

type Takes = (stack: IgnoreStack, path: string, whole: string, isFolder: boolean) => boolean

function compileFilter({ glob, type, hidden }: WalkFilter): Takes {
  const byGlob: IgnoreRules | null = glob === null ? null : readGlobRules(glob)
  const ofType = type === null ? null : compileType(type)
  return (stack, path, whole, isFolder) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (hidden && name === '.git') return false
    const named = byGlob?.(path, isFolder) ?? null
    if (named !== null) return named === 'take'
    const answer = askIgnoreRules(stack, whole, isFolder)
    if (answer === 'ignore') return false
    if (ofType !== null && !isFolder) return ofType(name)
    return hidden || answer === 'take' || !name.startsWith('.')
  }
}

function compileType(type: string): (name: string) => boolean {
  const globs = type === 'all' ? [...FILE_TYPES.values()].flat() : FILE_TYPES.get(type)
  if (globs === undefined) throw patternError(`unrecognized file type: ${type}`)
  const fits = globs.map(compileGlob)
  return (name) => fits.some((one) => one(name))
}
