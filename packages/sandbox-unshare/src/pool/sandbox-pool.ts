import { createHash } from 'node:crypto'
import { SandboxError } from '@poundlock/sandbox'
import type { SandboxProcess } from '../process/sandbox-process.ts'
import { Foundation } from './foundation.ts'
import type { PoolOptions } from './pool-options.ts'
import { type Recipe, startWaiting, type WaitingSandbox } from './sandbox-build.ts'

/** A sandbox that waits, or will. */
interface Waiting extends WaitingSandbox {
  readonly foundation: Foundation
}

/** The sandboxes of one policy. */
interface Shelf {
  readonly recipe: Recipe
  readonly waiting: Waiting[]
  building: Promise<void> | null
  /** Why the last ones could not be built. */
  failures: Error[]
  readonly idle: NodeJS.Timeout
}

/** Policies whose sandboxes are kept at a time; more would be memory for nothing. */
const MOST_SHELVES = 4
const DEFAULT_IDLE = 60_000
/** A new sandbox is built when the command that took one has ended, or after so many milliseconds of a longer one. */
const REFILL_DELAY = 100
/** Failures in a row before building stops until the next request: the next build would fail, too. */
const MOST_FAILURES = 3
/** Longer than anything here: it only keeps Node. */
const FOREVER = 2 ** 31 - 1

/**
 * Sandboxes that are built and confined, each waiting for its one command. A pool never decides how a sandbox is built:
 * it keeps one that was built from a recipe, and gives it out only while it equals a new one.
 */
export class SandboxPool {
  readonly #size: number
  readonly #idleMs: number
  /** By the key of the recipe; the one used last is the last. */
  readonly #shelves = new Map<string, Shelf>()
  readonly #alive = new Set<SandboxProcess>()
  #closed = false

  constructor({ size, idleMs = DEFAULT_IDLE }: PoolOptions) {
    this.#size = size
    this.#idleMs = idleMs
  }

  /**
   * Says which sandboxes are wanted from now on, and returns the key to take them with. Those that were built for the
   * same workspace under another policy are ended.
   */
  use(recipe: Recipe): string {
    const key = keyOf(recipe)
    if (this.#closed) return key
    for (const [other, shelf] of this.#shelves) {
      if (other !== key && shelf.recipe.policy.workspace === recipe.policy.workspace) this.#drop(other)
    }
    const shelf = this.#shelves.get(key)
    this.#shelves.delete(key)
    this.#shelves.set(key, shelf ?? this.#newShelf(key, recipe))
    if (shelf !== undefined) shelf.failures = []
    for (const oldest of this.#shelves.keys()) {
      if (this.#shelves.size <= MOST_SHELVES) break
      this.#drop(oldest)
    }
    this.#touch(key)
    return key
  }

  /** Gives out a sandbox that was built for this key and is as it would be built now, or `null`. It is held then. */
  take(key: string): WaitingSandbox | null {
    const shelf = this.#shelves.get(key)
    if (shelf === undefined) return null
    this.#touch(key)
    for (let next = shelf.waiting.shift(); next !== undefined; next = shelf.waiting.shift()) {
      if (isUsable(next)) {
        this.#alive.delete(next.process)
        next.process.hold(true)
        this.#refillAfter(shelf, next.process.gone)
        return next
      }
      next.process.discard()
    }
    this.#refillAfter(shelf, null)
    return null
  }

  #refillAfter(shelf: Shelf, end: Promise<void> | null): void {
    const refill = (): void => void this.#fill(shelf)
    const timer = setTimeout(refill, REFILL_DELAY)
    timer.unref()
    void end?.then(() => {
      clearTimeout(timer)
      refill()
    })
  }

  /**
   * Fills the shelf of a key, and waits for it.
   *
   * @throws the reason when none can be built
   */
  async warm(key: string): Promise<void> {
    const shelf = this.#shelves.get(key)
    if (shelf === undefined) return
    shelf.failures = []
    await staying(this.#fill(shelf))
    // Some may have been there for long; and a change may have come while others were built.
    for (const stale of shelf.waiting.filter((one) => !isUsable(one))) {
      shelf.waiting.splice(shelf.waiting.indexOf(stale), 1)
      stale.process.discard()
    }
    await staying(this.#fill(shelf))
    const [reason] = shelf.failures
    if (reason !== undefined && shelf.waiting.length === 0) throw reason
  }

  /** Ends all that wait. */
  async close(): Promise<void> {
    this.#closed = true
    for (const key of this.#shelves.keys()) this.#drop(key)
    await staying(Promise.all([...this.#alive].map(({ gone }) => gone)))
  }

  #newShelf(key: string, recipe: Recipe): Shelf {
    const idle = setTimeout(() => this.#drop(key), this.#idleMs)
    idle.unref()
    return { recipe, waiting: [], building: null, failures: [], idle }
  }

  #touch(key: string): void {
    this.#shelves.get(key)?.idle.refresh()
  }

  #drop(key: string): void {
    const shelf = this.#shelves.get(key)
    if (shelf === undefined) return
    this.#shelves.delete(key)
    clearTimeout(shelf.idle)
    for (const { process } of shelf.waiting.splice(0)) process.discard()
  }

  #isCurrent(shelf: Shelf): boolean {
    return !this.#closed && [...this.#shelves.values()].includes(shelf)
  }

  /** One after the other, so that a command in the meantime finds a processor. */
  #fill(shelf: Shelf): Promise<void> {
    return (shelf.building ??= this.#buildAll(shelf).finally(() => {
      shelf.building = null
    }))
  }

  async #buildAll(shelf: Shelf): Promise<void> {
    while (this.#isCurrent(shelf) && shelf.waiting.length < this.#size && shelf.failures.length < MOST_FAILURES) {
      try {
        await this.#build(shelf)
        shelf.failures = []
      } catch (error) {
        shelf.failures.push(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  async #build(shelf: Shelf): Promise<void> {
    const foundation = new Foundation()
    const build = startWaiting(shelf.recipe, foundation.entryAt)
    if (build === null) throw unverified()
    const { process, plan } = build
    process.hold(false)
    this.#alive.add(process)
    void process.gone.then(() => this.#forget(shelf, process))
    await process.built
    if (this.#isCurrent(shelf) && process.pid !== undefined && foundation.settle(process.pid, plan)) {
      shelf.waiting.push({ ...build, foundation })
      return
    }
    process.discard()
    if (this.#isCurrent(shelf)) throw unverified()
  }

  #forget(shelf: Shelf, process: SandboxProcess): void {
    this.#alive.delete(process)
    const index = shelf.waiting.findIndex((one) => one.process === process)
    if (index >= 0) shelf.waiting.splice(index, 1)
  }
}

function isUsable({ process, foundation }: Waiting): boolean {
  return !process.wasUnused && foundation.holds()
}

/** Waits for something, and Node waits too: sandboxes of a pool do not keep it. */
async function staying<Value>(awaited: Promise<Value>): Promise<Value> {
  const stay = setInterval(() => {}, FOREVER)
  try {
    return await awaited
  } finally {
    clearInterval(stay)
  }
}

function unverified(): SandboxError {
  return new SandboxError('A sandbox that was built ahead cannot be compared with the host, so none is kept.', {
    code: 'SANDBOX_FAILED',
    remedy: 'Commands are contained without it. /proc must show the mounts and the root of own processes.',
  })
}

/** Stands for all that a sandbox is built from; control groups and the processor are those of the backend. */
function keyOf({ policy, users, system, scratchBytes, renderer, loader }: Recipe): string {
  const parts = [policy, users, system, scratchBytes, renderer.name, renderer.identity, loader]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
