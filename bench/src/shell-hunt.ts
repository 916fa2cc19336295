/**
 * Hunts for the 64 KiB that take the longest: small texts are joined, wrapped, cut and repeated, and the slowest go on.
 *
 *   node src/shell-hunt.ts [seconds] [seed]
 *
 * Prints the slowest, in milliseconds of the processor. Build first; what it finds belongs into hostile-texts.ts.
 */
import { CONSTRUCTS, repeated, SURROUNDINGS } from './shell/hostile-texts.ts'

const LENGTH = 65_536
const KEPT = 48

const seconds = Number(process.argv[2] ?? 60)
let seed = Number(process.argv[3] ?? 1)
type Reader = (text: string) => unknown
const built = new URL('../../packages/shell/dist/', import.meta.url)
const { parseShell } = (await import(new URL('index.js', built).href)) as { parseShell: Reader }
const { analyzeShell } = (await import(new URL('analysis/index.js', built).href)) as { analyzeShell: Reader }

/** Mulberry32: the same texts for the same seed, as far as the machine finds the same ones slow. */
function below(limit: number): number {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}

const anyOf = <T>(list: readonly T[]): T => list[below(list.length)] as T

function changed(piece: string): string {
  const [before, after] = anyOf(SURROUNDINGS)
  switch (below(6)) {
    case 0:
      return piece + anyOf(CONSTRUCTS)
    case 1:
      return anyOf(CONSTRUCTS) + piece
    case 2:
      return before + piece + after
    case 3:
      return `\`${piece.replaceAll(/[`\\$]/g, '\\$&')}\``
    case 4: {
      const from = below(piece.length)
      return piece.slice(0, from) + piece.slice(from + 1 + below(4))
    }
    default: {
      const at = below(piece.length + 1)
      return piece.slice(0, at) + anyOf(CONSTRUCTS) + piece.slice(at)
    }
  }
}

function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The fastest of a few: what else the machine does can only add to it. */
function cost(read: Reader, piece: string, times = 2): number {
  const text = repeated(piece, LENGTH)
  let fastest = Infinity
  for (let time = 0; time < times; time++) {
    const start = spent()
    read(text)
    fastest = Math.min(fastest, spent() - start)
  }
  return fastest
}

for (const [name, read] of [
  ['parse', parseShell],
  ['parse and analyse', analyzeShell],
] as const) {
  let slowest = CONSTRUCTS.map((piece) => ({ piece, took: cost(read, piece) }))
  const seen = new Set<string>(CONSTRUCTS)
  const end = performance.now() + seconds * 500
  let tried = 0
  while (performance.now() < end) {
    for (let time = 0; time < KEPT; time++) {
      const piece = changed(anyOf(slowest).piece)
      if (piece === '' || piece.length > 200 || seen.has(piece)) continue
      seen.add(piece)
      slowest.push({ piece, took: cost(read, piece) })
      tried++
    }
    slowest = slowest.toSorted((one, other) => other.took - one.took).slice(0, KEPT)
    // What was slow once, by chance, is not kept for it.
    slowest = slowest.map(({ piece, took }) => ({ piece, took: Math.min(took, cost(read, piece, 1)) }))
  }
  const again = slowest.map(({ piece }) => ({ piece, took: cost(read, piece, 15) }))
  console.log(`${name}: ${tried} texts tried`)
  for (const { piece, took } of again.toSorted((one, other) => other.took - one.took).slice(0, 10)) {
    console.log(`  ${took.toFixed(1)} ms  ${JSON.stringify(piece)}`)
  }
}
