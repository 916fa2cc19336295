/**
 * How long the command takes to start, to decide and to run something contained, each as a ratio to a bare Node
 * that is measured in the same rounds; and what a warm `npm start -- exec -- true` is made of.
 *
 *   node src/start.ts [rounds]
 *
 * Writes results/start.json and the tables in README.md. Build first.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contestant } from './measure/contestant.ts'
import { measureInterleaved } from './measure/measure-interleaved.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 25)
const root = fileURLToPath(new URL('../..', import.meta.url))
const nothing = fileURLToPath(new URL('../fixtures/nothing', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'poundlock-bench-'))
const ENVIRONMENT = { POUNDLOCK_HOME: home }
const command = (name: string, ...args: readonly string[]): Contestant => ({
  name,
  file: process.execPath,
  args: [join(root, 'apps/cli/dist/poundlock.cjs'), ...args],
  cwd: root,
  environment: ENVIRONMENT,
})

const contestants: readonly Contestant[] = [
  { name: 'node', file: process.execPath, args: [join(nothing, 'empty.js')], cwd: root },
  command('poundlock --version', '--version'),
  command('poundlock check', 'check', '--json', '--', 'git log --oneline | head -3'),
  command('poundlock exec -- true', 'exec', '--', 'true'),
  { name: 'true', file: 'true', args: [], cwd: root },
  { name: 'npm start of nothing', file: 'npm', args: ['--silent', 'start'], cwd: nothing },
  { name: 'bootstrap', file: join(root, 'tooling/bootstrap'), args: ['true'], cwd: root },
  {
    name: 'turbo, nothing to build',
    file: join(root, 'node_modules/.bin/turbo'),
    args: ['run', 'build', '--filter=./apps/cli'],
    cwd: root,
  },
  {
    name: 'npm start -- exec -- true',
    file: 'npm',
    args: ['--silent', 'start', '--', 'exec', '--', 'true'],
    cwd: root,
    environment: ENVIRONMENT,
  },
]

try {
  const measurements = await measureInterleaved(contestants, rounds)
  const median = (name: string) => measurements.find((measurement) => measurement.name === name)?.median ?? Number.NaN
  const machine = describeMachine()
  const [bare, version, check, exec] = [
    median('node'),
    median('poundlock --version'),
    median('poundlock check'),
    median('poundlock exec -- true'),
  ]
  const parts = {
    npm: median('npm start of nothing'),
    bootstrap: median('bootstrap'),
    build: median('turbo, nothing to build'),
    startUp: version,
    decide: check - version,
    run: median('true'),
    contain: exec - check - median('true'),
  }
  const result = { measured: new Date().toISOString().slice(0, 10), machine, rounds, measurements, parts }
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
  writeFileSync(new URL('../results/start.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)

  const ratios = measurements
    .filter(({ name }) => name === 'node' || name.startsWith('poundlock'))
    .map((row) => [
      `\`${row.name}\``,
      milliseconds(row.median),
      `${(row.median / bare).toFixed(2)}×`,
      milliseconds(row.fastest),
      milliseconds(row.slowest),
    ])
  const whole = median('npm start -- exec -- true')
  const named: readonly (readonly [string, number])[] = [
    ['npm starts a script', parts.npm],
    ['bootstrap: pinned pnpm looks at the dependencies', parts.bootstrap],
    ['build: turbo finds nothing to do', parts.build],
    ['start-up: Node and the launcher', parts.startUp],
    ['load the bundle and decide', parts.decide],
    ['contain: namespaces, mounts, audit record', parts.contain],
    ['run `true`', parts.run],
  ]
  const readme = new URL('../README.md', import.meta.url)
  const where = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; medians of ${rounds} rounds, ${result.measured}.`
  replaceSection(
    readme,
    'start',
    `${table(['command', 'median ms', 'to bare Node', 'fastest', 'slowest'], ratios)}\n\n${where}`,
  )
  replaceSection(
    readme,
    'parts',
    table(
      ['part', 'median ms'],
      [...named.map(([part, time]) => [part, milliseconds(time)]), ['the whole, measured', milliseconds(whole)]],
    ),
  )
  console.log(
    table(
      ['command', 'median ms'],
      measurements.map(({ name, median: time }) => [name, milliseconds(time)]),
    ),
  )
} finally {
  rmSync(home, { recursive: true, force: true })
}
