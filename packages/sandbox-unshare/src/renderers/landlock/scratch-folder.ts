import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned, openFolders, ownerMark, removeFolder } from '@poundlock/state-files/node'

/** A private HOME and TMPDIR on the disk, for one command. */
export interface ScratchFolder {
  readonly home: string
  readonly temporary: string
  remove(): Promise<void>
}

/**
 * Makes a scratch folder below `base`, a folder of ours. Those of a killed Poundlock are removed.
 *
 * @param owner the owner of the folder; the current user unless set
 */
export function makeScratchFolder(base: string, owner: number | null): ScratchFolder {
  mkdirSync(base, { recursive: true, mode: 0o700 })
  const folder = join(base, `${ownerMark()}-${randomUUID()}`)
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
  for (const path of [folder, home, temporary]) {
    mkdirSync(path, { mode: 0o700 })
    if (owner !== null) chownSync(path, owner, owner)
  }
  return { home, temporary, remove: () => removeFolder(folder) }
}

/** Removes leftovers of processes that are gone. */
export function removeScratchLeftovers(base: string): void {
  if (!existsSync(base)) return
  for (const name of readdirSync(base)) {
    if (!isAbandoned(name)) continue
    openFolders(join(base, name))
    rmSync(join(base, name), { recursive: true, force: true })
  }
}
