import { linearPattern } from '@poundlock/spec/patterns'

/** Longer keys than any session has are not looked at to their end. */
const MAX_KEY = 4096

/**
 * A filter on session keys: `/pattern/` is a regular expression, anything else a part of the key.
 *
 * @throws SyntaxError when the pattern cannot be matched in linear time
 */
export function sessionFilter(filter: string): (key: string) => boolean {
  const pattern = /^\/(.+)\/$/su.exec(filter)?.[1]
  const compiled = pattern === undefined ? null : linearPattern(pattern)
  return (key) => {
    const part = key.slice(0, MAX_KEY)
    return compiled === null ? part.includes(filter) : compiled.occursIn(part)
  }
}
