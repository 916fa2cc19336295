import { type EgressRule, type EgressTarget, isLocalName, writeTarget } from '@poundlock/spec'
import { findSpecialNetwork } from './check-address.ts'

/** What a person said about a target. */
export type EgressAnswer = { readonly allowed: true } | EgressRefusal

/** Why a target is refused, and what would allow it where that is no rule of `sandbox.egress`. */
export interface EgressRefusal {
  readonly allowed: false
  readonly reason: string
  readonly remedy?: string
}

/**
 * Asks whether a command may contact a target that no rule covers. Its connection waits for the answer.
 *
 * @param signal aborts when the command has ended
 */
export type AskEgress = (target: EgressTarget, signal: AbortSignal) => Promise<EgressAnswer>

/** A rule for the target, or why there is none. */
export type AskForRule = (target: EgressTarget) => Promise<EgressRule | EgressRefusal>

/**
 * Asks once for each target, however many connections wait for it, and remembers the answer for the run. Addresses of
 * this machine, of the own network and of cloud services are not asked about: a rule has to name them.
 */
export function askOnce(ask: AskEgress, rules: EgressRule[], signal: AbortSignal): AskForRule {
  const answers = new Map<string, Promise<EgressRule | EgressRefusal>>()
  const answerFor = async (target: EgressTarget): Promise<EgressRule | EgressRefusal> => {
    const { host, port, isAddress } = target
    const isSpecial = isAddress ? findSpecialNetwork(host) !== null : isLocalName(host)
    if (isSpecial) return refused('addresses like it are not asked about')
    const answer = await ask(target, signal).catch((): EgressAnswer => ({ allowed: false, reason: 'asking failed' }))
    if (!answer.allowed) return answer
    const rule: EgressRule = { host, covers: isAddress ? 'address' : 'name', ports: [port], allowPrivate: false }
    rules.push(rule)
    return rule
  }
  return (target) => {
    const key = writeTarget(target)
    const known = answers.get(key)
    if (known) return known
    if (answers.size >= MOST_QUESTIONS) return Promise.resolve(refused('too many hosts were asked about already'))
    const answer = answerFor(target)
    answers.set(key, answer)
    return answer
  }
}

const refused = (reason: string): EgressRefusal => ({ allowed: false, reason })

/** Of one run: a person reads no more. */
const MOST_QUESTIONS = 50
