import { readReach, REACH_USAGE, type GivenReach } from '../grants/grant-reach.ts'
import type { ApprovalDecision } from './request.ts'

/** What people write for each decision. */
const WORDS: Readonly<Record<string, ApprovalDecision>> = {
  allow: 'allow-once',
  once: 'allow-once',
  'allow-once': 'allow-once',
  allowonce: 'allow-once',
  always: 'allow-always',
  'allow-always': 'allow-always',
  allowalways: 'allow-always',
  deny: 'deny',
  reject: 'deny',
  block: 'deny',
}

export const CHAT_USAGE = `Usage: /approve <id> allow-once|allow-always|deny; allow-always can have ${REACH_USAGE}`

/** What was written in a chat, as an answer; `null` when it is none. */
export type ChatCommand =
  | {
      readonly kind: 'answer'
      /** The whole id of the request, or its beginning. */
      readonly id: string
      /** What was answered. */
      readonly decision: ApprovalDecision
      /** How far an "always" reaches. */
      readonly reach?: GivenReach
    }
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'other-bot'; readonly name: string }
  | null

/**
 * Reads `/approve <id> <decision>` as people write it in a chat, also without the slash; behind an "always" how far it
 * reaches: `/approve 3f2a91c0 always 1h uses=5 exact`.
 *
 * @param botName who is meant, where a chat has several: `/approve@name`
 */
export function readChatCommand(text: string, botName?: string): ChatCommand {
  const match = /^\s*(\/?)approve(?:@(\S+))?(?:\s+(.*))?$/isu.exec(text)
  if (!match) return null
  const [, slash, addressed, rest = ''] = match
  if (addressed !== undefined && addressed.toLowerCase() !== botName?.toLowerCase()) {
    return { kind: 'other-bot', name: addressed }
  }
  const words = rest.split(/\s+/u).filter(Boolean)
  const [id, word, ...limits] = words.map((one) => one.toLowerCase())
  const decision = word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
  const reach = readReach(limits)
  // A limit that nothing keeps is not taken for none.
  const isWhole = reach !== null && (limits.length === 0 || decision === 'allow-always')
  if (id === undefined || decision === undefined || !isWhole) {
    // Without the slash it is a sentence that happens to begin so.
    return slash === '' ? null : { kind: 'usage', message: CHAT_USAGE }
  }
  return { kind: 'answer', id, decision, ...(limits.length > 0 && { reach }) }
}
