import { isObject } from '@poundlock/spec'

/** The keys under which providers and agents write the id of a call in its result, in the order of the search. */
const ID_KEYS = ['tool_use_id', 'tool_call_id', 'call_id', 'toolUseId', 'toolCallId', 'callId'] as const

/**
 * The id of the call that a result answers, in the format of any provider or agent; `null` where it has none. A result
 * with two different ids answers no call.
 */
export function resultCallId(result: unknown): string | null {
  if (!isObject(result)) return null
  const ids = new Set(ID_KEYS.map((key) => result[key]).filter((id) => typeof id === 'string' && id !== ''))
  return ids.size === 1 ? ([...ids][0] as string) : null
}
