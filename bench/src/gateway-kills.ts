/**
 * Kills the gateway at random moments while clients make and approve calls, starts it again, and looks at the end whether
 * every client learnt the truth.
 *
 *   node src/gateway-kills.ts [rounds] [seed]
 *
 * Every call leaves a mark of its own when it runs. Clients are those of `@poundlock/protocol`: they reconnect by
 * themselves, and send again what has an idempotency key. Half of the calls need an answer; one of three is denied. Writes
 * results/gateway-kills.json, and ends with 1 when anything was wrong.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { openRequestStore } from '@poundlock/approvals/node'
import { verifyAuditLog } from '@poundlock/audit/node'
import { connectGateway, type GatewayClient, type Subscription } from '@poundlock/protocol/client'
import { keyIdentity, openSocket } from '@poundlock/protocol/node'
import type { Device } from './gateway/device-connection.ts'
import { at, median } from './gateway/loads.ts'
import { openGatewayScene, type GatewayScene } from './gateway/scene.ts'
import { describeMachine } from './report/machine.ts'

const [rounds, seed] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 1)]
const AGENTS = 2
/** Of each agent in each round. */
const CALLS = 6
/** A session asks people so often in a minute, and not more often. */
const ROUNDS_OF_SESSION = 5
/** Up to so long after a round has begun. */
const LONGEST_MS = 250
const PATIENCE_MS = 120_000

interface MadeCall {
  readonly mark: string
  readonly needsAnswer: boolean
  status: string
}

let state = seed >>> 0
/** mulberry32: the kills are the same in another run, but for what the machine does at the moment. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0
  let word = Math.imul(state ^ (state >>> 15), state | 1)
  word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
  return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
}

const scene = await openGatewayScene()
const wrong: string[] = []
const answered = new Map<string, 'allow-once' | 'deny'>()
const made: MadeCall[] = []
const settledAfterMs: number[] = []

const agents = await Promise.all(Array.from({ length: AGENTS }, async () => clientOf(scene, await scene.pair('agent'))))
const operator = clientOf(scene, await scene.pair('operator'))
let sessions = await beginSessions()
const watched = await watchAndAnswer(operator)

for (let round = 0; round < rounds; round++) {
  if (round % ROUNDS_OF_SESSION === ROUNDS_OF_SESSION - 1) sessions = await beginSessions()
  const begin = performance.now()
  const calls = agents.flatMap((agent, index) =>
    Array.from({ length: CALLS }, (_, number) =>
      makeCall(agent, { session: sessions[index]!, mark: `${round}-${index}-${number}`, number }),
    ),
  )
  await passed(random() * LONGEST_MS)
  await scene.kill()
  await scene.start()
  const late = passed(PATIENCE_MS, 'late' as const, { ref: false })
  if ((await Promise.race([Promise.all(calls), late])) === 'late') {
    wrong.push(`round ${round}: a client still does not know after ${PATIENCE_MS / 1000} s`)
    break
  }
  settledAfterMs.push(performance.now() - begin)
  if (round % 20 === 19) console.log(`${round + 1} rounds, ${made.length} calls, wrong: ${wrong.length}`)
}
watched.end()
for (const client of [...agents, operator]) client.close()
await scene.kill()
lookAtMarks()
lookAtApprovals()
const audit = await verifyAuditLog(join(scene.state, 'audit'))
wrong.push(...audit.problems.map((problem) => `audit: ${JSON.stringify(problem)}`))
report()
await scene.close()

function beginSessions(): Promise<readonly string[]> {
  return Promise.all(agents.map(async (agent) => (await agent.request('sessions.create', {})).session.id))
}

/** A client as an agent or a person has one. */
function clientOf(place: GatewayScene, device: Device): GatewayClient {
  return connectGateway({
    url: () => openSocket(place.url),
    identity: keyIdentity(device.privateKey),
    credential: { kind: 'token', token: device.token },
    role: device.role,
    scopes: device.scopes,
    client: { name: 'kills', version: '1.0.0', platform: 'linux' },
    reconnect: { firstMs: 20, mostMs: 200 },
  })
}

/** What it does when it runs cannot be undone, and leaves a line for each time. */
async function makeCall(
  agent: GatewayClient,
  { session, mark, number }: { readonly session: string; readonly mark: string; readonly number: number },
): Promise<void> {
  const needsAnswer = number % 2 === 1
  const command = needsAnswer ? `../leave-mark asked-${mark}` : `echo ran >> free-${mark}`
  const call: MadeCall = { mark: `${needsAnswer ? 'asked' : 'free'}-${mark}`, needsAnswer, status: 'open' }
  made.push(call)
  try {
    const result = await agent.request('tools.call', { session, tool: 'exec', input: { command } })
    call.status = result.status
  } catch (error) {
    call.status = `error ${String((error as { readonly code?: unknown }).code)}`
  }
}

/** A person at a desk, who sees what waits once more after each restart. */
async function watchAndAnswer(client: GatewayClient): Promise<Subscription> {
  const see = ({ id, state: now }: { readonly id: string; readonly state: string }) => {
    if (now !== 'pending') return
    const decision = answered.get(id) ?? (random() < 1 / 3 ? 'deny' : 'allow-once')
    answered.set(id, decision)
    // Where the answer gets lost, the request is seen again.
    client.request('approvals.answer', { id, decision }).catch(() => undefined)
  }
  return client.subscribe(
    'approvals.watch',
    {},
    {
      onBegin: ({ pending }) => pending.forEach(see),
      onEvent: ({ event, data }) => {
        if (event === 'approvals.waiting') see(data.approval)
      },
    },
  )
}

function linesOf(mark: string): number {
  const file = join(scene.workspace, mark)
  if (!existsSync(file)) return 0
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).length
}

function lookAtMarks(): void {
  for (const { mark, status } of made) {
    const times = linesOf(mark)
    if (times > 1) wrong.push(`${mark} ran ${times} times`)
    if (status === 'ran' && times !== 1) wrong.push(`${mark} is said to have run, and left ${times} marks`)
    if (status === 'unapproved' && times !== 0) wrong.push(`${mark} was denied, and left ${times} marks`)
    if (!['ran', 'unapproved', 'unknown'].includes(status)) wrong.push(`${mark} ended as ${status}`)
  }
  const known = new Set(made.map(({ mark }) => mark))
  for (const name of readdirSync(scene.workspace)) {
    if (/^(?:asked|free)-/.test(name) && !known.has(name)) wrong.push(`${name} was made by no call`)
  }
}

/** No answer is lost or wider than it was given, and none was used for another call or twice. */
function lookAtApprovals(): void {
  const store = openRequestStore(join(scene.state, 'approvals', 'requests'))
  const allowed = new Set<string>()
  for (const { request, answer } of store.all()) {
    const given = answered.get(request.id)
    if (answer && answer.decision !== given)
      wrong.push(`${request.id} was answered ${given}, and is ${answer.decision}`)
    const mark = /asked-[\d-]+/.exec(request.binding.text)?.[0]
    if (mark !== undefined && answer?.decision === 'allow-once') allowed.add(mark)
  }
  for (const { mark, needsAnswer, status } of made) {
    if (needsAnswer && linesOf(mark) > 0 && !allowed.has(mark)) wrong.push(`${mark} ran, and nobody allowed it`)
    if (needsAnswer && status === 'unapproved' && allowed.has(mark)) wrong.push(`${mark} was allowed, and refused`)
  }
}

function report(): void {
  const count = (status: string) => made.filter((call) => call.status === status).length
  const results = {
    machine: describeMachine(),
    rounds: settledAfterMs.length,
    seed,
    calls: made.length,
    ran: count('ran'),
    denied: count('unapproved'),
    unknown: count('unknown'),
    answers: answered.size,
    auditRecords: audit.records,
    millisecondsUntilEveryClientKnew: {
      median: Math.round(median(settledAfterMs)),
      slowest: Math.round(at(settledAfterMs, 1)),
    },
    wrong,
  }
  writeFileSync(new URL('../results/gateway-kills.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  console.log(JSON.stringify(results, null, 2))
  if (wrong.length > 0) process.exitCode = 1
}
