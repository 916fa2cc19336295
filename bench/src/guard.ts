/**
 * What the guard of a workspace costs each command: looking for files that patterns deny, beside reading every folder;
 * and keeping the history of a repository with 1,000 loose objects, beside not keeping it.
 *
 *   node --conditions=@poundlock/source src/guard.ts [rounds]
 *
 * Writes results/guard.json and the table in README.md.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWorkspaceGuard } from '@poundlock/workspace-guard'
import { execa } from 'execa'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 15)
const folder = mkdtempSync(join(tmpdir(), 'poundlock-bench-guard-'))
const lookThrough = fileURLToPath(new URL('guard/look-through.ts', import.meta.url))
const FILES_OF_A_FOLDER = 20
const OBJECTS = 1000
/** Nothing is kept of a folder that has changed so lately. */
const SETTLE_MS = 2500

function makeTree(files: number): string {
  const tree = join(folder, `tree-${String(files)}`)
  for (let index = 0; index < files / FILES_OF_A_FOLDER; index += 1) {
    const below = join(tree, String(Math.floor(index / 100)), String(index % 100))
    mkdirSync(below, { recursive: true })
    for (let file = 0; file < FILES_OF_A_FOLDER; file += 1) writeFileSync(join(below, `file-${String(file)}.ts`), '')
  }
  return tree
}

function makeRepository(): string {
  const root = join(folder, 'repository')
  for (const name of ['objects', 'refs/heads', 'refs/tags']) mkdirSync(join(root, '.git', name), { recursive: true })
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
  for (let index = 0; index < OBJECTS; index += 1) {
    const name = createHash('sha1').update(String(index)).digest('hex')
    mkdirSync(join(root, '.git/objects', name.slice(0, 2)), { recursive: true })
    writeFileSync(join(root, '.git/objects', name.slice(0, 2), name.slice(2)), String(index), { mode: 0o444 })
  }
  return root
}

interface Times {
  readonly median: number
  readonly fastest: number
}

function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)]!, fastest: sorted[0]! }
}

async function measureWalk(files: number) {
  const tree = makeTree(files)
  await sleep(SETTLE_MS)
  const all: { readonly plain: number; readonly first: number; readonly again: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await execa(process.execPath, ['--conditions=@poundlock/source', lookThrough, tree])
    all.push(JSON.parse(stdout))
  }
  const of = (key: 'plain' | 'first' | 'again') => summarize(all.map((one) => one[key]))
  return { files, plain: of('plain'), first: of('first'), again: of('again') }
}

async function measureHistory() {
  const root = makeRepository()
  await sleep(SETTLE_MS)
  const guardWith = (name: string, histories: object) => {
    const ledger = join(folder, `ledger-${name}`)
    mkdirSync(ledger)
    const quarantine = join(folder, 'quarantine')
    const protectedPaths = ['.git/hooks', '.git/config']
    return createWorkspaceGuard({ workspace: root, protectedPaths, hiddenPaths: [], quarantine, ledger, ...histories })
  }
  const guards = [guardWith('without', {}), guardWith('with', { histories: join(folder, 'histories') })] as const
  const times: readonly [number[], number[]] = [[], []]
  for (const guard of guards) await (await guard.begin()).sweep()
  for (let round = 0; round < rounds * 10; round += 1) {
    for (const [index, guard] of guards.entries()) {
      const start = performance.now()
      await (await guard.begin()).sweep()
      times[index]!.push(performance.now() - start)
    }
  }
  for (const guard of guards) guard.close()
  return { objects: OBJECTS, without: summarize(times[0]), with: summarize(times[1]) }
}

const ratio = (one: Times, other: Times): string => `${(one.fastest / other.fastest).toFixed(2)}×`

try {
  const walks = [await measureWalk(10_000), await measureWalk(100_000)]
  const history = await measureHistory()
  const machine = describeMachine()
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(
    new URL('../results/guard.json', import.meta.url),
    `${JSON.stringify({ machine, date, rounds, walks, history }, null, 2)}\n`,
  )
  const row = (what: string, times: Times, base: Times) => [
    what,
    milliseconds(times.median),
    milliseconds(times.fastest),
    ratio(times, base),
  ]
  const rows = walks.flatMap(({ files, plain, first, again }) => {
    const count = files.toLocaleString('en')
    return [
      row(`${count} files: every folder read`, plain, plain),
      row(`${count} files: looked through for two patterns, the first time`, first, plain),
      row(`${count} files: the same, again`, again, plain),
    ]
  })
  rows.push(
    row('a command in a repository, its history not kept', history.without, history.without),
    row(`the same, with ${String(OBJECTS)} loose objects kept`, history.with, history.without),
  )
  const text = table(['what', 'median ms', 'fastest ms', 'fastest, to the first'], rows)
  const { processor, cores, system, node } = machine
  const about = `${processor}, ${String(cores)} cores, ${system}, Node ${node}; ${String(rounds)} rounds, ${date}.`
  replaceSection(new URL('../README.md', import.meta.url), 'guard', `${text}\n\n${about}`)
  console.log(text)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
