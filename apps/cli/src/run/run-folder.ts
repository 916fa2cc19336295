import { chownSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isAbandoned, makeOwnFolder, namesIn, ownerMark } from '@poundlock/state-files/node'

/** The temporary folder of one run, which the agent may write. */
export interface RunFolder {
  readonly path: string
  readonly home: string
  readonly settings: string
  /** Writes a file of this run; the folders above it are made. */
  write(path: string, text: string): void
  remove(): void
}

/** Where the folders of runs lie: neither in the state, which is hidden inside, nor in what others may write. */
const baseFolder = () => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'poundlock', 'runs')

/**
 * Makes the folder of a run, and removes those of runs that were killed.
 *
 * @param kept holds the home folder, which stays then
 */
export function openRunFolder(workspace: string, kept?: string): RunFolder {
  const base = baseFolder()
  makeOwnFolder(base)
  for (const name of namesIn(base)) {
    if (isAbandoned(name)) rmSync(join(base, name), { recursive: true, force: true })
  }
  const path = join(base, `run-${ownerMark()}`)
  const settings = join(path, 'settings')
  const home = join(kept === undefined ? path : keptFolder(kept), 'home')
  // What root runs in the workspace of a user runs as that user.
  const { uid, gid } = statSync(workspace)
  const isRoot = process.getuid?.() === 0
  const give = (entry: string) => isRoot && chownSync(entry, uid, gid)
  const makeFolder = (folder: string) => {
    if (folder === path || statSync(folder, { throwIfNoEntry: false })) return
    makeFolder(dirname(folder))
    mkdirSync(folder, { mode: 0o700 })
    give(folder)
  }
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  give(path)
  for (const folder of [home, settings]) makeFolder(folder)
  return {
    path,
    home,
    settings,
    write(file, text) {
      makeFolder(dirname(file))
      writeFileSync(file, text, { mode: 0o600 })
      give(file)
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function keptFolder(named: string): string {
  const folder = resolve(named)
  makeOwnFolder(folder)
  return realpathSync(folder)
}
