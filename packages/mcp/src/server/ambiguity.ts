import { repeatedKey } from '@poundlock/spec'

/**
 * Why a client's message has two readings. The gate would decide about one, while the client showed its person the
 * other.
 */
export function ambiguity(text: string): string | null {
  const key = repeatedKey(text)
  return key === null ? null : `the key ${JSON.stringify(key)} stands twice in one object`
}
