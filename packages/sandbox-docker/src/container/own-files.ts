import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned, replaceOwnFile } from '@poundlock/state-files/node'

/** Files of ours that are mounted into containers. They lie in the state folder, where no command sees them. */
export interface OwnFiles {
  /** Path of a file that holds this text. */
  text(content: string): string
  /** An entry that can neither be opened nor listed, to mount over hidden paths. */
  cover(of: 'file' | 'folder'): string
}

export function ownFiles(folder: string): OwnFiles {
  const texts = join(folder, 'texts')
  const covers = join(folder, 'covers')
  return {
    text(content) {
      const path = join(texts, createHash('sha256').update(content).digest('hex').slice(0, 24))
      if (statSync(path, { throwIfNoEntry: false }) === undefined) {
        mkdirSync(texts, { recursive: true, mode: 0o700 })
        removeAbandoned(texts)
        replaceOwnFile(path, content, { mode: 0o644, durable: false })
      }
      return path
    },
    cover(of) {
      const path = join(covers, of)
      if (statSync(path, { throwIfNoEntry: false }) === undefined) {
        mkdirSync(covers, { recursive: true, mode: 0o700 })
        if (of === 'folder') mkdirSync(path, { recursive: true, mode: 0o000 })
        else writeFileSync(path, '', { mode: 0o000 })
      }
      return path
    },
  }
}

/** Removes files that a killed process had not finished. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter(isAbandoned)) rmSync(join(folder, name), { force: true })
}
