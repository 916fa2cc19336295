import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Row = Readonly<Record<string, unknown>>

interface Table {
  /** The file in bench/results, without its ending. */
  readonly file: string
  /** Where its rows are: the names of the fields on the way there. */
  readonly at: readonly string[]
  /** The heading of each column, and the field that it shows. A dot leads into an object. */
  readonly columns: Readonly<Record<string, string>>
}

/** The tables of the page, each a part of the same name. An object of numbers has the fields `name` and `value`. */
const TABLES: Readonly<Record<string, Table>> = {
  'bench-decide': {
    file: 'decide',
    at: ['medianMicroseconds'],
    columns: { 'what is done': 'name', 'median µs': 'value' },
  },
  'bench-errors': {
    file: 'decide',
    at: ['errors'],
    columns: {
      'decided by': 'judge',
      'wrongly allowed': 'wronglyAllowed',
      'of forbidden': 'ofForbidden',
      'needlessly asked': 'needlesslyAsked',
      'of harmless': 'ofHarmless',
    },
  },
  'bench-quiet': {
    file: 'quiet',
    at: ['asksInHundred'],
    columns: {
      policy: 'policy',
      Poundlock: 'poundlock',
      'Claude Code': 'peers.Claude Code',
      Codex: 'peers.Codex',
      'Gemini CLI': 'peers.Gemini CLI',
      OpenClaw: 'peers.OpenClaw',
    },
  },
  'bench-shell': {
    file: 'shell',
    at: ['summary'],
    columns: {
      reader: 'name',
      'median ns': 'medianNanoseconds',
      '90th of 100': 'p90Nanoseconds',
      slowest: 'maxNanoseconds',
    },
  },
  'bench-sandbox': {
    file: 'sandbox',
    at: ['measurements'],
    columns: { 'a command in': 'name', 'median ms': 'median', fastest: 'fastest', slowest: 'slowest' },
  },
  'bench-start': {
    file: 'start',
    at: ['measurements'],
    columns: { command: 'name', 'median ms': 'median', fastest: 'fastest', slowest: 'slowest' },
  },
  'bench-call': {
    file: 'call',
    at: ['microseconds'],
    columns: { call: 'name', 'median µs': 'median', 'fastest tenth': 'fastestTenth', 'slowest tenth': 'slowestTenth' },
  },
  'bench-files': {
    file: 'files',
    at: ['rows'],
    columns: {
      compared: 'what',
      'ours, ms': 'ours',
      'theirs, ms': 'theirs',
      ratio: 'ratio',
      'limit of the ratio': 'limit',
    },
  },
  'bench-undo': {
    file: 'undo',
    at: ['runs'],
    columns: {
      run: 'name',
      files: 'files',
      'without undo, median ms': 'off.median',
      'with undo, median ms': 'on.median',
    },
  },
  'bench-jsonrpc': {
    file: 'jsonrpc',
    at: ['roundTrips'],
    columns: {
      'a question and its answer, a second': 'name',
      'one by one on one processor': 'perSecond',
      'one by one on any': 'perSecondApart',
      '32 at a time': 'perSecondAtOnce',
    },
  },
  'bench-agent': {
    file: 'agent',
    at: ['millisecondsPerTurn'],
    columns: { loop: 'name', 'median ms a turn': 'median', 'processor ms': 'cpu' },
  },
  'bench-gateway': {
    file: 'gateway',
    at: ['rows'],
    columns: { measured: 'what', gateway: 'gateway', 'bare WebSocket': 'bare', limit: 'limit', kept: 'isKept' },
  },
  'bench-bus': { file: 'bus', at: ['microseconds'], columns: { 'what is done': 'name', 'median µs': 'value' } },
  'bench-node': {
    file: 'node',
    at: ['rows'],
    columns: { measured: 'what', Poundlock: 'ours', peer: 'peer', limit: 'limit', kept: 'isKept' },
  },
  'bench-packages': {
    file: 'packages',
    at: ['rows'],
    columns: {
      task: 'task',
      package: 'name',
      version: 'version',
      MB: 'megabytes',
      packages: 'packages',
      'install, s': 'installSeconds',
      'import, ms': 'importMs',
      'browser, kB': 'browserKilobytes',
    },
  },
}

const read = (root: string, file: string) =>
  JSON.parse(readFileSync(join(root, 'bench/results', `${file}.json`), 'utf8')) as Row

const field = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Row | undefined)?.[name], value)

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : '**no**'
  if (typeof value === 'number') {
    // Counts are exact; of what was measured three digits mean something.
    const digits = Number.isInteger(value)
      ? value
      : Math.abs(value) >= 100
        ? Math.round(value)
        : Number(value.toPrecision(3))
    return digits.toLocaleString('en', { maximumFractionDigits: 3 })
  }
  return typeof value === 'string' ? value.replaceAll('|', '\\|') : JSON.stringify(value)
}

function rowsOf(root: string, { file, at }: Table): readonly Row[] {
  const found = field(read(root, file), at.join('.'))
  if (Array.isArray(found)) return found as Row[]
  if (typeof found !== 'object' || found === null) throw new Error(`bench/results/${file}.json has no ${at.join('.')}`)
  return Object.entries(found).map(([name, value]) => ({ name, value: value as unknown }))
}

function tableText(root: string, spec: Table): string {
  const heads = Object.keys(spec.columns)
  const rows = rowsOf(root, spec).map((row) => Object.values(spec.columns).map((path) => shown(field(row, path))))
  const lines = [heads, heads.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What was killed, and what was left behind or wrong after it: one row for each file of kills. */
function killsTable(root: string): string {
  const rows = globSync('sandbox-kills-*.json', { cwd: join(root, 'bench/results') })
    .toSorted()
    .map((file) => read(root, basename(file, '.json')))
    .map(({ way, kills, left }) => `| ${shown(way)} | ${shown(kills)} | ${(left as unknown[]).length} |`)
  return ['| contained by | kills | left behind |', '| --- | ---: | ---: |', ...rows].join('\n')
}

/** The tables of the page of benchmarks, each a part. */
export function benchmarkTables(root: string): ReadonlyMap<string, string> {
  const tables = Object.entries(TABLES).map(([name, spec]) => [name, tableText(root, spec)] as const)
  return new Map([...tables, ['bench-kills', killsTable(root)]])
}
