/** Where a pattern may be after the start of a path: places in its list of tokens. */
export type PathStates = readonly number[]

type Token =
  | { readonly literal: string }
  | { readonly wildcard: 'one' | 'within' | 'across' | 'folders' | 'in-folders' }

/**
 * A pattern on absolute paths that is followed from folder to folder, so that a walk reads each name once and enters only
 * folders in which something may fit. `*` within a name, `**` across names, `?` one character.
 */
export interface PathAutomaton {
  readonly start: PathStates
  /** Goes on by some text, such as `/name`; an empty list when nothing that begins so can fit. */
  readonly follow: (states: PathStates, text: string) => PathStates
  /** True where the text so far matches. */
  readonly fits: (states: PathStates) => boolean
}

/** Compiles a pattern. It takes time in proportion to pattern and path at most: a pattern can come with a repository. */
export function pathAutomaton(pattern: string): PathAutomaton {
  const tokens = tokenise(pattern)
  const enter = (into: Set<number>, state: number): void => {
    if (into.has(state)) return
    into.add(state)
    const kind = wildcardOf(tokens[state])
    if (kind === 'within' || kind === 'across') enter(into, state + 1)
    if (kind === 'folders') enter(into, state + 2)
  }
  const start = new Set<number>()
  enter(start, 0)
  return {
    start: [...start],
    fits: (states) => states.includes(tokens.length),
    follow(states, text) {
      let now = states
      for (const character of foldName(text)) {
        if (now.length === 0) return now
        const next = new Set<number>()
        for (const state of now) step(tokens[state], state, character, (to) => enter(next, to))
        now = [...next]
      }
      return now
    },
  }
}

function step(token: Token | undefined, state: number, character: string, enter: (state: number) => void): void {
  if (token === undefined) return
  if ('literal' in token) {
    if (token.literal === character) enter(state + 1)
    return
  }
  const isSlash = character === '/'
  switch (token.wildcard) {
    case 'one':
      if (!isSlash) enter(state + 1)
      break
    case 'within':
      if (!isSlash) enter(state)
      break
    case 'across':
      enter(state)
      break
    case 'folders':
      if (!isSlash) enter(state + 1)
      break
    case 'in-folders':
      enter(isSlash ? state - 1 : state)
  }
}

const wildcardOf = (token: Token | undefined): string | null =>
  token !== undefined && 'wildcard' in token ? token.wildcard : null

/** `folders` is `**` as a name of its own: no folder, or any number. */
function tokenise(pattern: string): readonly Token[] {
  return pattern.split(/(?<=\/)(\*\*\/)|(\*\*+|[*?])/).flatMap((part): readonly Token[] => {
    if (part === undefined || part === '') return []
    if (part === '**/') return [{ wildcard: 'folders' }, { wildcard: 'in-folders' }]
    if (part === '*') return [{ wildcard: 'within' }]
    if (part === '?') return [{ wildcard: 'one' }]
    return /^\*+$/.test(part) ? [{ wildcard: 'across' }] : Array.from(foldName(part), (literal) => ({ literal }))
  })
}

/** One spelling for names that some file system takes for the same: a rule that denies one denies them all. */
export function foldName(text: string): string {
  if (!/[^\x21-\x7e]|[A-Z]/.test(text)) return text
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
}
