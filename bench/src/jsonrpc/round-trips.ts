import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { connectStreams } from '@poundlock/jsonrpc/node'
import type { Answerer, McpClient, McpStdioClient, VscodeConnections } from './peer-shapes.ts'
import { importPeer } from './peers.ts'

const ANSWER = fileURLToPath(new URL('answer.ts', import.meta.url))
const ROUND_TRIPS = 300

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
  return {
    name: 'bytes alone, sent back',
    pid: child.pid!,
    ask() {
      child.stdin.write(question)
      return once(child.stdout, 'data')
    },
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

/** One question at a time, a child process of each kind, in turns. */
export async function measureRoundTrips(rounds: number) {
  const sdk = '@modelcontextprotocol/sdk/dist/esm/client'
  const sdk2 = '@modelcontextprotocol/client/dist'
  const askers = [
    raw(),
    ours('newline'),
    ours('content-length'),
    await vscode(),
    await mcp('MCP SDK v1', 'mcp-v1', `${sdk}/index.js`, `${sdk}/stdio.js`),
    await mcp('MCP SDK v2', 'mcp-v2', `${sdk2}/index.mjs`, `${sdk2}/stdio.mjs`),
  ]
  const samples = askers.map(() => ({ elapsed: [] as number[], worked: [] as number[] }))
  try {
    for (let round = -2; round < rounds; round++) {
      for (let index = 0; index < askers.length; index++) {
        const turn = (index + round + askers.length) % askers.length
        const asker = askers[turn]!
        const [begin, workedBefore] = [process.hrtime.bigint(), worked(asker)]
        for (let count = 0; count < ROUND_TRIPS; count++) await asker.ask()
        const elapsed = Number(process.hrtime.bigint() - begin) / 1000 / ROUND_TRIPS
        if (round < 0) continue
        samples[turn]!.elapsed.push(elapsed)
        samples[turn]!.worked.push((worked(asker) - workedBefore) / ROUND_TRIPS)
      }
    }
  } finally {
    for (const asker of askers) await asker.close()
  }
  return askers.map(({ name }, index) => {
    const { elapsed, worked: work } = samples[index]!
    const own = samples[name === 'vscode-jsonrpc' ? 2 : 1]!
    return {
      name,
      perSecond: 1e6 / median(elapsed),
      // Round by round: what else the machine does meets both alike.
      oursToIt: median(elapsed.map((time, round) => time / own.elapsed[round]!)),
      processorMicroseconds: median(work),
    }
  })
}
