import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned, ownerMark } from '@poundlock/sandbox'

/** Files of ours that are mounted into containers. They lie in the state folder, where no command sees them. */
export interface OwnFiles {
  /** Path of a file that holds this text. */
  text(content: string): string
  /** Something that can neither be opened nor looked into, to lay over what is hidden. */
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
        const fresh = `${path}.${ownerMark()}`
        writeFileSync(fresh, content, { mode: 0o644 })
        chmodSync(fresh, 0o644)
        renameSync(fresh, path)
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

/** What somebody was writing when they were killed. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter(isAbandoned)) rmSync(join(folder, name), { force: true })
}
