/** A part of a pattern: one character, a part that may come any number of times, or one of several. */
export type GlobPart =
  | { readonly kind: 'one'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'many'; readonly parts: readonly GlobPart[] }
  | { readonly kind: 'choice'; readonly options: readonly (readonly GlobPart[])[] }

type Fits = (code: number) => boolean

/**
 * Places in a pattern, by number: at each a character is taken (`fits`), or it goes on elsewhere at once (`to`); the last
 * is the end.
 */
interface States {
  readonly fits: readonly (Fits | null)[]
  readonly to: readonly (readonly number[])[]
}

/** Where one can be in a pattern after some characters, and where one is after the next. */
interface Standing {
  readonly at: readonly number[]
  readonly isEnd: boolean
  /** By character, as far as it was needed: those of ASCII, and others. */
  readonly next: (Standing | undefined)[]
  readonly others: Map<number, Standing>
}

/** The size of the cache; then it starts empty again. */
const MOST_KEPT = 500_000

/**
 * Tells whether a text matches a whole pattern, in time proportional to its length for any pattern: JavaScript's
 * expressions try one way after the other, and take years for a dozen stars. This tries all ways at once (Thompson
 * 1968), and keeps its states for the next text.
 */
export function createAutomaton(parts: readonly GlobPart[]): (text: string) => boolean {
  const { fits, to } = layOut(parts)
  const end = fits.length
  const visited = new Uint32Array(end + 1)
  let round = 0
  let count = 0
  let known = new Map<string, Standing>()

  /** All places that can be reached from others without a character. */
  const stand = (starts: readonly number[]): Standing => {
    round++
    const at: number[] = []
    const waiting = [...starts]
    let isEnd = false
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (visited[state] === round) continue
      visited[state] = round
      if (state === end) isEnd = true
      else if (fits[state] === null) waiting.push(...to[state]!)
      else at.push(state)
    }
    at.sort((one, other) => one - other)
    const name = `${at.join()}${isEnd ? '.' : ''}`
    const same = known.get(name)
    if (same) return same
    const standing: Standing = { at, isEnd, next: Array.from<undefined>({ length: 128 }), others: new Map() }
    known.set(name, standing)
    count += at.length + 128
    return standing
  }
  const go = (from: Standing, code: number): Standing => {
    if (count > MOST_KEPT) {
      count = 0
      known = new Map()
      first = stand([0])
    }
    const next = stand(from.at.filter((state) => fits[state]!(code)).map((state) => state + 1))
    if (code < 128) from.next[code] = next
    else from.others.set(code, next)
    return next
  }
  let first = stand([0])
  return (text) => {
    let standing = first
    for (let index = 0; index < text.length; index++) {
      const code = text.codePointAt(index)!
      if (code > 0xffff) index++
      standing = (code < 128 ? standing.next[code] : standing.others.get(code)) ?? go(standing, code)
      if (standing.at.length === 0 && !standing.isEnd) return false
    }
    return standing.isEnd
  }
}

/** Numbers the places of a pattern. */
function layOut(parts: readonly GlobPart[]): States {
  const fits: (Fits | null)[] = []
  const to: number[][] = []
  const jump = (): number[] => {
    const targets: number[] = []
    fits.push(null)
    to.push(targets)
    return targets
  }
  const write = (several: readonly GlobPart[]): void => {
    for (const part of several) {
      if (part.kind === 'one') {
        fits.push(part.fits)
        to.push([])
      } else if (part.kind === 'many') {
        const start = fits.length
        const begin = jump()
        begin.push(start + 1)
        write(part.parts)
        jump().push(start)
        begin.push(fits.length)
      } else {
        const begin = jump()
        const ends = part.options.map((option) => {
          begin.push(fits.length)
          write(option)
          return jump()
        })
        for (const targets of ends) targets.push(fits.length)
      }
    }
  }
  write(parts)
  return { fits, to }
}
