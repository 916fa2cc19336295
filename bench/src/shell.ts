/**
 * How long reading a command line takes: parse, parse and analyse, the worst of 64 KiB, and the first parse of a new
 * process; beside unbash and tree-sitter-bash (WebAssembly), each with a walk over its whole tree, in the same rounds.
 *
 *   node src/shell.ts [rounds]
 *
 * Writes results/shell.json. Build first.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse as parseWithUnbash } from 'unbash'
import { Language, Parser, type TreeCursor } from 'web-tree-sitter'
import { describeMachine } from './report/machine.ts'
import { hostileTexts } from './shell/hostile-texts.ts'

const rounds = Number(process.argv[2] ?? 9)
const root = new URL('../../', import.meta.url)
const built = new URL('packages/shell/dist/index.js', root)
const builtAnalysis = new URL('packages/shell/dist/analysis/index.js', root)
type Reader = (text: string) => unknown
const { parseShell } = (await import(built.href)) as { parseShell: Reader }
const { analyzeShell } = (await import(builtAnalysis.href)) as { analyzeShell: Reader }

const corpus = readFileSync(new URL('packages/shell/test/corpus/oneliners.jsonl', root), 'utf8')
const lines = corpus
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

await Parser.init()
const treeSitter = new Parser()
const grammar = fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))
treeSitter.setLanguage(await Language.load(grammar))

const contestants: Record<string, Reader> = {
  parse: parseShell,
  'parse and analyse': analyzeShell,
  'unbash, parse and walk': (text) => countNodes(parseWithUnbash(text)),
  'tree-sitter-bash, parse and walk': readWithTreeSitter,
}

function countNodes(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  let count = 1
  for (const value of Object.values(node)) count += countNodes(value)
  return count
}

function readWithTreeSitter(text: string): number {
  const tree = treeSitter.parse(text)
  if (tree === null) return 0
  const cursor = tree.walk()
  const count = countBelow(cursor)
  cursor.delete()
  tree.delete()
  return count
}

function countBelow(cursor: TreeCursor): number {
  let count = 1
  if (!cursor.gotoFirstChild()) return count
  do count += countBelow(cursor)
  while (cursor.gotoNextSibling())
  cursor.gotoParent()
  return count
}

/** Nanoseconds of each line: the best of the rounds, in which the contestants take turns. */
function measure(): Record<string, number[]> {
  const best: Record<string, number[]> = {}
  for (const name of Object.keys(contestants)) best[name] = lines.map(() => Infinity)
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, read] of Object.entries(contestants)) {
      const times = name.startsWith('tree-sitter') ? 20 : 100
      lines.forEach((line, index) => {
        const start = process.hrtime.bigint()
        for (let time = 0; time < times; time++) read(line)
        const taken = Number(process.hrtime.bigint() - start) / times
        const row = best[name]
        if (round >= 2 && row !== undefined) row[index] = Math.min(row[index] ?? Infinity, taken)
      })
    }
  }
  return best
}

/** Milliseconds of this thread: what other processes take of the machine does not count. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

interface Worst {
  readonly text: string
  readonly medianMilliseconds: number
  readonly fastestMilliseconds: number
}

/** Every hostile text a few times, and those that took the longest again: on a busy machine any may look slow once. */
function worst(read: Reader): readonly Worst[] {
  const texts = [...hostileTexts(65_536)]
  const time = (text: string) => {
    const start = spent()
    read(text)
    return spent() - start
  }
  const first = texts.map((text) => ({ text, fastest: Math.min(time(text), time(text), time(text)) }))
  return first
    .toSorted((one, other) => other.fastest - one.fastest)
    .slice(0, 24)
    .map(({ text }) => {
      const times = Array.from({ length: 2 * rounds + 1 }, () => time(text))
      return {
        text: text.slice(0, 40),
        medianMilliseconds: inTenths(middle(times)),
        fastestMilliseconds: inTenths(Math.min(...times)),
      }
    })
    .toSorted((one, other) => other.medianMilliseconds - one.medianMilliseconds)
    .slice(0, 5)
}

const inTenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10

/**
 * Milliseconds of import and first call in new processes, above those of an empty module in the same rounds: of the
 * processor, and by the clock.
 */
function cold() {
  const call = (module: URL, name: string) => `(await import(${JSON.stringify(module.href)})).${name}('git log | head')`
  const uses: Record<string, string> = {
    empty: "await import('data:text/javascript,')",
    '@poundlock/shell, parse': call(built, 'parseShell'),
    '@poundlock/shell/analysis, analyse': call(builtAnalysis, 'analyzeShell'),
  }
  const seen = Object.entries(uses).map(([name, use]) => ({
    name,
    use,
    processor: [] as number[],
    clock: [] as number[],
  }))
  for (let round = 0; round < 4 * rounds; round++) {
    for (const { use, processor, clock } of seen) {
      const code = `const c=process.cpuUsage(),s=performance.now();${use};const e=performance.now()-s,u=process.cpuUsage(c);console.log((u.user+u.system)/1000,e)`
      const answer = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
      const [spentOn = Number.NaN, elapsed = Number.NaN] = answer.split(' ').map(Number)
      processor.push(spentOn)
      clock.push(elapsed)
    }
  }
  const [empty, ...others] = seen
  return others.map(({ name, processor, clock }) => ({
    name,
    processorMedian: inTenths(middle(processor) - middle(empty?.processor ?? [])),
    processorFastest: inTenths(Math.min(...processor) - Math.min(...(empty?.processor ?? []))),
    clockMedian: inTenths(middle(clock) - middle(empty?.clock ?? [])),
    clockFastest: inTenths(Math.min(...clock) - Math.min(...(empty?.clock ?? []))),
  }))
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
  coldImportAndFirstCallMilliseconds: cold(),
  worstOf64KiB: { parse: worst(parseShell), 'parse and analyse': worst(analyzeShell) },
}
mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
const file = fileURLToPath(new URL('../results/shell.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
