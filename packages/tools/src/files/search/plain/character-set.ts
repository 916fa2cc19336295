import { patternError } from '../run-ripgrep.ts'

/** Sets of an expression that are looked up, and characters of what is written for all of them. */
const MOST_SETS = 40
const LONGEST_EXPRESSION = 1_000_000

const MOST_KEPT = 200

type Range = readonly [low: number, high: number]

/** What was looked up before; it takes some milliseconds. */
const kept = new Map<string, readonly Range[]>()

/** Writes sets of characters for the linear engine, which knows no sets in sets and fewer properties of Unicode. */
export class CharacterSets {
  /** What no set holds. */
  readonly #without: readonly number[]
  #lookedUp = 0
  #written = 0

  constructor(without: readonly number[]) {
    this.#without = without
  }

  /**
   * @param source one character, or one class, as `RegExp` takes it with the flag `v`
   * @throws FileToolError `SEARCH_PATTERN`
   */
  write(source: string, ignoresCase: boolean): string {
    const text = this.#simple(source) ?? this.#lookUp(source, ignoresCase)
    this.#written += text.length
    if (this.#written > LONGEST_EXPRESSION) throw tooMany()
    return text
  }

  /** A class of single characters and ranges, which the engine reads in the same way. */
  #simple(source: string): string | null {
    const own = source.replaceAll(String.raw`\u{`, String.raw`\x{`)
    if (/^\[\^(?:\\x\{[\da-f]+\}|[a-z\d]|-)+\]$/i.test(own)) {
      return `${own.slice(0, -1)}${this.#without.map(pointText).join('')}]`
    }
    // What no set holds lies far behind these.
    return /^\[(?:\\x\{[\da-f]{1,3}\}|[a-z\d]|-)+\]$/i.test(own) ? own : null
  }

  #lookUp(source: string, ignoresCase: boolean): string {
    const ranges = this.#without.reduce(leaveOut, this.#rangesOf(source, ignoresCase))
    // Without case: it is in the set already, and the engine would take long to add it.
    return ranges.length === 0
      ? String.raw`[^\x{0}-\x{10ffff}]`
      : `(?-i:[${ranges.map(([low, high]) => `${pointText(low)}-${pointText(high)}`).join('')}])`
  }

  #rangesOf(source: string, ignoresCase: boolean): readonly Range[] {
    const flags = `gv${ignoresCase ? 'i' : ''}`
    const known = kept.get(flags + source)
    if (known !== undefined) return known
    if (++this.#lookedUp > MOST_SETS) throw tooMany()
    const ranges = lookUp(source, flags)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(flags + source, ranges)
    return ranges
  }
}

const tooMany = () =>
  patternError('its sets of characters are too many; it can be searched for where ripgrep is installed')

const pointText = (point: number): string => `\\x{${point.toString(16)}}`

/** Every character there is, in order. Surrogates are none. */
let everyCharacter: string | undefined

function makeEveryCharacter(): string {
  const parts: string[] = []
  for (let low = 0; low <= 0x10ffff; low += 0x800) {
    if (low === 0xd800) continue
    parts.push(String.fromCodePoint(...Array.from({ length: 0x800 }, (_, index) => low + index)))
  }
  return parts.join('')
}

/** One class is tried on one character after the other, so that there is nothing to go back to. */
function lookUp(source: string, flags: string): readonly Range[] {
  let expression
  try {
    expression = new RegExp(`${source}+`, flags)
  } catch (error) {
    throw patternError((error as Error).message)
  }
  everyCharacter ??= makeEveryCharacter()
  return Array.from(everyCharacter.matchAll(expression), ([run]): Range => {
    const last = run.codePointAt(run.length - 1)!
    const isLow = last >= 0xdc00 && last <= 0xdfff
    return [run.codePointAt(0)!, isLow ? run.codePointAt(run.length - 2)! : last]
  })
}

function leaveOut(ranges: readonly Range[], point: number): readonly Range[] {
  return ranges.flatMap((range): Range[] => {
    const [low, high] = range
    if (point < low || point > high) return [range]
    return [...(point > low ? [[low, point - 1] as const] : []), ...(point < high ? [[point + 1, high] as const] : [])]
  })
}
