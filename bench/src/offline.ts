/**
 * How long clients of registries and servers take to say that there is no network, in a contained command.
 *
 *   node --conditions=@poundlock/source src/offline.ts [rounds]
 *
 * Writes results/offline.json and the table in README.md. Clients that are not installed are left out.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalHost } from '@poundlock/local-host'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 5)
const base = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-bench-offline-')))
/** The program, and a command of it that needs the network. */
const COMMANDS = [
  ['npm', 'npm view left-pad version'],
  ['curl', 'curl -sS https://registry.example.org/'],
  ['git', 'git ls-remote https://git.example.org/x.git'],
  ['pip', 'pip download --no-deps -d . left-pad'],
] as const
const NETWORKS = {
  off: { network: 'off' },
  'an allowlist that names another host': { network: 'allowlist', egress: ['packages.example.com'] },
} as const

interface Row {
  readonly program: string
  readonly network: string
  readonly median: number
  readonly slowest: number
  /** Of the program that prints its version. */
  readonly start: number
  /** What the result says of it. */
  readonly explained: boolean
}

async function measure(network: keyof typeof NETWORKS): Promise<readonly Row[]> {
  const place = join(base, network.replaceAll(' ', '-'))
  const [workspace, state] = [join(place, 'w'), join(place, 'state')]
  mkdirSync(workspace, { recursive: true })
  mkdirSync(state, { mode: 0o700 })
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify({ sandbox: NETWORKS[network] }), { mode: 0o600 })
  process.env['POUNDLOCK_HOME'] = state
  const host = await openLocalHost({ workspace, backends: { unshare: createUnshareBackend } })
  const rows: Row[] = []
  for (const [program, command] of COMMANDS) {
    if ((await host.call('exec', { command: `command -v ${program}` })).run?.exitCode !== 0) continue
    const times: number[] = []
    const starts: number[] = []
    let explained = true
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      await host.call('exec', { command: `${program} --version` })
      const before = performance.now()
      starts.push(before - begun)
      const { run, message } = await host.call('exec', { command })
      times.push(performance.now() - before)
      if (run === null) throw new Error(`${command} did not run: ${message}`)
      if (run.exitCode === 0) throw new Error(`${command} reached something`)
      explained &&= run.denials.some(({ kind }) => kind === 'network')
    }
    rows.push({
      program,
      network,
      median: medianOf(times),
      slowest: Math.max(...times),
      start: medianOf(starts),
      explained,
    })
    console.error(rows.at(-1))
  }
  await host.close()
  return rows
}

const medianOf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!

const rows: Row[] = []
try {
  for (const network of Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]) rows.push(...(await measure(network)))
} finally {
  rmSync(base, { recursive: true, force: true })
}
const result = { machine: describeMachine(), rounds, rows }
writeFileSync(new URL('../results/offline.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
const printed = table(
  ['program', 'network', 'median ms', 'slowest ms', '`--version`, median ms', 'explained'],
  rows.map(({ program, network, median, slowest, start, explained }) => [
    program,
    network,
    milliseconds(median),
    milliseconds(slowest),
    milliseconds(start),
    explained ? 'yes' : 'no',
  ]),
)
replaceSection(new URL('../README.md', import.meta.url), 'offline', printed)
console.log(printed)
