/**
 * How long one profile takes, and how many of the corpus's commands are known.
 *
 *   node --conditions @poundlock/source packages/profiles/bench/profile-command.ts
 */
import { readFileSync } from 'node:fs'
import { PROFILED_COMMANDS, profileCommand, type ProfileWord } from '../src/index.ts'

const corpus = new URL('../test/corpus/oneliners.jsonl', import.meta.url)
const rows = readFileSync(corpus, 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { argv: readonly ProfileWord[] }).argv)

const ROUNDS = 200
const BATCH = 50
for (let round = 0; round < 2000; round++) for (const argv of rows) profileCommand(argv)

const medians = rows.map((argv) => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint()
    for (let index = 0; index < BATCH; index++) profileCommand(argv)
    times.push(Number(process.hrtime.bigint() - start) / BATCH)
  }
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1] as number
})
const sorted = medians.toSorted((a, b) => a - b)
const at = (share: number) =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! / 1000).toFixed(2)} µs`

const results = rows.map((argv) => profileCommand(argv))
const known = results.filter((result) => result.known).length
const evaluated = results.filter(
  (result) => result.known || ['EXECUTES_CODE', 'STDIN_IS_CODE', 'NOT_EVALUATED'].includes(result.code),
).length

console.log(`${PROFILED_COMMANDS.length} commands`)
console.log(
  `${rows.length} distinct commands of agents: ${known} known, ${evaluated - known} left to a human on purpose, ${rows.length - evaluated} unknown`,
)
console.log(`median ${at(0.5)}, 95 % ${at(0.95)}, slowest ${at(1)}`)
