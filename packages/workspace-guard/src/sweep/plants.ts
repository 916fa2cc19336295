import { editorWorkspaces } from '../paths/editor-workspaces.ts'
import type { FoundRepositories } from '../repositories/find-repositories.ts'
import { linksInSkipped } from './links-in-skipped.ts'
import { type KnownLinks, noteLinks, type OutwardLinksOptions, sweepLinks } from './outward-links.ts'
import { quarantine, type Quarantined } from './quarantine.ts'

/** Entries before a command that look like leftovers for the next tool. */
export interface KnownPlants {
  /** All folders that commands may write to. */
  readonly writable: readonly string[]
  /** Links that led out. */
  readonly links: KnownLinks
  /** Files that an editor opens as a workspace. */
  readonly editors: readonly string[]
}

/** @param links of the last search */
export function notePlants(links: readonly string[], options: OutwardLinksOptions): KnownPlants {
  const { root, writable } = options
  return { writable, links: noteLinks(links, options), editors: editorWorkspaces(root) }
}

/** Moves files out of the way that a command made for an editor. */
export function sweepEditors(root: string, { editors }: KnownPlants, folder: string): readonly Quarantined[] {
  return editorWorkspaces(root)
    .filter((name) => !editors.includes(name))
    .flatMap((name) => quarantine(root, name, 'an editor that opens it runs its tasks', folder) ?? [])
}

/** Removes links that a command left and that lead to paths that it could not write. */
export function sweepOutwardLinks(
  { links, skipped }: Pick<FoundRepositories, 'links' | 'skipped'>,
  known: KnownPlants,
  since: number,
  options: OutwardLinksOptions,
): readonly Quarantined[] {
  return sweepLinks([...links, ...linksInSkipped(skipped, since)], known.links, since, options)
}
