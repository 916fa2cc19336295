import { linearPattern, type LinearPattern } from './linear-pattern.ts'

/** Longer keys than any session has are not looked at to their end. */
const MAX_KEY = 4096

/**
 * A filter on keys of sessions: `/pattern/` for one that it occurs in, anything else for those that hold it as it is.
 *
 * @throws SyntaxError when the pattern is none that can be matched in linear time
 */
export function sessionFilter(filter: string): LinearPattern {
  const pattern = /^\/(.+)\/$/su.exec(filter)?.[1]
  const fits = pattern === undefined ? (key: string) => key.includes(filter) : linearPattern(pattern)
  return (key) => fits(key.slice(0, MAX_KEY))
}
