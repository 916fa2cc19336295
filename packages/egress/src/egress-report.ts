import { visibleText } from '@poundlock/spec'

/** Something that a command asked the network for and was refused. */
export interface EgressDenial {
  readonly kind: 'network'
  /** The address, as the command named it, escaped; `null` where it named none. */
  readonly target: string | null
  /** A sentence for the person and the model: the reason, and the setting that would allow the target. */
  readonly message: string
}

/** More than a person reads; a program in a loop asks for more. */
const LONGEST_REPORT = 50
const LONGEST_TARGET = 300

/** The refusals of a run: each target once, with a count, up to a limit. */
export class EgressReport {
  readonly #refused = new Map<string, { readonly denial: EgressDenial; count: number }>()
  #others = 0

  /** @param message a sentence with the reason, and the setting that would allow the target */
  add(target: string | null, message: string): void {
    const shown = target === null ? null : visibleText(target.slice(0, LONGEST_TARGET))
    const key = `${String(shown)}\n${message}`
    const known = this.#refused.get(key)
    if (known) known.count += 1
    else if (this.#refused.size >= LONGEST_REPORT) this.#others += 1
    else this.#refused.set(key, { denial: { kind: 'network', target: shown, message }, count: 1 })
  }

  denials(): readonly EgressDenial[] {
    const denials = [...this.#refused.values()].map(({ denial, count }): EgressDenial => {
      return count === 1 ? denial : { ...denial, message: `${denial.message} (${String(count)} times)` }
    })
    if (this.#others === 0) return denials
    const message = `${String(this.#others)} further attempts to reach the network were refused.`
    return [...denials, { kind: 'network', target: null, message }]
  }
}
