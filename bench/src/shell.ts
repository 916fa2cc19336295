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

const rounds = Number(process.argv[2] ?? 9)
const root = new URL('../../', import.meta.url)
const built = new URL('packages/shell/dist/index.js', root)
const builtSyntax = new URL('packages/shell/dist/syntax/index.js', root)
type Reader = (text: string) => unknown
const { parseShell, analyzeShell } = (await import(built.href)) as { parseShell: Reader; analyzeShell: Reader }

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

/** Each repeated up to 64 KiB: what makes many nodes, much text, or much work of few characters. */
const pieces = [
  'a ',
  'a;',
  'a&',
  'a\n',
  'a|',
  'a&&b;',
  'x=1;',
  'x=$x;',
  'x=1|y;',
  '$x',
  '"$x"',
  '$a ',
  '${x:-a}',
  '"$(a)" ',
  '$(a)',
  '`a`',
  '`\\`a\\``',
  'x=`a`;',
  '<(a)',
  '$((1))',
  '((x++));',
  '(a);',
  '{ a;};',
  'if a;then b;fi;',
  'for i in a;do b;done;',
  'until a;do b;done;',
  'case a in a)b;;esac;',
  'f(){ a;};',
  '[[ a ]];',
  '[[ a==b ]];',
  'a <<E\nx\nE\n',
  'a>b;',
  '2>&1 ',
  'a<<<b;',
  '{a,b} ',
  'a=(b);',
  'export x=1;',
  'env a;',
  'eval a;',
  'bash -c a;',
  'cd a&&',
  'a #b\n',
]
const longTexts = pieces.map((piece) => piece.repeat(Math.floor(65_536 / piece.length)))
longTexts.push(
  `${'while a;do '.repeat(60)}${'x=1;a;'.repeat(10_000)}${';done'.repeat(60)}`,
  `x=1;${'x=$x$x;'.repeat(9_000)}`,
  `a <<E\n${'$x\n'.repeat(21_000)}E\n`,
)

/** Milliseconds of this thread: what other processes take of the machine does not count. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function worst(read: Reader): { milliseconds: number; text: string } {
  let result = { milliseconds: 0, text: '' }
  for (const text of longTexts) {
    const taken = Array.from({ length: rounds }, () => {
      const start = spent()
      read(text)
      return spent() - start
    })
    // Processor time is counted in ticks: the best of the rounds would flatter.
    const median = taken.toSorted((one, other) => one - other)[rounds >> 1] ?? Number.NaN
    if (median > result.milliseconds) result = { milliseconds: median, text: text.slice(0, 20) }
  }
  return result
}

/** Milliseconds of import and first call in new processes: the best of the rounds. */
function cold(module: URL | null): number {
  const use =
    module === null
      ? "await import('data:text/javascript,')"
      : `(await import(${JSON.stringify(module.href)})).parseShell('git log | head')`
  const code = `const s=performance.now();${use};console.log(performance.now()-s)`
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
  coldImportAndFirstParseMilliseconds: {
    'an empty module': cold(null),
    '@poundlock/shell/syntax': cold(builtSyntax),
    '@poundlock/shell': cold(built),
  },
  worstOf64KiB: { parse: worst(parseShell), 'parse and analyse': worst(analyzeShell) },
}
mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
const file = fileURLToPath(new URL('../results/shell.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
