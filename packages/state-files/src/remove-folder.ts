import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder with all that a command left in it, also where the command has closed its own folders. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    openFolders(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lets the owner into a folder and every folder below it; follows no links. */
export function openFolders(folder: string): void {
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) openFolders(path)
  }
}
