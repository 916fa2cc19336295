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

export const CHAT_USAGE = 'Usage: /approve <id> allow-once|allow-always|deny'

/** What was written in a chat, as an answer; `null` when it is none. */
export type ChatCommand =
  | { readonly kind: 'answer'; readonly id: string; readonly decision: ApprovalDecision }
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'other-bot'; readonly name: string }
  | null

/**
 * Reads `/approve <id> <decision>` as people write it in a chat, also without the slash.
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
  const [id, word] = words
  const decision = word === undefined ? undefined : WORDS[word.toLowerCase()]
  if (words.length !== 2 || id === undefined || decision === undefined || !Object.hasOwn(WORDS, word!.toLowerCase())) {
    // Without the slash it is a sentence that happens to begin so.
    return slash === '' ? null : { kind: 'usage', message: CHAT_USAGE }
  }
  return { kind: 'answer', id: id.toLowerCase(), decision }
}
