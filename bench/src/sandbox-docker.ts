/**
 * What `sh -c 'echo hi'` takes in a warm container: by dockerode alone, and as a command of the sandbox, which also
 * proves that nothing is left and looks at the workspace. Both in containers of the same settings, in turns.
 *
 *   node --conditions=@poundlock/source src/sandbox-docker.ts [rounds]
 *
 * Writes results/sandbox-docker.json and the table in sandbox-docker.md. Needs a container engine.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'
import { openDockerWays } from './sandbox/docker-ways.ts'

const rounds = Number(process.argv[2] ?? 40)
/** How long it is quiet before a command, and how many then come one at once after another. */
const [pauseMs, row] = [250, 3]
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-bench-')))
const ways = await openDockerWays(folder).catch((error: unknown) => {
  rmSync(folder, { recursive: true, force: true })
  throw error
})
try {
  const contestants: Readonly<Record<string, () => Promise<void>>> = {
    'dockerode, bare exec': () => ways.bare.session(),
    'dockerode, bare exec in the other container': () => ways.bare.agent(),
    'sandbox, scope session': () => ways.contained.session(),
    'sandbox, scope agent': () => ways.contained.agent(),
  }
  const names = Object.keys(contestants)
  const alone = new Map<string, number[]>(names.map((name) => [name, []]))
  const inRow = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds + 3; round += 1) {
    // Each begins as often as the others.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const run = contestants[name]!
      // What one does after its command is not to slow the next one down: the sandbox makes ready for another.
      await setTimeout(pauseMs)
      const start = performance.now()
      await run()
      const firstEnd = performance.now()
      // Now without a pause: nothing can have been made ready meanwhile.
      for (let more = 0; more < row; more += 1) await run()
      if (round < 3) continue
      alone.get(name)!.push(firstEnd - start)
      inRow.get(name)!.push((performance.now() - firstEnd) / row)
    }
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
  const mediansOf = (taken: ReadonlyMap<string, readonly number[]>): Readonly<Record<string, number>> =>
    Object.fromEntries([...taken].map(([name, values]) => [name, median(values)]))
  const medians = { afterPause: mediansOf(alone), inRow: mediansOf(inRow) }
  const machine = describeMachine()
  const results = { machine, rounds, firstCommandMs: ways.firstCommandMs, medianMs: medians }
  writeFileSync(new URL('../results/sandbox-docker.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  const columns = [medians.afterPause, medians.inRow]
  const cells = (name: string): string[] =>
    columns.flatMap((column) => [column[name]!.toFixed(1), (column[name]! / column[names[0]!]!).toFixed(2)])
  const rows = names.map((name) => [name, ...cells(name)])
  const text = `${table(['way', 'after a pause, ms', 'ratio', 'at once after another, ms', 'ratio'], rows)}

${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; medians of ${rounds} rounds; those at once
after another are means of ${row} in a row. The first command of a
session, with its container, took ${ways.firstCommandMs.toFixed(0)} ms.`
  replaceSection(new URL('../sandbox-docker.md', import.meta.url), 'sandbox-docker', text)
  console.log(text)
} finally {
  await ways.close()
  rmSync(folder, { recursive: true, force: true })
}
