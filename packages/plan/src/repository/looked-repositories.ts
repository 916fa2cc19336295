import type { DiskBudget } from '../links/disk-budget.ts'
import { type Gitlinks, readGitlinks } from './gitlinks.ts'
import { findNested } from './nested-repositories.ts'

/** Looks at the disk that a repository takes: its settings, hooks and what it lends from. */
const STEPS_OF_REPOSITORY = 64

/** What was looked at in repositories for one line, so that each is looked at once, and not without end. */
export class LookedRepositories {
  readonly #disk: DiskBudget
  readonly #gitlinks = new Map<string, Gitlinks>()
  readonly #nested = new Map<string, ReturnType<typeof findNested>>()
  readonly #answers = new Map<string, readonly string[]>()

  constructor(disk: DiskBudget) {
    this.#disk = disk
  }

  /** The answer to a question that was asked before. */
  answer(question: string, find: () => readonly string[]): readonly string[] {
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    const found = find()
    this.#answers.set(question, found)
    return found
  }

  /** @returns false where no more repositories are looked at for the line */
  mayLook(): boolean {
    return this.#disk.spend(STEPS_OF_REPOSITORY)
  }

  gitlinks(own: string): Gitlinks {
    const known = this.#gitlinks.get(own)
    if (known !== undefined) return known
    const found = readGitlinks(own, this.#disk)
    this.#gitlinks.set(own, found)
    return found
  }

  nested(top: string): ReturnType<typeof findNested> {
    const known = this.#nested.get(top)
    if (known !== undefined) return known
    const found = findNested(top, this.#disk)
    this.#nested.set(top, found)
    return found
  }
}
