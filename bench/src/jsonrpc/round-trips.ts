import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { connectStreams } from '@poundlock/jsonrpc/node'
import type { Answerer, McpClient, McpStdioClient, VscodeConnections } from './peer-shapes.ts'
import { importPeer } from './peers.ts'

const ANSWER = fileURLToPath(new URL('answer.ts', import.meta.url))
const ROUND_TRIPS = 300
/** Questions that wait at a time, where not one alone does. */
const AT_A_TIME = 32
/** New processes of each kind: where the system puts one makes a difference that lasts as long as it does. */
const GENERATIONS = 5
/** Until each is compiled as far as it will be. */
const WARM_UP_ROUNDS = 10

/** Where a process may run, as the system writes it, such as `0-1`. */
const processorsOf = (pid: number) =>
  /^Cpus_allowed_list:\s*(\S+)$/mu.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))![1]!
/** Where this process may. */
const EVERYWHERE = processorsOf(process.pid)
const LAST = EVERYWHERE.split(/[,-]/u).at(-1)!

/** The main threads; what compiles and collects beside them stays where it is. */
function putOn(processors: string, { pid }: Asker): void {
  for (const each of [process.pid, pid]) {
    const { status, stderr } = spawnSync('taskset', ['-cp', processors, String(each)], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`taskset (of util-linux) could not move a process: ${stderr}`)
  }
}

interface Asker {
  readonly name: string
  readonly pid: number
  /** One question and its answer. */
  readonly ask: () => Promise<unknown>
  readonly close: () => unknown
}

type Child = ChildProcessByStdio<Writable, Readable, null>

const start = (how: Answerer): Child => spawn(process.execPath, [ANSWER, how], { stdio: ['pipe', 'pipe', 'inherit'] })

/** The bytes of a question, sent back as they are: less than this, nothing that asks can take. */
function raw(): Asker {
  const child = start('raw')
  const question = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: {} })}\n`
  const waiting: (() => void)[] = []
  let arrived = 0
  child.stdout.on('data', (chunk: Buffer) => {
    for (arrived += chunk.length; arrived >= question.length; arrived -= question.length) waiting.shift()!()
  })
  return {
    name: 'bytes alone, sent back',
    pid: child.pid!,
    ask: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        child.stdin.write(question)
      }),
    close: () => child.kill(),
  }
}

function ours(framing: 'newline' | 'content-length'): Asker {
  const child = start(framing)
  const connection = connectStreams(child.stdout, child.stdin, { framing })
  return {
    name: `Poundlock, ${framing}`,
    pid: child.pid!,
    ask: () => connection.request('ping', {}),
    close: () => child.kill(),
  }
}

async function vscode(): Promise<Asker> {
  const { default: peer } = await importPeer<VscodeConnections>('vscode-jsonrpc/lib/node/main.js')
  const child = start('vscode')
  const connection = peer.createMessageConnection(
    new peer.StreamMessageReader(child.stdout),
    new peer.StreamMessageWriter(child.stdin),
  )
  connection.listen()
  return {
    name: 'vscode-jsonrpc',
    pid: child.pid!,
    ask: () => connection.sendRequest('ping', {}),
    close() {
      connection.dispose()
      child.kill()
    },
  }
}

async function mcp(name: string, how: Answerer, index: string, stdio: string): Promise<Asker> {
  const { Client } = await importPeer<McpClient>(index)
  const { StdioClientTransport } = await importPeer<McpStdioClient>(stdio)
  const transport = new StdioClientTransport({ command: process.execPath, args: [ANSWER, how] })
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  return { name, pid: transport.pid!, ask: () => client.ping(), close: () => client.close() }
}

/** Microseconds that the main threads of both sides have worked. Source: proc_pid_schedstat, nanoseconds on a processor. */
function worked({ pid }: Asker): number {
  const { user, system } = process.threadCpuUsage()
  return user + system + Number(readFileSync(`/proc/${String(pid)}/schedstat`, 'utf8').split(' ')[0]) / 1000
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function startAskers(): Promise<readonly Asker[]> {
  const sdk = '@modelcontextprotocol/sdk/dist/esm/client'
  const sdk2 = '@modelcontextprotocol/client/dist'
  return [
    raw(),
    ours('newline'),
    ours('content-length'),
    await vscode(),
    await mcp('MCP SDK v1', 'mcp-v1', `${sdk}/index.js`, `${sdk}/stdio.js`),
    await mcp('MCP SDK v2', 'mcp-v2', `${sdk2}/index.mjs`, `${sdk2}/stdio.mjs`),
  ]
}

/** One question after the other. */
async function askInTurn({ ask }: Asker): Promise<void> {
  for (let count = 0; count < ROUND_TRIPS; count++) await ask()
}

/** As many, and always some under way. */
async function askAtOnce({ ask }: Asker): Promise<void> {
  for (let count = 0; count < ROUND_TRIPS; count += AT_A_TIME) await Promise.all(Array.from({ length: AT_A_TIME }, ask))
}

interface Sample {
  /** Microseconds a question, one after the other, with both sides on one processor: what they themselves take. */
  readonly inTurn: number
  /** The same where the system puts them: each answer wakes a processor, which may take longer than the rest. */
  readonly apart: number
  /** Microseconds a question of many at a time, where the system puts both sides. */
  readonly atOnce: number
  /** Microseconds of both sides' processors for a question, one after the other. */
  readonly worked: number
}

interface Samples {
  readonly name: string
  readonly of: Sample[]
}

const elapsedSince = (begin: bigint) => Number(process.hrtime.bigint() - begin) / 1000

async function sampleOnce(asker: Asker): Promise<Sample> {
  putOn(LAST, asker)
  const workedBefore = worked(asker)
  const begin = process.hrtime.bigint()
  await askInTurn(asker)
  const inTurn = elapsedSince(begin) / ROUND_TRIPS
  const workedInTurn = (worked(asker) - workedBefore) / ROUND_TRIPS
  putOn(EVERYWHERE, asker)
  const beginApart = process.hrtime.bigint()
  await askInTurn(asker)
  const apart = elapsedSince(beginApart) / ROUND_TRIPS
  const beginAtOnce = process.hrtime.bigint()
  await askAtOnce(asker)
  const atOnce = elapsedSince(beginAtOnce) / (Math.ceil(ROUND_TRIPS / AT_A_TIME) * AT_A_TIME)
  return { inTurn, apart, atOnce, worked: workedInTurn }
}

async function sampleGeneration(samples: Samples[], rounds: number): Promise<void> {
  const askers = await startAskers()
  try {
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (let index = 0; index < askers.length; index++) {
        const turn = (index + round + WARM_UP_ROUNDS) % askers.length
        const { name } = askers[turn]!
        const sample = await sampleOnce(askers[turn]!)
        if (round >= 0) (samples[turn] ??= { name, of: [] }).of.push(sample)
      }
    }
  } finally {
    for (const asker of askers) await asker.close()
  }
}

/** Questions and answers, a child process of each kind, in turns. */
export async function measureRoundTrips(rounds: number) {
  const samples: Samples[] = []
  for (let generation = 0; generation < GENERATIONS; generation++) {
    await sampleGeneration(samples, Math.ceil(rounds / GENERATIONS))
  }
  return samples.map(({ name, of }) => {
    const own = samples[name === 'vscode-jsonrpc' ? 2 : 1]!.of
    const medianOf = (what: keyof Sample) => median(of.map((sample) => sample[what]))
    // Round by round: what else the machine does meets both alike.
    const oursTo = (what: keyof Sample) => median(of.map((sample, round) => sample[what] / own[round]![what]))
    return {
      name,
      perSecond: 1e6 / medianOf('inTurn'),
      oursToIt: oursTo('inTurn'),
      perSecondApart: 1e6 / medianOf('apart'),
      oursToItApart: oursTo('apart'),
      perSecondAtOnce: 1e6 / medianOf('atOnce'),
      oursToItAtOnce: oursTo('atOnce'),
      processorMicroseconds: medianOf('worked'),
      oursToItInProcessorTime: oursTo('worked'),
    }
  })
}
