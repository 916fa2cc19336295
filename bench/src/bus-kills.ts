/**
 * Three gateways on a NATS cluster of three servers, of which one at a time is killed or stopped at random moments.
 *
 *   POUNDLOCK_NATS=… node --conditions=@poundlock/source src/bus-kills.ts [troubles]
 *
 * In each round, of which five are under way, two gateways claim a run, the winner sends it to the gateway that serves the node, and its result is
 * appended. Counted are runs that ran twice, outcomes that were not true, confirmed results that are missing or there twice,
 * and claims with more than one winner; all have to be 0. Writes results/bus-kills.json.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '@poundlock/bus'
import { openNatsBus } from '@poundlock/bus/nats'
import { describeMachine } from './report/machine.ts'

const troubles = Number(process.argv[2] ?? 100)
/** Rounds that are under way at the same time. */
const WIDTH = 5
const NODE = ['node', 'n1', 'run'] as const

interface Server {
  child: ChildProcess
  readonly start: () => Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'poundlock-bench-'))
const ports = await freePorts(9)
const servers: Server[] = [0, 1, 2].map((index) => makeServer(index))
const ran = new Map<string, number>()
const COUNTS = { rounds: 0, kills: 0, stops: 0, answered: 0, notRun: 0, perhaps: 0, claimFailed: 0, appendFailed: 0 }
const WRONG = { ranTwice: 0, untrue: 0, missing: 0, twice: 0, winners: 0 }
const confirmed = new Set<string>()
const refused = new Set<string>()
try {
  await Promise.all(servers.map((server) => server.start()))
  const addresses = [0, 1, 2].map((index) => `127.0.0.1:${ports[index * 3]}`)
  const buses = await Promise.all(addresses.map(() => openNatsBus({ servers: addresses, replicas: 3 })))
  await buses[2]!.serve(NODE, (payload) => {
    const { id } = payload as { readonly id: string }
    ran.set(id, (ran.get(id) ?? 0) + 1)
    return { id }
  })
  let isOver = false
  const work = async () => {
    while (!isOver) await round(buses, `run-${(COUNTS.rounds += 1)}`)
  }
  const working = Array.from({ length: WIDTH }, work)
  await makeTrouble()
  isOver = true
  await Promise.all(working)
  await check(buses[0]!)
  await Promise.all(buses.map((bus) => bus.close()))
} finally {
  for (const { child } of servers) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
const results = { machine: describeMachine(), counts: COUNTS, wrong: WRONG }
writeFileSync(new URL('../results/bus-kills.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
console.log(JSON.stringify(results, null, 2))
if (Object.values(WRONG).some((count) => count > 0)) process.exitCode = 1

async function round(buses: readonly Bus[], id: string): Promise<void> {
  const claims = await Promise.allSettled(
    [0, 1].map((by) => buses[by]!.claim(['claims', id], { by }, { waitMs: 60_000, ttlMs: 3_600_000 })),
  )
  const winners = claims.flatMap((claim, by) => (claim.status === 'fulfilled' && claim.value.claimed ? [by] : []))
  if (winners.length > 1) WRONG.winners += 1
  const [winner] = winners
  if (winner === undefined) return void (COUNTS.claimFailed += 1)
  const outcome = await buses[winner]!.request(NODE, { id }, { timeoutMs: 3000 })
  if (outcome.status === 'answered') {
    COUNTS.answered += 1
    if (ran.get(id) !== 1) WRONG.untrue += 1
  } else if (outcome.mayHaveRun) COUNTS.perhaps += 1
  else {
    COUNTS.notRun += 1
    // Looked at again at the end: it must not have run later, either.
    refused.add(id)
  }
  try {
    await buses[winner]!.append(['results', 'all'], id, { waitMs: 60_000 })
    confirmed.add(id)
  } catch {
    COUNTS.appendFailed += 1
  }
}

async function check(bus: Bus): Promise<void> {
  // What a stopped server still held has arrived by then.
  await bus.request(NODE, { id: 'last' }).catch(() => undefined)
  for (const times of ran.values()) if (times > 1) WRONG.ranTwice += 1
  for (const id of refused) if (ran.has(id)) WRONG.untrue += 1
  const found = new Map<string, number>()
  for (let after = 0; ;) {
    const { entries, more } = await bus.read({ log: ['results', 'all'] }, { after, limit: 1000 })
    for (const { value } of entries) found.set(String(value), (found.get(String(value)) ?? 0) + 1)
    if (!more) break
    after = entries.at(-1)!.sequence
  }
  for (const id of confirmed) if (!found.has(id)) WRONG.missing += 1
  for (const times of found.values()) if (times > 1) WRONG.twice += 1
}

async function makeTrouble(): Promise<void> {
  while (COUNTS.kills + COUNTS.stops < troubles) {
    await delay(Math.random() * 1000)
    const server = servers[Math.floor(Math.random() * servers.length)]!
    if (Math.random() < 0.5) {
      COUNTS.kills += 1
      const ended = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      await ended
      await delay(Math.random() * 1000)
      await server.start()
    } else {
      COUNTS.stops += 1
      server.child.kill('SIGSTOP')
      await delay(500 + Math.random() * 6000)
      server.child.kill('SIGCONT')
    }
    // The next trouble meets a whole cluster: two servers of three cannot be done without.
    await Promise.all([0, 1, 2].map((index) => healthy(index)))
  }
}

function makeServer(index: number): Server {
  const [client, monitor, cluster] = ports.slice(index * 3, index * 3 + 3)
  const routes = [2, 5, 8].map((route) => `"nats-route://127.0.0.1:${ports[route]}"`).join(', ')
  const file = join(folder, `n${index}.conf`)
  writeFileSync(
    file,
    `server_name: n${index}
listen: "127.0.0.1:${client}"
http: "127.0.0.1:${monitor}"
jetstream { store_dir: "${join(folder, `n${index}`)}", sync_interval: always }
cluster { name: kills, listen: "127.0.0.1:${cluster}", routes: [${routes}] }
`,
  )
  const server = {
    child: undefined as unknown as ChildProcess,
    async start() {
      server.child = spawn(process.env['POUNDLOCK_NATS'] ?? 'nats-server', ['-c', file], { stdio: 'ignore' })
      await healthy(index)
    },
  }
  return server
}

async function healthy(index: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${ports[index * 3 + 1]}/healthz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok === true) return
    await delay(50)
  }
}

async function freePorts(count: number): Promise<number[]> {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(listeners.map((listener) => once(listener, 'listening')))
  const free = listeners.map((listener) => (listener.address() as AddressInfo).port)
  for (const listener of listeners) listener.close()
  return free
}
