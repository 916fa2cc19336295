/**
 * How long reading a command line takes: parse, parse and analyse, the worst of 64 KiB, and the first parse of a new
 * process; beside unbash with a walk over its whole tree, in the same rounds.
 *
 *   node src/shell.ts [rounds]
 *
 * Writes results/shell.json. Build first.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './report/machine.ts'

const rounds = Number(process.argv[2] ?? 9)
const root = new URL('../../', import.meta.url)
const built = new URL('packages/shell/dist/index.js', root)
type Reader = (text: string) => unknown
const { parseShell, analyzeShell } = (await import(built.href)) as { parseShell: Reader; analyzeShell: Reader }

const corpus = readFileSync(new URL('packages/shell/test/corpus/oneliners.jsonl', root), 'utf8')
const lines = corpus
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

const contestants: Record<string, Reader> = { parse: parseShell, 'parse and analyse': analyzeShell }
const unbash = await peer()
if (unbash !== null) contestants['unbash, parse and walk'] = (text) => countNodes(unbash(text))

async function peer(): Promise<Reader | null> {
  const name = process.env['UNBASH'] ?? 'unbash'
  try {
    return ((await import(name)) as { parse: Reader }).parse
  } catch {
    return null
  }
}

function countNodes(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  let count = 1
  for (const value of Object.values(node)) count += countNodes(value)
  return count
}

/** Nanoseconds of each line: the best of the rounds, in which the contestants take turns. */
function measure(): Record<string, number[]> {
  const best: Record<string, number[]> = {}
  for (const name of Object.keys(contestants)) best[name] = lines.map(() => Infinity)
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, read] of Object.entries(contestants)) {
      lines.forEach((line, index) => {
        const start = process.hrtime.bigint()
        for (let times = 0; times < 100; times++) read(line)
        const taken = Number(process.hrtime.bigint() - start) / 100
        const row = best[name]
        if (round >= 2 && row !== undefined) row[index] = Math.min(row[index] ?? Infinity, taken)
      })
    }
  }
  return best
}

const fill = (piece: string) => piece.repeat(Math.floor(65_536 / piece.length))
const long = [
  'a ',
  'a;',
  'a|',
  'a&&b;',
  '$x',
  '"$x"',
  '`a`',
  '$(a)',
  'x=1;',
  'x=1|y;',
  'if a;then b;fi;',
  'for i in a;do b;done;',
]
const longTexts = [
  ...long,
  'f(){ a;};',
  'a <<E\nx\nE\n',
  '((x++));',
  'env a;',
  'eval a;',
  'bash -c a;',
  '[[ a ]];',
  '{a,b}',
].map(fill)
longTexts.push(`${'while a;do '.repeat(60)}${'x=1;a;'.repeat(10_000)}${';done'.repeat(60)}`)

function worst(read: Reader): { milliseconds: number; text: string } {
  let result = { milliseconds: 0, text: '' }
  for (const text of longTexts) {
    let best = Infinity
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      read(text)
      best = Math.min(best, performance.now() - start)
    }
    if (best > result.milliseconds) result = { milliseconds: best, text: text.slice(0, 20) }
  }
  return result
}

function cold(): number {
  const code = `const s=performance.now();const m=await import(${JSON.stringify(built.href)});m.parseShell('git log | head');console.log(performance.now()-s)`
  const runs = Array.from({ length: rounds }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })),
  )
  return Math.min(...runs)
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
const summary = Object.entries(measure()).map(([name, values]) => {
  const sorted = values.toSorted((one, other) => one - other)
  return {
    name,
    medianNanoseconds: at(sorted, 0.5),
    p90Nanoseconds: at(sorted, 0.9),
    maxNanoseconds: at(sorted, 0.999),
  }
})
const result = {
  machine: describeMachine(),
  lines: lines.length,
  summary,
  coldImportAndFirstParseMilliseconds: cold(),
  worstOf64KiB: { parse: worst(parseShell), 'parse and analyse': worst(analyzeShell) },
}
mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
const file = fileURLToPath(new URL('../results/shell.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
