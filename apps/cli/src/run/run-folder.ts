import {
  closeSync,
  constants,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { isAbandoned, makeOwnFolder, namesIn, ownerMark } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'

/** The temporary folder of one run, which the agent may write. */
export interface RunFolder {
  readonly path: string
  readonly home: string
  readonly settings: string
  /** Writes a file of this run; the folders above it are made. */
  write(path: string, text: string): void
  /** Removes a file or a folder of the home folder. */
  removeOwn(name: string): void
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
  const give = (descriptor: number) => process.getuid?.() === 0 && fchownSync(descriptor, uid, gid)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  withFile(path, constants.O_DIRECTORY, give)
  /** An earlier agent may have left a link in the place of a folder or a file: it goes. */
  const makeFolder = (top: string, folder: string) => {
    if (folder !== top) makeFolder(top, dirname(folder))
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found?.isDirectory() === true) return
    if (folder === top && found !== undefined) throw noFolder(folder)
    rmSync(folder, { force: true })
    mkdirSync(folder, { mode: 0o700 })
    withFile(folder, constants.O_DIRECTORY, give)
  }
  for (const folder of [home, settings]) makeFolder(folder, folder)
  const topOf = (entry: string) => (isWithin(entry, home) ? home : settings)
  return {
    path,
    home,
    settings,
    write(file, text) {
      makeFolder(topOf(file), dirname(file))
      rmSync(file, { recursive: true, force: true })
      withFile(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, (descriptor) => {
        writeFileSync(descriptor, text)
        give(descriptor)
      })
    },
    removeOwn(name) {
      const file = join(home, name)
      makeFolder(home, dirname(file))
      rmSync(file, { recursive: true, force: true, maxRetries: 5 })
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function withFile(file: string, flags: number, act: (descriptor: number) => unknown): void {
  const descriptor = openSync(file, flags | constants.O_NOFOLLOW, 0o600)
  try {
    act(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const noFolder = (folder: string) =>
  new UsageError(`${JSON.stringify(folder)} is not a folder`, {
    remedy: 'Only agents write there. Look at it, then remove it, and the folder is made again.',
  })

function keptFolder(named: string): string {
  const folder = resolve(named)
  makeOwnFolder(folder)
  return realpathSync(folder)
}
