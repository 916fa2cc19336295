import { isObject } from './provider.ts'

/** What providers and agents call the id of a call in its result, in the order in which they are looked for. */
const ID_KEYS = ['tool_use_id', 'tool_call_id', 'call_id', 'toolUseId', 'toolCallId', 'callId'] as const

/**
 * The id of the call that a result in a conversation answers, whichever provider or agent wrote it; `null` where it names
 * none. A result that names two different ones answers none: nobody knows which call it would settle.
 */
export function resultCallId(result: unknown): string | null {
  if (!isObject(result)) return null
  const ids = new Set(ID_KEYS.map((key) => result[key]).filter((id) => typeof id === 'string' && id !== ''))
  return ids.size === 1 ? ([...ids][0] as string) : null
}
