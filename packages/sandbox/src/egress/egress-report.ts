import { visibleText } from '@poundlock/spec'
import type { SandboxDenial } from '../contract.ts'

/** More than a person reads; a program in a loop asks for more. */
const longestReport = 50
const longestTarget = 300

/** What a run was refused: each target once, with how often, and no more than somebody reads. */
export class EgressReport {
  readonly #refused = new Map<string, { readonly denial: SandboxDenial; count: number }>()
  #others = 0

  /** @param message a sentence that says why, and what would allow it */
  add(target: string | null, message: string): void {
    const shown = target === null ? null : visibleText(target.slice(0, longestTarget))
    const key = `${String(shown)}\n${message}`
    const known = this.#refused.get(key)
    if (known) known.count += 1
    else if (this.#refused.size >= longestReport) this.#others += 1
    else this.#refused.set(key, { denial: { kind: 'network', target: shown, message }, count: 1 })
  }

  denials(): readonly SandboxDenial[] {
    const denials = [...this.#refused.values()].map(({ denial, count }): SandboxDenial => {
      return count === 1 ? denial : { ...denial, message: `${denial.message} (${String(count)} times)` }
    })
    if (this.#others === 0) return denials
    const message = `${String(this.#others)} further attempts to reach the network were refused.`
    return [...denials, { kind: 'network', target: null, message }]
  }
}
