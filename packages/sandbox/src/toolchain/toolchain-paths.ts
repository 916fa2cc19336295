import { basename, dirname } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { isPlainAbsolute, withoutTrailingSlash } from '../mount-plan/plain-path.ts'
import { SYSTEM_FOLDERS } from '../mount-plan/system-paths.ts'

/** The search path and the home in which toolchains are looked for. */
export interface ToolchainOptions {
  /** Nothing in it needs to be shown, and it must stay writable. */
  readonly workspace?: string
  /** A folder that contains one of these is not proposed. */
  readonly hiddenPaths?: readonly string[]
  /** The real path of what exists, or `null`. Asks this machine unless given. */
  readonly realPath?: (path: string) => string | null
}

/** Folders of programs whose package is the folder above: `~/.nvm/versions/node/v24/bin`, `~/.pyenv/shims`. */
const PROGRAM_FOLDERS = new Set(['bin', 'sbin', 'shims', '.bin'])

/** Folders that the programs of a folder need. Source: the documentation of rustup ("Environment variables"). */
const COMPANIONS: readonly (readonly [suffix: string, companion: string])[] = [['/.cargo/bin', '.rustup']]

/**
 * Proposes what to show a command read-only so that the programs on a PATH work: for each entry outside the system
 * folders, the package that it belongs to. Never the home folder itself, never a folder that contains it or a hidden
 * path, never the first level below the root: rather the entry alone, or nothing.
 *
 * @param path what the variable PATH holds
 * @param home absolute path of the home folder
 * @returns real paths, sorted, none inside another
 */
export function toolchainPaths(path: string, home: string, options: ToolchainOptions = {}): readonly string[] {
  const realPath = options.realPath ?? realPathOrNull
  const realHome = realPath(home) ?? home
  const hidden = (options.hiddenPaths ?? []).flatMap((given) => [given, realPath(given) ?? given])
  const isSystem = (candidate: string): boolean => SYSTEM_FOLDERS.some((folder) => isWithin(candidate, folder))
  const isInWorkspace = (candidate: string): boolean =>
    options.workspace !== undefined &&
    (isWithin(candidate, options.workspace) || isWithin(options.workspace, candidate))
  const acceptable = (candidate: string): boolean =>
    !isWithin(realHome, candidate) &&
    dirname(candidate) !== '/' &&
    !isInWorkspace(candidate) &&
    !hidden.some((secret) => isWithin(secret, candidate) || isWithin(candidate, secret))
  const proposals = new Set<string>()
  const propose = (...candidates: readonly string[]): void => {
    const found = candidates.find(acceptable)
    if (found !== undefined) proposals.add(found)
  }
  for (const given of path.split(':')) {
    if (!isPlainAbsolute(given)) continue
    const entry = realPath(withoutTrailingSlash(given))
    if (entry === null || isSystem(entry)) continue
    propose(...(PROGRAM_FOLDERS.has(basename(entry)) ? [dirname(entry), entry] : [entry]))
    for (const [suffix, companion] of COMPANIONS) {
      const candidate = entry.endsWith(suffix) ? realPath(`${entry.slice(0, -suffix.length)}/${companion}`) : null
      if (candidate !== null) propose(candidate)
    }
  }
  const all = [...proposals].toSorted()
  return all.filter((candidate) => !all.some((outer) => outer !== candidate && isWithin(candidate, outer)))
}
