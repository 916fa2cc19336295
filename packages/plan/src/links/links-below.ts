import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { followLinks } from './follow-links.ts'

/** A folder that holds more is not looked through. */
const MAX_ENTRIES = 200_000
/** Nor is a further one, once all of a line hold more. */
const MAX_OF_LINE = 400_000

/** What lies below a folder. */
export interface Listing {
  /** Relative to the folder, links among them. */
  readonly names: readonly string[]
  readonly links: readonly FolderLink[]
}

export interface FolderLink {
  /** Relative to the folder. */
  readonly name: string
  /** What it leads to, absolute; `null` where that cannot be told. */
  readonly target: string | null
}

/**
 * Makes what lists a folder with all below it, and below the folders of the workspace that links there lead to. `null`
 * where there is too much, or where one cannot be looked into. Each folder is looked through once.
 */
export function listingBelow(workspace: string): (folder: string) => Listing | null {
  const known = new Map<string, Listing | null>()
  let visited = 0
  return (folder) => {
    let found = known.get(folder)
    if (found === undefined) {
      found = visited > MAX_OF_LINE ? null : list(folder, workspace)
      visited += found?.names.length ?? MAX_ENTRIES
      known.set(folder, found)
    }
    return found
  }
}

function list(top: string, workspace: string): Listing | null {
  const names: string[] = []
  const links: FolderLink[] = []
  const visited = new Set<string>([top])
  const folders: [path: string, name: string][] = [[top, '']]
  try {
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const [folder, before] = next
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (names.length >= MAX_ENTRIES) return null
        const name = before + entry.name
        const path = join(folder, entry.name)
        names.push(name)
        if (entry.isDirectory()) visit(path, name)
        if (!entry.isSymbolicLink()) continue
        const target = followLinks(path)
        links.push({ name, target })
        if (target?.startsWith(`${workspace}/`) && !target.startsWith(`${top}/`) && isFolder(target))
          visit(target, name)
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return names.length === 0 && (code === 'ENOENT' || code === 'ENOTDIR') ? { names, links } : null
  }
  return { names, links }

  function visit(path: string, name: string): void {
    if (visited.has(path)) return
    visited.add(path)
    folders.push([path, `${name}/`])
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
