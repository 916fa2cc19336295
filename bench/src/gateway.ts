/**
 * The gateway beside a bare `ws` server, in one run, in turns.
 *
 *   node src/gateway.ts [rounds]
 *
 * Both servers are processes of their own, and this one is the client of both. On a busy machine the ratios say more than
 * the numbers, and processor time more than the clock. Measures the built command. Writes results/gateway.json and the
 * table in README.md; fails when a limit is missed.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { WebSocket } from 'ws'
import { collectGarbage } from './gateway/collect-garbage.ts'
import { contest, SIDES, startBare, startCalls, type Contest, type Side } from './gateway/contest.ts'
import { connectDevice, type Device, type DeviceConnection } from './gateway/device-connection.ts'
import { at, median, rateOf, roundTrips, throughput } from './gateway/loads.ts'
import { processorTime, residentBytes } from './gateway/processor-time.ts'
import { readInput } from './gateway/read-input.ts'
import { revocations } from './gateway/revocation.ts'
import { openGatewayScene, startGateway, type GatewayScene } from './gateway/scene.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 8)
const HEALTH = JSON.stringify({ type: 'request', id: 'r', method: 'gateway.health', params: {} })
const IDLE = 10_000
const WATCHERS = 1000
const REVOKED = 100
/** What starting or connecting needed is given back a moment later. */
const SETTLE_MS = 4000
const MB = 1024 * 1024

type Three = [number, number, number]

interface Row {
  readonly what: string
  readonly gateway: number
  readonly bare?: number
  readonly ratio?: number
  readonly limit: string
  readonly isKept: boolean
}
const rows: Row[] = []
const note = (row: Row): void => {
  rows.push(row)
  console.log(row.isKept ? 'kept  ' : 'MISSED', JSON.stringify(row))
}

await measureStart()
const scene = await openGatewayScene({ requestsPerSecond: 1_000_000 })
const bare = await startBare()
const devices = await Promise.all(Array.from({ length: 20 }, () => scene.pair('operator')))
const both = contest(scene, bare, devices)
try {
  await measureRequests(both)
  await measureConnects(both)
  await measureWatchers(scene, devices)
  await measureRevocation(scene)
} finally {
  bare.child.kill()
  await scene.close()
}
await measureIdle()
await measureCalls()
report()

async function measureStart(): Promise<void> {
  const place = await openGatewayScene()
  await place.kill()
  const ready: number[] = []
  const processor: number[] = []
  const memory: number[] = []
  for (let start = 0; start <= rounds; start++) {
    const { child, readyMs } = await startGateway(place.state, place.workspace)
    if (start > 0) processor.push(processorTime(child.pid!))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    if (start > 0) {
      ready.push(readyMs)
      memory.push(residentBytes(child.pid!) / MB)
    }
    child.kill()
    await once(child, 'exit')
  }
  const [readyMs, processorMs, idle] = [Math.min(...ready), median(processor), median(memory)].map((value) =>
    Math.round(value),
  ) as Three
  note({ what: 'ready, from spawn, fastest, ms', gateway: readyMs, limit: '< 300', isKept: readyMs < 300 })
  note({ what: 'the same, processor time, ms', gateway: processorMs, limit: '< 300', isKept: processorMs < 300 })
  note({ what: 'memory when idle, MiB', gateway: idle, limit: '< 90', isKept: idle < 90 })
}

/** Both sides in each round, in turns. */
async function inTurns<Result>(action: (side: Side) => Promise<Result>): Promise<Record<Side, readonly Result[]>> {
  const results: Record<Side, Result[]> = { bare: [], gateway: [] }
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) results[side].push(await action(side))
  }
  return results
}

async function sides<Result>(action: (side: Side) => Promise<Result>): Promise<Record<Side, Result>> {
  return { bare: await action('bare'), gateway: await action('gateway') }
}

async function measureRequests({ open, pids }: Contest): Promise<void> {
  const one = await sides((side) => open[side]())
  for (const side of SIDES) await roundTrips(one[side], HEALTH, 8000)
  // Else the system puts one server beside its client and the other apart: 24 µs or 65 for the same work.
  runOn('0', [process.pid])
  runOn('1', Object.values(pids))
  const trips = await tripsInTurns(one)
  runOn('0,1', [process.pid, ...Object.values(pids)])
  compare('health, median round trip, µs', trips, { limit: '≤ 2× bare', isKept: (ratio) => ratio <= 2 })
  const hundred = await sides((side) => Promise.all(Array.from({ length: 100 }, () => open[side]())))
  for (const side of SIDES) await throughput(hundred[side], HEALTH, 2000)
  const answers = await inTurns((side) => throughput(hundred[side], HEALTH, 1000))
  compare('health on 100 connections, a second', answers, { limit: '≥ 60 % of bare', isKept: (ratio) => ratio >= 0.6 })
  for (const side of SIDES) for (const webSocket of [one[side], ...hundred[side]]) webSocket.terminate()
}

/** Keeps all threads of these processes on these processors. */
function runOn(processors: string, processes: readonly number[]): void {
  for (const id of processes) execFileSync('taskset', ['-apc', processors, String(id)])
}

/** One trip of each side after the other, so that what else the machine does meets both. */
async function tripsInTurns(one: Record<Side, WebSocket>): Promise<Record<Side, readonly number[]>> {
  const medians: Record<Side, number[]> = { bare: [], gateway: [] }
  for (let round = 0; round < rounds; round++) {
    const times: Record<Side, number[]> = { bare: [], gateway: [] }
    for (let trip = 0; trip < 2000; trip++) {
      for (const side of SIDES) times[side].push(...(await roundTrips(one[side], HEALTH, 1)))
    }
    for (const side of SIDES) medians[side].push(median(times[side]))
  }
  return medians
}

async function measureConnects({ enter, processorOf }: Contest): Promise<void> {
  const count = 2000
  for (const side of SIDES) await rateOf(enter[side], count, 32)
  const processor: Record<Side, number[]> = { bare: [], gateway: [] }
  const rates = await inTurns(async (side) => {
    let rate = 0
    const milliseconds = await processorOf(side, async () => void (rate = await rateOf(enter[side], count, 32)))
    processor[side].push(milliseconds / count)
    return rate
  })
  compare('authenticated connects, a second', rates, {
    limit: '≥ 70 % of bare Ed25519, or 2,500',
    isKept: (ratio, gateway) => ratio >= 0.7 || gateway >= 2500,
  })
  compare(
    'the same, processor time of the server, ms',
    processor,
    { limit: '≤ 1.43×', isKept: (ratio) => ratio <= 1.43 },
    2,
  )
}

/** On fresh servers, each after its garbage was collected: what earlier loads left would count as well. */
async function measureIdle(): Promise<void> {
  const perConnection = await sides(async (side) => {
    const place = await openGatewayScene({ requestsPerSecond: 1_000_000 })
    const echo = await startBare()
    const operators = await Promise.all(Array.from({ length: 20 }, () => place.pair('operator')))
    const { open, pids } = contest(place, echo, operators)
    await collectGarbage(pids[side])
    const before = residentBytes(pids[side])
    for (let count = 0; count < IDLE; count += 100) {
      const address = `127.0.0.${2 + (count % 5)}`
      await Promise.all(Array.from({ length: 100 }, () => open[side](address)))
    }
    await collectGarbage(pids[side])
    const bytes = (residentBytes(pids[side]) - before) / IDLE / 1024
    echo.child.kill('SIGKILL')
    await place.kill()
    await place.close()
    return bytes
  })
  const more = perConnection.gateway - perConnection.bare
  note({
    what: `${IDLE} idle connections, KiB each`,
    gateway: round(perConnection.gateway, 1),
    bare: round(perConnection.bare, 1),
    limit: '≤ 10 more than bare',
    isKept: more <= 10,
  })
}

async function measureWatchers(place: GatewayScene, operators: readonly Device[]): Promise<void> {
  const watchers: DeviceConnection[] = []
  const add = async () => {
    const watcher = await connectDevice(place.url, operators[watchers.length % operators.length]!)
    await watcher.request('approvals.watch')
    watchers.push(watcher)
  }
  await rateOf(add, WATCHERS, 32)
  const agent = await connectDevice(place.url, await place.pair('agent'))
  const { session } = await agent.request('sessions.create', {}, { idempotencyKey: 'key-of-watched-session' })
  const times: number[] = []
  for (let asked = 0; asked < rounds + 2; asked++) {
    const arrived: number[] = []
    let id = ''
    const all = Promise.withResolvers<void>()
    let begin = performance.now()
    for (const watcher of watchers) {
      watcher.onEvent = (event, { approval }) => {
        if (event !== 'approvals.waiting') return
        arrived.push(performance.now() - begin)
        id = approval.id
        if (arrived.length === WATCHERS) all.resolve()
      }
    }
    begin = performance.now()
    const input = { command: `../leave-mark asked-${asked}` }
    const key = { idempotencyKey: `key-of-watched-${asked}` }
    const call = agent.request('tools.call', { session: session.id, tool: 'exec', input }, key)
    await all.promise
    if (asked >= 2) times.push(...arrived)
    await watchers[0]!.request('approvals.answer', { id, decision: 'deny' })
    await call
  }
  for (const watcher of watchers) watcher.close()
  const p99 = round(at(times, 0.99), 0)
  note({ what: `an event to ${WATCHERS} who watch, 99th of 100, ms`, gateway: p99, limit: '< 250', isKept: p99 < 250 })
}

async function measureRevocation(place: GatewayScene): Promise<void> {
  const p99 = round(at(await revocations(place, { devices: rounds, sockets: REVOKED }), 0.99), 0)
  note({
    what: `${REVOKED} sockets of a revoked device are closed, 99th of 100, ms`,
    gateway: p99,
    limit: '< 100',
    isKept: p99 < 100,
  })
}

async function measureCalls(): Promise<void> {
  const [one, other] = [await openGatewayScene(), await openGatewayScene()]
  const agent = await other.pair('agent')
  await Promise.all([one.kill(), other.kill()])
  const inProcess = await startCalls(one.state, one.workspace, 'in-process')
  const gateway = await startCalls(other.state, other.workspace, 'gateway')
  const client = await connectDevice(`ws://127.0.0.1:${gateway.first}/ws`, agent)
  const { session } = await client.request('sessions.create', {}, { idempotencyKey: 'key-of-session' })
  let calls = 0
  const time = {
    async bare(count: number): Promise<readonly number[]> {
      inProcess.child.send(count)
      const [times] = (await once(inProcess.child, 'message')) as [readonly number[]]
      return times
    },
    async gateway(count: number): Promise<readonly number[]> {
      const times: number[] = []
      for (let index = 0; index < count; index++) {
        const params = { session: session.id, tool: 'read_file', input: readInput(calls) }
        const begin = performance.now()
        const { status, message } = await client.request('tools.call', params, {
          idempotencyKey: `key-of-call-${calls++}`,
        })
        times.push((performance.now() - begin) * 1000)
        if (status !== 'ran') throw new Error(message)
      }
      return times
    },
  }
  for (const side of SIDES) await time[side](3000)
  const medians = await inTurns(async (side) => median(await time[side](400)))
  compare('a decided call of a reading tool, µs; bare: in process', medians, {
    limit: '≤ 3×',
    isKept: (ratio) => ratio <= 3,
  })
  client.close()
  for (const { child } of [inProcess, gateway]) child.disconnect()
  await Promise.all([one.close(), other.close()])
}

/** The median of the rounds of each side, and the median of the ratios of the rounds. */
function compare(
  what: string,
  results: Record<Side, readonly number[]>,
  { limit, isKept }: { readonly limit: string; readonly isKept: (ratio: number, gateway: number) => boolean },
  digits = 0,
): void {
  const ratio = median(results.gateway.map((value, index) => value / results.bare[index]!))
  const gateway = median(results.gateway)
  note({
    what,
    gateway: round(gateway, digits),
    bare: round(median(results.bare), digits),
    ratio: round(ratio, 2),
    limit,
    isKept: isKept(ratio, gateway),
  })
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

function report(): void {
  const machine = describeMachine()
  const file = new URL('../results/gateway.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify({ machine, rounds, rows }, null, 2)}\n`)
  const lines = rows.map(({ what, gateway, bare: other, ratio, limit, isKept }) => [
    what,
    `${gateway}`,
    other === undefined ? '' : `${other}`,
    ratio === undefined ? '' : `${ratio}×`,
    `${limit}${isKept ? '' : ' (missed)'}`,
  ])
  const about = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; medians of ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}.`
  const text = table(['what', 'gateway', 'bare', 'ratio', 'limit'], lines)
  replaceSection(new URL('../README.md', import.meta.url), 'gateway', `${text}\n\n${about}`)
  if (rows.some(({ isKept }) => !isKept)) process.exitCode = 1
}
