/**
 * Models that work in 50 sessions of one gateway at once, beside one session alone, in one run.
 *
 *   node src/gateway-agents.ts [rounds]
 *
 * The gateway is a process of the built command. A process of its own answers for the model, at once; in each turn it
 * calls a tool that reads. Says what a turn costs the gateway beside the same call made by a client, and what the gateway
 * holds in memory. Fails where a session got another one's answers, or a call ran twice or never. Writes
 * results/gateway-agents.json and the table in README.md.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectGarbage } from './gateway/collect-garbage.ts'
import { connectDevice, type DeviceConnection } from './gateway/device-connection.ts'
import { median } from './gateway/loads.ts'
import { processorTime, residentBytes } from './gateway/processor-time.ts'
import { readInput } from './gateway/read-input.ts'
import { openGatewayScene } from './gateway/scene.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 5)
const SESSIONS = 50
const TURNS = 20
const MB = 1024 * 1024

const model = fork(fileURLToPath(new URL('gateway/scripted-server.ts', import.meta.url)), [String(TURNS)])
const [port] = (await once(model, 'message')) as [number]
const scene = await openGatewayScene(
  { requestsPerSecond: 1_000_000 },
  {},
  {
    agents: { model: 'compatible:scripted', baseUrl: `http://127.0.0.1:${port}/v1`, atOnce: SESSIONS },
  },
)
const pid = scene.child.pid!
const connections: DeviceConnection[] = []
let keys = 0
const keyed = () => ({ idempotencyKey: `key-of-bench-${keys++}` })

interface Worked {
  readonly session: string
  readonly ms: number
}

/** A session of a device, with what ends its prompts. */
async function openSession() {
  const connection = await connectDevice(scene.url, await scene.pair('agent'))
  connections.push(connection)
  const { id } = (await connection.request('sessions.create', {}, keyed())).session
  let resolve: (event: any) => void = () => undefined
  connection.onEvent = (_event, { kind, event }) => {
    if (kind === 'agent' && event.type === 'prompt-ended') resolve(event)
  }
  await connection.request('sessions.follow', { session: id })
  return {
    connection,
    session: id as string,
    async prompt(text: string): Promise<Worked> {
      const ended = new Promise<any>((done) => (resolve = done))
      const begin = performance.now()
      await connection.request('agents.prompt', { session: id, text }, keyed())
      const { reason, text: answer } = await ended
      if (reason !== 'answered' || answer !== `Done with ${text}.`) throw new Error(`${text}: ${reason}, ${answer}`)
      return { session: id, ms: performance.now() - begin }
    },
  }
}

/** Wall and processor milliseconds of the gateway for each of so many things. */
async function cost(things: number, action: () => Promise<unknown>) {
  const [begin, before] = [performance.now(), processorTime(pid)]
  await action()
  return { wall: (performance.now() - begin) / things, processor: (processorTime(pid) - before) / things }
}

const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession()))
const [alone] = sessions as [(typeof sessions)[number]]
let prompts = 0
const workAll = (which: typeof sessions) => Promise.all(which.map((one) => one.prompt(`p${prompts++}`)))
const calls = async ({ connection, session }: (typeof sessions)[number]) => {
  for (let call = 0; call < TURNS; call++) {
    const params = { session, tool: 'read_file', input: readInput(call) }
    await connection.request('tools.call', params, keyed())
  }
}
await workAll(sessions)
await collectGarbage(pid)
const memoryBefore = residentBytes(pid) / MB
const measured: Record<'together' | 'alone' | 'calls', { wall: number; processor: number }[]> = {
  together: [],
  alone: [],
  calls: [],
}
let most = 0
const looks = setInterval(() => (most = Math.max(most, residentBytes(pid) / MB)), 100)
for (let round = 0; round < rounds; round++) {
  measured.together.push(await cost(SESSIONS * TURNS, () => workAll(sessions)))
  measured.calls.push(await cost(SESSIONS * TURNS, () => Promise.all(sessions.map((one) => calls(one)))))
  measured.alone.push(
    await cost(TURNS * 5, async () => {
      for (let again = 0; again < 5; again++) await workAll([alone])
    }),
  )
}
clearInterval(looks)
await collectGarbage(pid)
const memoryAfter = residentBytes(pid) / MB
checkTranscripts()
for (const connection of connections) connection.close()
await scene.close()
model.kill()
report()

/** Each session has its own prompts and answers, and each call has one start and one result. */
function checkTranscripts(): void {
  for (const { session } of sessions) {
    const file = join(scene.state, 'gateway', 'agents', `${session}.jsonl`)
    const entries = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const of = (type: string) => entries.filter((entry) => entry.type === type)
    const started = new Set(of('call-started').map(({ callId }) => callId as string))
    const answered = new Set(of('result').map(({ callId }) => callId as string))
    const expected = of('prompt').length * (TURNS - 1)
    if (started.size !== expected || answered.size !== expected || of('result').length !== expected) {
      throw new Error(`${session}: ${started.size} starts and ${of('result').length} results of ${expected} calls`)
    }
  }
}

function report(): void {
  const at = (name: keyof typeof measured, what: 'wall' | 'processor') =>
    Number(median(measured[name].map((one) => one[what])).toFixed(2))
  const figures = {
    together: { wall: at('together', 'wall'), processor: at('together', 'processor') },
    alone: { wall: at('alone', 'wall'), processor: at('alone', 'processor') },
    calls: { wall: at('calls', 'wall'), processor: at('calls', 'processor') },
  }
  const memory = { before: Math.round(memoryBefore), most: Math.round(most), after: Math.round(memoryAfter) }
  const load = loadavg()[0]!.toFixed(1)
  console.log(JSON.stringify({ figures, memory, load }))
  const result = {
    machine: describeMachine(),
    load: Number(load),
    rounds,
    sessions: SESSIONS,
    turns: TURNS,
    milliseconds: figures,
    memoryMiB: memory,
  }
  writeFileSync(new URL('../results/gateway-agents.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  const rows = [
    [`a turn, ${SESSIONS} sessions at once`, figures.together],
    ['a turn, one session alone', figures.alone],
    [`the call of a turn, made by ${SESSIONS} clients at once`, figures.calls],
  ] as const
  replaceSection(
    new URL('../README.md', import.meta.url),
    'gateway-agents',
    `${table(
      ['what', 'processor ms of the gateway', 'ms'],
      rows.map(([what, { processor, wall }]) => [what, String(processor), String(wall)]),
    )}

${SESSIONS * TURNS * (rounds + 1)} turns in ${SESSIONS} sessions: each got its own answers, and each call ran once. Memory of the gateway before, at most and after: ${memory.before}, ${memory.most} and ${memory.after} MiB. The load of the machine was ${load}.`,
  )
}
