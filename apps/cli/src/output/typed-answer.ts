import { reachFrom, REACH_USAGE, readReach, type ApprovalDecision, type GrantReach } from '@poundlock/approvals'

/** The answer that was typed at a question; `null` for an "always" with invalid limits. */
export type TypedAnswer = {
  readonly decision: ApprovalDecision
  readonly limits?: GrantReach
  readonly reason?: string
} | null

/** Said where an "always" is offered. */
export const LIMITS_HINT = `  ${REACH_USAGE}: behind always, and it ends or is narrowed: "a 1h uses=5"\n`

/** Whether a typed answer is a yes. */
export const isYes = (text: string): boolean => /^y(?:es)?$/i.test(text)

/**
 * Reads a typed answer: `yes`, `always` where it is offered, with its limits; any other text refuses.
 *
 * @param always whether it is offered
 * @param now milliseconds since 1970
 */
export function readTypedAnswer(text: string, always: boolean, now: number): TypedAnswer {
  const [, words] = /^a(?:lways)?((?:\s+\S+)*)$/i.exec(text) ?? []
  if (always && words !== undefined) {
    const reach = readReach(words.toLowerCase().split(/\s+/u).filter(Boolean))
    if (reach === null) return null
    const limits = reachFrom(reach, now)
    return { decision: 'allow-always', ...(limits && { limits }) }
  }
  if (isYes(text)) return { decision: 'allow-once' }
  const reason = /^no?\s+(\S.*)$/i.exec(text)?.[1]
  return { decision: 'deny', ...(reason !== undefined && { reason }) }
}
