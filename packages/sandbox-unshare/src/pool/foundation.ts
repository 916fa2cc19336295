import type { MountPlan, MountStep } from '@poundlock/sandbox'
import { HostFacts, identityOf, inheritedFacts } from './host-facts.ts'
import { hasMountsAt, mountsOf, mountsWithin } from './mount-list.ts'

/** A sandbox that is built. */
interface Standing {
  readonly pid: number
  readonly mounts: string
  /** What of the host is bound in it. */
  readonly sources: readonly string[]
}

/**
 * The facts that a built sandbox depends on. A waiting sandbox keeps the mounts of the time when it was built, while
 * the host changes. It may only be used while these facts are unchanged, so that it equals a new one.
 *
 * A fact that cannot be read counts as changed. Make it before the sandbox is started.
 */
export class Foundation {
  readonly #facts = new HostFacts()
  readonly #inherited = inheritedFacts()
  readonly #hostMounts = mountsOf('self')
  #standing: Standing | null = null

  /** What the plan is to be compiled with: it is a pure function of the policy and of these answers. */
  get entryAt(): HostFacts['entryAt'] {
    return this.#facts.entryAt
  }

  /**
   * Looks at the sandbox when it is built. False when something is not where the plan wants it, or has changed since.
   */
  settle(pid: number, plan: MountPlan): boolean {
    const mounts = mountsOf(pid)
    const targets = plan.steps.filter(isMount).map(({ target }) => target)
    if (mounts === null || !hasMountsAt(mounts, targets)) return false
    // A bind holds the file or folder that the host had there, so that its number is not reused: later a look at the
    // host suffices.
    const binds = plan.steps.filter((step) => step.kind === 'bind')
    for (const { source, target } of binds) {
      if (this.#facts.identityAt(source) !== identityOf(`/proc/${String(pid)}/root${target}`)) return false
    }
    this.#standing = { pid, mounts, sources: plan.root === 'host' ? ['/'] : binds.map(({ source }) => source) }
    return this.holds()
  }

  /** True when a sandbox that is built now would be the same. */
  holds(): boolean {
    const standing = this.#standing
    return (
      standing !== null &&
      // The kernel removes a mount when its mount point is replaced or deleted on the host, and moves it when that is
      // renamed. Both show here.
      mountsOf(standing.pid) === standing.mounts &&
      // A protected or hidden path that came to be, or another file or folder in the place of one.
      this.#facts.hold() &&
      // Something mounted on the host since would be missing inside.
      this.#hasHostMounts(standing.sources) &&
      this.#inherited !== null &&
      inheritedFacts() === this.#inherited
    )
  }

  #hasHostMounts(sources: readonly string[]): boolean {
    const [before, now] = [this.#hostMounts, mountsOf('self')]
    if (before === null || now === null) return false
    return before === now || mountsWithin(before, sources) === mountsWithin(now, sources)
  }
}

function isMount(step: MountStep): boolean {
  return step.kind !== 'text' && step.kind !== 'link' && !(step.kind === 'hide' && step.optional === true)
}
