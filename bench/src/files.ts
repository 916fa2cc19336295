/**
 * File tools beside what people use for the same: a range of lines of a file of a gigabyte beside `sed -n`, searches of a
 * tree of 10,000 files beside ripgrep. Handlers are called in this process, the others are started by it.
 *
 *   node --conditions=@poundlock/source src/files.ts [rounds]
 *
 * Writes results/files.json and the table in README.md.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  globSearchHandler,
  grepSearchHandler,
  readFileHandler,
  type ToolContext,
  type ToolHandler,
} from '@poundlock/tools'
import { measureRunners, type Runner } from './measure/measure-runners.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'

// Of seven, the ratio of two searches of 60 ms is another one each time.
const rounds = Number(process.argv[2] ?? 31)
const folder = mkdtempSync(join(tmpdir(), 'poundlock-bench-files-'))
const tree = join(folder, 'tree')
const big = join(folder, 'big.log')

/** So many lines of 80 bytes. */
const LINES = 13_000_000
const FILES = 10_000

function makeFiles(): void {
  const descriptor = openSync(big, 'w')
  const line = (number: number) =>
    `${String(number).padStart(10)} ${'the quick brown fox jumps over the lazy dog, and again '.padEnd(68, '.')}\n`
  for (let from = 0; from < LINES; from += 50_000) {
    writeSync(descriptor, Array.from({ length: 50_000 }, (_, index) => line(from + index + 1)).join(''))
  }
  closeSync(descriptor)
  for (let index = 0; index < FILES; index++) {
    const below = join(tree, `area-${String(index % 40)}`, `part-${String(index % 400)}`)
    mkdirSync(below, { recursive: true })
    const body = Array.from(
      { length: 120 },
      (_, row) => `export const value${String(row)} = compute(${String(index * row)}, 'text') // row ${String(row)}\n`,
    )
    if (index % 50 === 0) body.splice(60, 0, 'function needle() { return "needle" }\n')
    writeFileSync(join(below, `file-${String(index)}.${index % 5 === 0 ? 'md' : 'ts'}`), body.join(''))
  }
}

const context: ToolContext = {
  callId: 'bench',
  agent: 'bench',
  session: 'bench',
  workspace: folder,
  cwd: folder,
  home: folder,
  files: {
    allows: (real) => real.startsWith(folder),
    // As the rules answer that come with Poundlock, for a folder of the workspace.
    plainBelow: () => ['exec-approvals.json', 'exec-approvals.sock'],
    refusal: () => {
      throw new Error('nothing is refused here')
    },
  },
  urls: {
    allows: () => false,
    refusal: () => {
      throw new Error('no address is asked about here')
    },
  },
  abortSignal: new AbortController().signal,
  spillDirectory: null,
}

const tool = <Input>(name: string, handler: ToolHandler<Input>, input: Input): Runner => ({
  name,
  async run() {
    const { error } = await handler.run(input, context)
    if (error) throw error
  },
})

/** Started, and all that it writes is read: to nowhere, ripgrep would end at the first match. */
const command = (name: string, file: string, args: readonly string[], cwd: string): Runner => ({
  name,
  async run() {
    const child = spawn(file, [...args], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.resume()
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}`)
  },
})

const range = (first: number) => ({ path: big, offset: first, limit: 100 })
const sed = (first: number) => ['-n', `${String(first)},${String(first + 99)}p`, big]
const ripgrep = (...args: readonly string[]) => ['--no-config', '--no-ignore-global', ...args, './']

/** What is compared, and how many times longer ours may take. */
const PAIRS: readonly (readonly [what: string, limit: number, ours: Runner, theirs: Runner])[] = [
  [
    '100 lines in the middle of 1 GB, to sed -n',
    2,
    tool('read middle', readFileHandler, range(LINES / 2)),
    command('sed middle', 'sed', sed(LINES / 2), folder),
  ],
  [
    'the last 100 lines of 1 GB, to sed -n',
    2,
    tool('read end', readFileHandler, range(LINES - 99)),
    command('sed end', 'sed', sed(LINES - 99), folder),
  ],
  [
    'glob_search, newest first, to rg --files --sortr',
    1.3,
    tool('glob', globSearchHandler, { pattern: '**/*.ts', path: tree }),
    command('rg glob', 'rg', ripgrep('--files', '--sortr=modified', '--glob=**/*.ts'), tree),
  ],
  [
    'grep_search, files with a rare text',
    1.3,
    tool('grep rare', grepSearchHandler, { pattern: 'needle', path: tree, head_limit: 0 }),
    command('rg rare', 'rg', ripgrep('-l', 'needle'), tree),
  ],
  [
    'grep_search, lines of a rare text, in order',
    1.3,
    tool('grep lines', grepSearchHandler, {
      pattern: 'need\\w+\\(',
      path: tree,
      output_mode: 'content',
      head_limit: 0,
    }),
    command('rg lines', 'rg', ripgrep('-n', '--no-heading', '--sort=path', 'need\\w+\\('), tree),
  ],
  [
    'grep_search, lines of a common text, the first 250',
    1.3,
    tool('grep common', grepSearchHandler, { pattern: 'compute', path: tree, output_mode: 'content' }),
    command('rg common', 'rg', ripgrep('-n', '--no-heading', 'compute'), tree),
  ],
]

try {
  makeFiles()
  const measured = await measureRunners(
    PAIRS.flatMap(([, , ours, theirs]) => [ours, theirs]),
    rounds,
    1,
  )
  const median = (name: string) => measured.find((one) => one.name === name)!.median
  const rows = PAIRS.map(([what, limit, ours, theirs]) => {
    const [own, other] = [median(ours.name), median(theirs.name)]
    return { what, limit, ours: own, theirs: other, ratio: own / other }
  })
  const machine = describeMachine()
  const result = { measured: new Date().toISOString().slice(0, 10), rounds, machine, rows, measurements: measured }
  writeFileSync(new URL('../results/files.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  const shown = table(
    ['what', 'ours, ms', 'the other, ms', 'ratio', 'at most'],
    rows.map((row) => [
      row.what,
      milliseconds(row.ours),
      milliseconds(row.theirs),
      `${row.ratio.toFixed(2)}×`,
      `${String(row.limit)}×`,
    ]),
  )
  const about = `${machine.processor}, ${String(machine.cores)} cores, ${machine.system}, Node ${machine.node}; medians of ${String(rounds)} rounds, ${result.measured}.`
  replaceSection(new URL('../README.md', import.meta.url), 'files', `${shown}\n\n${about}`)
  console.log(shown)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
