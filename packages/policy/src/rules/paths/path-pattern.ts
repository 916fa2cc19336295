import { spend } from '../../model/budget.ts'

/** What a pattern is made of. `folders` is `**` as a segment of its own: no folder, or any number. */
export type PathToken = { readonly kind: 'literal'; readonly character: string } | { readonly kind: Wildcard }
type Wildcard = 'one' | 'within' | 'across' | 'folders' | 'in-folders'

/**
 * Compiles a pattern on absolute paths: `*` within a segment, `**` across segments, `?` one character, a leading `~`
 * the home folder. Everything else stands for itself. Case counts, as on POSIX file systems.
 *
 * It takes time in proportion to pattern and path at most: a pattern can come with a repository, a path from a model.
 *
 * @param home absolute; a wildcard in it is no wildcard
 */
export function compilePathPattern(pattern: string, home: string): (path: string) => boolean {
  const tokens = pathTokens(pattern, home)
  return (path) => isPlainPath(path) && fits(tokens, path)
}

/** What a pattern on absolute paths is made of. */
export function pathTokens(pattern: string, home: string): readonly PathToken[] {
  const below = pattern === '~' || pattern.startsWith('~/')
  return below ? [...literals(home.replace(/\/+$/, '')), ...tokenise(pattern.slice(1))] : tokenise(pattern)
}

/** Source: limits.h(0p), PATH_MAX on Linux. */
const LONGEST_PATH = 4096

/** Why a pattern can never match, or `null`. */
export function pathPatternProblem(pattern: string): string | null {
  const path = pattern.startsWith('~/') ? pattern.slice(1) : pattern
  if (path.length > LONGEST_PATH) return `is longer than a path can be (${LONGEST_PATH} characters)`
  if (pattern.startsWith('~') && !pattern.startsWith('~/')) return 'names the home folder of another user'
  if (!path.startsWith('/')) return 'has a path that is not absolute'
  if (!isPlainPath(path)) return 'has a path with "." or ".." or "//" in it'
  return path.endsWith('/') ? 'names a folder' : null
}

/** A path that is not in its plain form could pass a pattern and mean another file. */
function isPlainPath(path: string): boolean {
  return path.startsWith('/') && !/\/\.{1,2}(?:\/|$)|\/\//.test(path)
}

export const literals = (text: string): PathToken[] => Array.from(text, (character) => ({ kind: 'literal', character }))

function tokenise(pattern: string): PathToken[] {
  const parts = pattern.split(/(?<=\/)(\*\*\/)|(\*\*+|[*?])/)
  return parts.flatMap((part): PathToken[] => {
    if (part === undefined || part === '') return []
    if (part === '**/') return [{ kind: 'folders' }, { kind: 'in-folders' }]
    if (part === '*') return [{ kind: 'within' }]
    if (part === '?') return [{ kind: 'one' }]
    return /^\*+$/.test(part) ? [{ kind: 'across' }] : literals(part)
  })
}

/** Follows every way to read the path at once, so that nothing is tried twice. */
function fits(tokens: readonly PathToken[], path: string): boolean {
  let places = new Set<number>()
  const enter = (into: Set<number>, place: number): void => {
    if (into.has(place)) return
    into.add(place)
    const kind = tokens[place]?.kind
    if (kind === 'within' || kind === 'across') enter(into, place + 1)
    if (kind === 'folders') enter(into, place + 2)
  }
  enter(places, 0)
  for (const character of path) {
    spend(10 * places.size)
    const next = new Set<number>()
    for (const place of places) {
      const token = tokens[place]
      switch (token?.kind) {
        case 'literal':
          if (token.character === character) enter(next, place + 1)
          break
        case 'one':
          if (character !== '/') enter(next, place + 1)
          break
        case 'within':
          if (character !== '/') enter(next, place)
          break
        case 'across':
          enter(next, place)
          break
        case 'folders':
          if (character !== '/') enter(next, place + 1)
          break
        case 'in-folders':
          enter(next, character === '/' ? place - 1 : place)
          break
        case undefined:
      }
    }
    if (next.size === 0) return false
    places = next
  }
  return places.has(tokens.length)
}
