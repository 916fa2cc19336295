/** How fast messages are read, beside what decoding and JSON.parse alone take, and how many are answered over a pipe. */
import { writeFileSync } from 'node:fs'
import { makeReaders, type Reader, STREAMS } from './jsonrpc/decoding.ts'
import { installPeers } from './jsonrpc/peers.ts'
import { measureRoundTrips } from './jsonrpc/round-trips.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const ROUNDS = Number(process.argv[2] ?? 40)
/** Peers that join all that waits for each byte take seconds for one message. */
const ROUNDS_OF_SLOW_PEERS = 1
/** Long enough for the clock, short enough that all meet the same weather. */
const ROUND_MILLISECONDS = 10

const bed = new Int32Array(new SharedArrayBuffer(4))

/**
 * What this thread has worked: the machine may be busy with something else meanwhile. The system brings the account up to
 * date when a thread sleeps, else every few milliseconds only, which is as long as what is measured.
 */
function cpuMicroseconds(): number {
  Atomics.wait(bed, 0, 0, 0.1)
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** As many turns as fill a round. */
async function timeOnce(reader: Reader, messages: number): Promise<number> {
  const begin = cpuMicroseconds()
  const until = performance.now() + ROUND_MILLISECONDS
  let turns = 0
  do {
    const count = await reader.read()
    if (count !== messages) throw new Error(`${reader.name} read ${String(count)} of ${String(messages)} messages`)
    turns++
  } while (performance.now() < until)
  return (cpuMicroseconds() - begin) / turns
}

async function measureDecoding() {
  const results: { stream: string; reader: string; megabytesPerSecond: number; toLimit: number }[] = []
  for (const stream of STREAMS) {
    const readers = await makeReaders(stream)
    const samples = readers.map((): number[] => [])
    for (let round = 0; round <= ROUNDS; round++) {
      for (let index = 0; index < readers.length; index++) {
        const turn = (index + round) % readers.length
        const reader = readers[turn]!
        if (reader.isPeer && stream.pieceBytes === 1 && round >= ROUNDS_OF_SLOW_PEERS + 1) continue
        const spent = await timeOnce(reader, stream.messages)
        if (round > 0) samples[turn]!.push(spent)
      }
    }
    const limits = samples[0]!
    for (const [index, { name, bytes }] of readers.entries()) {
      const spent = median(samples[index]!)
      results.push({
        stream: stream.name,
        reader: name,
        megabytesPerSecond: bytes / spent,
        toLimit: median(samples[index]!.map((time, round) => limits[round]! / time)),
      })
    }
  }
  return results
}

const shown = (value: number) => value.toFixed(value < 10 ? 2 : 0)

installPeers()
const decoding = await measureDecoding()
const roundTrips = await measureRoundTrips(ROUNDS)
const machine = describeMachine()
const measured = new Date().toISOString().slice(0, 10)
const RESULT = { measured, rounds: ROUNDS, machine, decoding, roundTrips }
writeFileSync(new URL('../results/jsonrpc.json', import.meta.url), `${JSON.stringify(RESULT, null, 2)}\n`)
const readers = [...new Set(decoding.map(({ reader }) => reader))]
const reading = table(
  ['reading, MB/s', ...STREAMS.map(({ name }) => name)],
  readers.map((reader) => [
    reader,
    ...STREAMS.map(({ name }) => {
      const { megabytesPerSecond, toLimit } = decoding.find((one) => one.reader === reader && one.stream === name)!
      return `${shown(megabytesPerSecond)} (${(toLimit * 100).toFixed(toLimit < 0.01 ? 2 : 0)} %)`
    }),
  ]),
)
const asking = table(
  [
    'a question and its answer over pipes',
    'one by one on one processor, a second',
    'ours to it',
    'one by one on any, a second',
    'ours to it',
    '32 at a time, a second',
    'ours to it',
    'processor time of both sides, µs',
    'ours to it',
  ],
  roundTrips.map((one) => [
    one.name,
    one.perSecond.toFixed(0),
    `${one.oursToIt.toFixed(2)}×`,
    one.perSecondApart.toFixed(0),
    `${one.oursToItApart.toFixed(2)}×`,
    one.perSecondAtOnce.toFixed(0),
    `${one.oursToItAtOnce.toFixed(2)}×`,
    one.processorMicroseconds.toFixed(0),
    `${one.oursToItInProcessorTime.toFixed(2)}×`,
  ]),
)
const about = `${machine.processor}, ${String(machine.cores)} cores, ${machine.system}, Node ${machine.node}; medians of ${String(ROUNDS)} rounds, reading in processor time, ${measured}.`
replaceSection(new URL('../README.md', import.meta.url), 'jsonrpc', `${reading}\n\n${asking}\n\n${about}`)
console.log(`${reading}\n\n${asking}`)
