import { lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { entriesIn, realPathOrNull } from '@poundlock/state-files/node'

/** The most folders that are read after each run; deeper and later ones are left out. */
const mostFolders = 1000

/**
 * New links in folders of dependencies, nearest first, those of tools (`.bin`, `.cache`) before packages. Links that
 * package managers make are left out: from a package to a folder of one.
 *
 * @param folders absolute
 * @param since milliseconds
 */
export function linksInSkipped(folders: readonly string[], since: number): readonly string[] {
  const links: string[] = []
  const pending = [...folders]
  for (let at = 0; at < pending.length && at < mostFolders; at++) {
    const folder = pending[at]!
    const below: string[] = []
    for (const entry of entriesIn(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) below.push(path)
      else if (entry.isSymbolicLink() && isMadeSince(path, since) && !isPackage(path)) links.push(path)
    }
    pending.push(...below.toSorted((one, other) => Number(isOfTool(other)) - Number(isOfTool(one))))
  }
  return links
}

const isOfTool = (path: string): boolean => basename(path).startsWith('.')

function isMadeSince(path: string, since: number): boolean {
  return (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= since
}

/** `npm link` and `file:` dependencies: `node_modules/name`, `node_modules/@scope/name`. Source: npm-link(1). */
function isPackage(path: string): boolean {
  const folder = dirname(path)
  const holder = basename(folder).startsWith('@') ? dirname(folder) : folder
  const real = basename(holder) === 'node_modules' ? realPathOrNull(path) : null
  return real !== null && statSync(join(real, 'package.json'), { throwIfNoEntry: false })?.isFile() === true
}
