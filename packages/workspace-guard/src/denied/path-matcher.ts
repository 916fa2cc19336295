import type { DeniedPattern } from './denied-files.ts'
import { foldName, type PathAutomaton, pathAutomaton, type PathStates } from './path-automaton.ts'

/** How far several patterns are behind the start of a path. Equal places are the same object. */
export interface PathPlace {
  /** By which searches know a place again. */
  readonly id: number
  readonly progress: readonly PathStates[]
  /** What is denied there. */
  readonly fitting: readonly DeniedPattern['access'][]
  /** True where nothing below can fit. */
  readonly isDead: boolean
  /** Where each character leads, as far as it was asked. */
  readonly next: Map<string, PathPlace>
}

/** A workspace has few kinds of places; names that somebody has chosen may make many. */
const MOST_PLACES = 20_000
const MOST_MATCHERS = 16

const matchers = new Map<string, PathMatcher>()

/** The matcher of patterns; the same one for the same patterns, with what it has learnt. */
export function pathMatcher(patterns: readonly DeniedPattern[]): PathMatcher {
  const key = JSON.stringify(patterns.map(({ access, pattern }) => [access, pattern]))
  let matcher = matchers.get(key)
  if (matcher === undefined) {
    if (matchers.size >= MOST_MATCHERS) matchers.clear()
    matchers.set(key, (matcher = new PathMatcher(patterns)))
  }
  return matcher
}

let made = 0

/** Follows several patterns at once, and remembers where each character leads: names of files repeat themselves. */
export class PathMatcher {
  readonly start: PathPlace
  readonly #rules: readonly { readonly access: DeniedPattern['access']; readonly automaton: PathAutomaton }[]
  readonly #places = new Map<string, PathPlace>()

  constructor(patterns: readonly DeniedPattern[]) {
    this.#rules = patterns.map(({ access, pattern }) => ({ access, automaton: pathAutomaton(pattern) }))
    this.start = this.#placeOf(this.#rules.map(({ automaton }) => automaton.start))
  }

  /** The place behind one more name. */
  enter(place: PathPlace, name: string): PathPlace {
    let now = this.#step(place, '/')
    for (const character of foldName(name)) {
      if (now.isDead) return now
      now = this.#step(now, character)
    }
    return now
  }

  /** The place behind an absolute path. */
  placeOf(path: string): PathPlace {
    return path
      .split('/')
      .slice(1)
      .reduce((place, name) => this.enter(place, name), this.start)
  }

  #step(place: PathPlace, character: string): PathPlace {
    let next = place.next.get(character)
    if (next === undefined) {
      const states = place.progress.map((one, index) => this.#rules[index]!.automaton.follow(one, character))
      place.next.set(character, (next = this.#placeOf(states)))
    }
    return next
  }

  #placeOf(progress: readonly PathStates[]): PathPlace {
    const sorted = progress.map((states) => states.toSorted((one, other) => one - other))
    const key = JSON.stringify(sorted)
    let place = this.#places.get(key)
    if (place === undefined) {
      if (this.#places.size >= MOST_PLACES) this.#forget()
      place = {
        id: (made += 1),
        progress: sorted,
        fitting: this.#rules.flatMap(({ access, automaton }, index) =>
          automaton.fits(sorted[index]!) ? [access] : [],
        ),
        isDead: sorted.every((states) => states.length === 0),
        next: new Map(),
      }
      this.#places.set(key, place)
    }
    return place
  }

  #forget(): void {
    for (const place of this.#places.values()) place.next.clear()
    this.#places.clear()
  }
}
