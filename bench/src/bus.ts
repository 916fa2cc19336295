/**
 * What the bus costs: requests over NATS beside those of NATS' own client, and durable writes of both implementations.
 *
 *   POUNDLOCK_NATS=… node --conditions=@poundlock/source src/bus.ts [rounds]
 *
 * One NATS server with `sync_interval: always`, both clients in this process, in turns. Writes results/bus.json and the
 * table in README.md; fails when a request of ours takes more than four of NATS' own, for which it makes two round trips.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { openEmbeddedBus, type Bus } from '@poundlock/bus'
import { openNatsBus } from '@poundlock/bus/nats'
import { summarize } from './measure/measure-interleaved.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 400)
const WARM_UP = 50
const MOST_TO_BARE = 4
const payload = { argv: ['/usr/bin/true'], cwd: '/', text: 'x'.repeat(400) }

const folder = mkdtempSync(join(tmpdir(), 'poundlock-bench-'))
const address = `127.0.0.1:${await freePort()}`
const config = join(folder, 'nats.conf')
writeFileSync(config, `listen: "${address}"\njetstream { store_dir: "${folder}", sync_interval: always }\n`)
const server = spawn(process.env['POUNDLOCK_NATS'] ?? 'nats-server', ['-c', config], { stdio: 'ignore' })
try {
  report(await measure())
} finally {
  server.kill()
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<ReturnType<typeof summarize>[]> {
  const [asking, serving] = [await openWhenUp(), await openWhenUp()]
  const embedded = openEmbeddedBus({ folder: join(folder, 'embedded') })
  const [rawAsking, rawServing] = [await connect({ servers: [address] }), await connect({ servers: [address] })]
  rawServing.subscribe('raw', { callback: (_, message) => void message.respond(message.data) })
  await rawServing.flush()
  for (const bus of [serving, embedded]) await bus.serve(['node', 'n1'], (value) => value)
  const text = JSON.stringify(payload)
  let count = 0
  const answered = async (bus: Bus) => {
    const { status } = await bus.request(['node', 'n1'], payload)
    if (status !== 'answered') throw new Error(`a request ended as ${status}`)
  }
  const operations: Record<string, () => Promise<unknown>> = {
    'request and answer, NATS client alone': () => rawAsking.request('raw', text),
    'request and answer, over NATS': () => answered(asking),
    'request and answer, embedded': () => answered(embedded),
    'node that nobody serves, over NATS': () => asking.request(['node', 'none'], payload),
    'durable append, over NATS': () => asking.append(['runs', 'r1'], payload),
    'durable append, embedded': () => embedded.append(['runs', 'r1'], payload),
    'claim, over NATS': () => asking.claim(['claims', `c${(count += 1)}`], payload),
    'claim, embedded': () => embedded.claim(['claims', `c${(count += 1)}`], payload),
  }
  const times = new Map(Object.keys(operations).map((name) => [name, [] as number[]]))
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [name, operation] of Object.entries(operations)) {
      const begin = performance.now()
      await operation()
      if (round >= 0) times.get(name)!.push((performance.now() - begin) * 1000)
    }
  }
  await Promise.all([asking.close(), serving.close(), embedded.close(), rawAsking.close(), rawServing.close()])
  return [...times].map(([name, samples]) => summarize(name, samples))
}

async function openWhenUp(): Promise<Bus> {
  for (;;) {
    const bus = await openNatsBus({ servers: [address] }).catch(() => null)
    if (bus !== null) return bus
    await delay(50)
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  return port
}

function report(measured: readonly ReturnType<typeof summarize>[]): void {
  const machine = describeMachine()
  const [bare, ours] = measured as [(typeof measured)[0], (typeof measured)[0]]
  const ratio = ours.median / bare.median
  const microseconds = Object.fromEntries(measured.map(({ name, median }) => [name, Math.round(median)]))
  const results = { machine, rounds, microseconds, requestToBare: Math.round(ratio * 100) / 100 }
  writeFileSync(new URL('../results/bus.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  const rows = measured.map(({ name, median, slowest }) => [name, median.toFixed(0), (slowest / 1000).toFixed(1)])
  const note = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; ${rounds} rounds.`
  const page = new URL('../README.md', import.meta.url)
  replaceSection(page, 'bus', `${table(['operation', 'median µs', 'slowest ms'], rows)}\n\n${note}`)
  console.log(JSON.stringify(results, null, 2))
  if (ratio <= MOST_TO_BARE) return
  console.error(`a request takes ${ratio.toFixed(2)} of NATS' own, more than ${MOST_TO_BARE}`)
  process.exitCode = 1
}
