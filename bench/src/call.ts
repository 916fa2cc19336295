/**
 * What a call costs before and after its tool does anything: understand, validate, look up real paths, decide, hooks,
 * loop detection, records.
 *
 *   node src/call.ts [rounds]
 *
 * The tools do nothing and nothing is spawned, so that all that is measured is the pipeline. Every row has a process of
 * its own, as a runtime has, and takes its turn in each round: a process that holds seven is another program, to its
 * compiler and to the caches. Measures the built packages. Writes results/call.json and the table in README.md.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ROWS } from './call/rows.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 200)
/** Calls in each round. */
const CALLS = 25
/** As a process has made that has served for a while: so long the compiler goes on. */
const WARM_UP = 20_000
const program = fileURLToPath(new URL('call/row-process.ts', import.meta.url))

async function timesOf(row: ChildProcess, calls: number): Promise<readonly number[]> {
  row.send(calls)
  const [times] = (await once(row, 'message')) as [readonly number[]]
  return times
}

const rows = Object.keys(ROWS).map((name) => ({ name, process: fork(program, [name]), times: [] as number[] }))
for (const { name, process: row } of rows) {
  row.on('exit', (code, signal) => {
    if (code === 0) return
    console.error(`${name} ended with ${String(code ?? signal)}: see what it printed`)
    process.exit(1)
  })
}
for (const row of rows) await timesOf(row.process, WARM_UP)
for (let round = 0; round < rounds; round++) {
  const turn = round % rows.length
  for (const row of [...rows.slice(turn), ...rows.slice(0, turn)])
    row.times.push(...(await timesOf(row.process, CALLS)))
}
for (const row of rows) row.process.disconnect()

const figures = rows.map(({ name, times }) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)]!)
  return { name, median: at(0.5), fastestTenth: at(0.1), slowestTenth: at(0.9) }
})
const machine = describeMachine()
const results = new URL('../results/call.json', import.meta.url)
writeFileSync(results, `${JSON.stringify({ machine, rounds, calls: CALLS, microseconds: figures }, null, 2)}\n`)
const lines = figures.map(({ name, median, fastestTenth, slowestTenth }) => [
  name,
  `${median}`,
  `${fastestTenth}`,
  `${slowestTenth}`,
])
const about = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; ${rounds} rounds of ${CALLS} calls, ${new Date().toISOString().slice(0, 10)}.`
replaceSection(
  new URL('../README.md', import.meta.url),
  'call',
  `${table(['a call', 'median µs', 'a tenth takes less than', 'a tenth more than'], lines)}\n\n${about}`,
)
console.log(lines.map((line) => line.join('  ')).join('\n'))
