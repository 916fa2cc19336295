import { lstatSync } from 'node:fs'
import { repositoryDangers } from '../repositories/repository-dangers.ts'
import { withinFolder } from './anchored-folder.ts'
import { identityOf, keepTree, type KeptTree } from './kept-tree.ts'
import { type Quarantined, quarantine } from './quarantine.ts'
import { restoreTree } from './restore-tree.ts'
import { sweepMissing } from './watched-paths.ts'

/** A protected path that was there when a command started. */
interface StandingPath {
  readonly path: string
  readonly identity: string
  /** `null` when it holds too much to be kept. */
  readonly kept: KeptTree | null
}

/**
 * Protected paths that are mounted read-only over themselves. The kernel removes such a mount when a person replaces or
 * deletes its file while a command runs, as git does with its configuration; from then on the command could write
 * there. So a file or folder with another identity afterwards is restored, and the new one is kept in the quarantine.
 */
export class StandingPaths {
  readonly #root: string
  readonly #quarantine: string
  /** The last kept trees, so that unchanged files are read once. */
  #last = new Map<string, KeptTree>()

  constructor(root: string, quarantineFolder: string) {
    this.#root = root
    this.#quarantine = quarantineFolder
  }

  /** Notes the present entries at these paths; call `sweep` when the command has ended. */
  note(paths: readonly string[]): { sweep(): readonly Quarantined[] } {
    const last = new Map<string, KeptTree>()
    const standing: StandingPath[] = []
    for (const path of paths) {
      const identity = this.#identity(path)
      if (identity === null) continue
      const kept = this.#keep(path)
      if (kept !== null) last.set(path, kept)
      standing.push({ path, identity, kept })
    }
    this.#last = last
    return { sweep: () => standing.flatMap((one) => this.#sweepOne(one)) }
  }

  #sweepOne({ path, identity, kept }: StandingPath): readonly Quarantined[] {
    const now = this.#identity(path)
    if (now === identity) return []
    // Missing, or behind a link.
    if (now === null) return listOf(sweepMissing(this.#root, path, path.split('/')[0]!, this.#quarantine))
    if (this.#isHarmless(path)) return []
    if (kept !== null) return restoreTree(this.#root, { ...kept, passages: new Map() }, this.#quarantine)
    const reason = 'it was exchanged while a command ran, and could be written then'
    return listOf(quarantine(this.#root, path, reason, this.#quarantine))
  }

  /** Git replaces its configuration at each change: one that runs nothing may be the person's, and is harmless. */
  #isHarmless(path: string): boolean {
    const [, name] = /^\.git\/(hooks|config|config\.worktree)$/.exec(path) ?? []
    if (name === undefined) return false
    return repositoryDangers(`${this.#root}/.git`).every((danger) => danger.path.split('/')[0] !== name)
  }

  /** Of a file or folder that no link leads to. */
  #identity(path: string): string | null {
    return withinFolder(this.#root, path, (target) => {
      try {
        const stats = lstatSync(target, { throwIfNoEntry: false })
        return stats === undefined || stats.isSymbolicLink() ? null : identityOf(stats)
      } catch {
        return null
      }
    })
  }

  #keep(path: string): KeptTree | null {
    try {
      return keepTree(this.#root, [path], this.#last.get(path) ?? null)
    } catch {
      return null
    }
  }
}

const listOf = (found: Quarantined | null): readonly Quarantined[] => (found === null ? [] : [found])
