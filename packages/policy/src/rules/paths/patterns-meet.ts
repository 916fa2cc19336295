import { spend } from '../../model/budget.ts'
import { literals, type PathToken } from './path-pattern.ts'

/** Some paths: those that a text and tokens behind it stand for, and what lies below them where that is meant. */
export interface PathRegion {
  /** What every path begins with. */
  readonly head: string
  readonly tokens: readonly RegionToken[]
  readonly below: boolean
}

/**
 * `name-one` is the first character of a name, and no dot. `name-some` is the same or nothing at all, with a `within`
 * behind it that goes on where there is one.
 */
export type RegionToken = PathToken | { readonly kind: 'name-one' | 'name-some' }

/** Two patterns whose places are more than this many are taken to meet: either can come from a model. */
const MAX_PLACES = 250_000

/** Where a region can go from one of its places: over which characters, and to which place. */
interface Step {
  readonly takes: (character: string) => boolean
  /** The one character that it takes, where it is only one. */
  readonly only: string | null
  readonly to: number
}

/** The region of a file or folder, and of what lies below it. */
export const plainRegion = (head: string, below: boolean): PathRegion => ({ head, tokens: NO_TOKENS, below })

/** The region of what tokens stand for. */
export function regionOf(tokens: readonly RegionToken[], below: boolean): PathRegion {
  let head = ''
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'literal') return { head, tokens: tokens.slice(at), below }
    head += token.character
  }
  return plainRegion(head, below)
}

const NO_TOKENS: readonly RegionToken[] = []

/** Whether some path is in both. */
export function regionsMeet(first: PathRegion, second: PathRegion): boolean {
  if (placesOf(first) * placesOf(second) > MAX_PLACES) return true
  const [short, long] = first.head.length <= second.head.length ? [first, second] : [second, first]
  // Most differ in their beginning.
  if (!long.head.startsWith(short.head)) return false
  const end = short.head.length
  if (short.tokens.length === 0 && (end < long.head.length || long.tokens.length === 0)) {
    return end === long.head.length || (short.below && long.head[end] === '/')
  }
  const shared = Math.max(0, short.head.lastIndexOf('/'))
  return shareAPath(compile(short, shared), compile(long, shared))
}

const placesOf = ({ head, tokens, below }: PathRegion) => head.length + tokens.length + (below ? 2 : 0) + 1

/** Follows both at once, so that nothing is tried twice. */
function shareAPath(one: Compiled, other: Compiled): boolean {
  const seen = new Set<number>()
  const queue: (readonly [number, number])[] = []
  const enter = (at: number, of: number) => {
    for (const left of one.closed(at)) {
      for (const right of other.closed(of)) {
        const key = left * other.steps.length + right
        if (seen.has(key)) continue
        seen.add(key)
        queue.push([left, right])
      }
    }
  }
  enter(0, 0)
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [at, of] = next
    spend(100)
    if (one.ends(at) && other.ends(of)) return true
    for (const step of one.steps[at]!) {
      for (const also of other.steps[of]!) if (share(step, also)) enter(step.to, also.to)
    }
  }
  return false
}

/** Characters that stand for all that a step can tell apart: no step names another one but by itself. */
const KINDS = ['/', '.', 'x']

function share(one: Step, other: Step): boolean {
  if (one.only !== null) return other.takes(one.only)
  if (other.only !== null) return one.takes(other.only)
  return KINDS.some((character) => one.takes(character) && other.takes(character))
}

interface Compiled {
  readonly steps: readonly (readonly Step[])[]
  /** The places that a place is as well, since a token there may stand for nothing. */
  readonly closed: (place: number) => readonly number[]
  readonly ends: (place: number) => boolean
}

/** @param from how much of its head is left out */
function compile({ head, tokens: behind, below }: PathRegion, from: number): Compiled {
  const own: readonly RegionToken[] = [...literals(head.slice(from)), ...behind]
  const tokens: readonly RegionToken[] = below ? [...own, ...literals('/'), { kind: 'across' }] : own
  const end = own.length
  const steps = [...tokens.map((token, at) => stepsOf(token, at)), []]
  return {
    steps,
    ends: (place) => place === end || place === tokens.length,
    closed(place) {
      const found = [place]
      for (const at of found) {
        const kind = tokens[at]?.kind
        if (kind === 'within' || kind === 'across') found.push(at + 1)
        if (kind === 'folders' || kind === 'name-some') found.push(at + 2)
      }
      return found
    },
  }
}

const anything = () => true
const inName = (character: string) => character !== '/'
const beginsName = (character: string) => character !== '/' && character !== '.'

function stepsOf(token: RegionToken, at: number): readonly Step[] {
  const step = (takes: Step['takes'], to: number): Step => ({ takes, only: null, to })
  switch (token.kind) {
    case 'literal':
      return [{ takes: (character) => character === token.character, only: token.character, to: at + 1 }]
    case 'one':
      return [step(inName, at + 1)]
    case 'name-one':
    case 'name-some':
      return [step(beginsName, at + 1)]
    case 'within':
      return [step(inName, at)]
    case 'across':
      return [step(anything, at)]
    case 'folders':
      return [step(inName, at + 1)]
    case 'in-folders':
      return [step(inName, at), { takes: (character) => character === '/', only: '/', to: at - 1 }]
  }
}
