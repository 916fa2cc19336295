/**
 * Makes calls at a steady rate for a while, and looks whether the gateway grows.
 *
 *   node src/gateway-soak.ts [minutes] [calls a second]
 *
 * Calls are of a reading tool, by several agents on loopback; each has connections that come and go. Memory and
 * descriptors are read each ten seconds. Writes results/gateway-soak.json; ends with 1 when memory in the last quarter is
 * more than a tenth above that of the second one, or descriptors grew by more than
 * the hosts of a few sessions.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as passed } from 'node:timers/promises'
import { connectDevice, type DeviceConnection } from './gateway/device-connection.ts'
import { at, median } from './gateway/loads.ts'
import { descriptors, processorTime, residentBytes } from './gateway/processor-time.ts'
import { readInput } from './gateway/read-input.ts'
import { openGatewayScene } from './gateway/scene.ts'
import { describeMachine } from './report/machine.ts'

const [minutes, perSecond] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 500)]
const AGENTS = 8
const TURN_MS = 20
/** An agent may have so many calls at once. */
const AT_ONCE = 28
const LOOK_MS = 10_000
const MB = 1024 * 1024

interface Sample {
  readonly seconds: number
  readonly memory: number
  readonly descriptors: number
}

const scene = await openGatewayScene()
const agents = await Promise.all(
  Array.from({ length: AGENTS }, async () => {
    const device = await scene.pair('agent')
    const connection = await connectDevice(scene.url, device)
    return { device, connection, session: await sessionOf(connection), open: 0 }
  }),
)
/** The calls that are not answered yet, by the connection that they were made on. */
const waiting = new WeakMap<DeviceConnection, Set<Promise<void>>>()
const samples: Sample[] = []
const times: number[] = []
const failed: Record<string, number> = {}
let [made, behind] = [0, 0]
const begin = performance.now()
const processorBefore = processorTime(scene.child.pid!)
const END = begin + minutes * 60_000
let lookAt = begin
while (performance.now() < END) {
  const due = Math.floor(((performance.now() - begin) / 1000) * perSecond) - made
  // What a busy machine has delayed is made up for as soon as an agent is free.
  for (let left = due; left > 0; left--) if (!call()) break
  behind = Math.max(behind, (due - perSecond * (TURN_MS / 1000)) / perSecond)
  if (performance.now() >= lookAt) {
    lookAt += LOOK_MS
    look()
    await reconnectOne()
  }
  await passed(TURN_MS)
}
const seconds = (performance.now() - begin) / 1000
await passed(2000)
look()
report()
await scene.close()

async function sessionOf(connection: DeviceConnection): Promise<string> {
  const key = { idempotencyKey: `key-of-session-${Math.random()}` }
  return (await connection.request('sessions.create', {}, key)).session.id as string
}

/** @returns false when every agent has as many calls as it may */
function call(): boolean {
  const agent = agents.toSorted((a, b) => a.open - b.open)[0]!
  if (agent.open >= AT_ONCE) return false
  made++
  agent.open++
  const started = performance.now()
  const params = { session: agent.session, tool: 'read_file', input: readInput(made) }
  const { connection } = agent
  const answered = connection
    .request('tools.call', params, { idempotencyKey: `key-of-call-${made}` })
    .then(({ status }) => count(status === 'ran' ? null : status))
    .catch((error: { readonly code?: string }) => count(error.code ?? 'error'))
    .finally(() => {
      agent.open--
      waiting.get(connection)?.delete(answered)
      if (made % 50 === 0) times.push(performance.now() - started)
    })
  waiting.set(connection, (waiting.get(connection) ?? new Set()).add(answered))
  return true
}

function count(problem: string | null): void {
  if (problem !== null) failed[problem] = (failed[problem] ?? 0) + 1
}

/** Connections come and go, and so do sessions. */
async function reconnectOne(): Promise<void> {
  const agent = agents[samples.length % AGENTS]!
  const before = agent.connection
  const ended = agent.session
  agent.connection = await connectDevice(scene.url, agent.device)
  agent.session = await sessionOf(agent.connection)
  const quiet = async () => {
    // A call whose client leaves would be lost to it.
    await Promise.all(waiting.get(before) ?? new Set())
    await agent.connection.request('sessions.abort', { session: ended }).catch(() => undefined)
    before.close()
  }
  void quiet()
}

function look(): void {
  const pid = scene.child.pid!
  samples.push({
    seconds: Math.round((performance.now() - begin) / 1000),
    memory: Math.round(residentBytes(pid) / MB),
    descriptors: descriptors(pid),
  })
  if (samples.length % 6 === 0) console.log(JSON.stringify(samples.at(-1)), `${made} calls`)
}

function report(): void {
  const quarter = Math.floor(samples.length / 4)
  const memoryOf = (part: readonly Sample[]) => median(part.map(({ memory }) => memory))
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const growth = memoryOf(late) / memoryOf(early)
  const descriptorGrowth = median(late.map((one) => one.descriptors)) - median(early.map((one) => one.descriptors))
  const results = {
    machine: describeMachine(),
    minutes,
    calls: made,
    callsASecond: Math.round(made / seconds),
    secondsBehind: Number(behind.toFixed(1)),
    failed,
    milliseconds: { median: Number(median(times).toFixed(1)), p99: Number(at(times, 0.99).toFixed(1)) },
    processorTimeOfACall: Number(((processorTime(scene.child.pid!) - processorBefore) / made).toFixed(2)),
    memoryMiB: { secondQuarter: memoryOf(early), lastQuarter: memoryOf(late), growth: Number(growth.toFixed(3)) },
    descriptors: { first: samples[0]!.descriptors, last: samples.at(-1)!.descriptors, growth: descriptorGrowth },
    samples: samples.filter((_, index) => index % 6 === 0),
  }
  writeFileSync(new URL('../results/gateway-soak.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  console.log(JSON.stringify({ ...results, samples: samples.length }, null, 2))
  if (Object.keys(failed).length > 0 || growth > 1.1 || descriptorGrowth > 20) process.exitCode = 1
}
