import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listingBelow } from '../links/links-below.ts'

/** Where git changes files by the names of references and worktrees. gitrepository-layout(5) */
const CHANGED = ['refs', 'logs', 'reftable', 'worktrees']

/**
 * Whether what git changes in a repository may lie elsewhere: it appends to the log of a branch through a link, and removes
 * it. Source: git: refs/files-backend.c
 */
export function holdsLinks(data: string): boolean {
  const look = listingBelow(data)
  try {
    // Hooks are only run, and looked at for that.
    const isLink = readdirSync(data, { withFileTypes: true }).some(
      (entry) => entry.isSymbolicLink() && entry.name !== 'hooks',
    )
    return isLink || CHANGED.some((name) => look(join(data, name))?.links.length !== 0)
  } catch {
    return true
  }
}
