/**
 * What a call over the socket of approvals costs beside a bare round trip, and what it costs to look up what the owner of
 * a host lays down.
 *
 *   node --conditions=@poundlock/source src/approvals.ts [rounds]
 *
 * Both servers are one process and both clients another; a round makes as many round trips with each, in turns. Writes
 * results/approvals.json and the table in README.md; fails when a call takes more than five bare round trips.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { summarize } from './measure/measure-interleaved.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

interface Client {
  list(): Promise<readonly unknown[]>
  close(): void
}
interface Node {
  readonly serveApprovals: (desk: object, options: object) => Promise<unknown>
  readonly connectApprovals: (options: object) => Promise<Client>
  readonly openApprovalsStore: (file: string) => { read(): { document: object } }
}
const load = (file: string) => import(new URL(`../../packages/approvals/src/${file}.ts`, import.meta.url).href)
const { serveApprovals, connectApprovals, openApprovalsStore } = (await load('node/index')) as Node
const { resolveApprovals } = (await load('index')) as { resolveApprovals: (document: object, agent: string) => object }

const TOKEN = 'a token of the measurement'
/** Few, so that a round ends before a busy machine turns to something else. */
const TRIPS = 10
const WARM_UP = 150
const LOOKS = 50
const ENTRIES = 1000

const [rounds, folder] = [Number(process.argv[2] ?? 600), process.argv[3]]
if (folder !== undefined) await serve(folder)
else await measure()

async function serve(place: string): Promise<void> {
  const desk = { pending: () => [], onEvent: () => () => undefined }
  const unlimited = { callsPerSecond: 1e9, maxSeen: 1e7 }
  await serveApprovals(desk, { path: join(place, 'ours'), token: TOKEN, account: 'me', ...unlimited })
  createServer((socket) => void socket.on('data', (chunk) => socket.write(chunk))).listen(join(place, 'bare'), () => {
    process.stdout.write('ready\n')
  })
}

async function measure(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'poundlock-bench-'))
  const child = spawn(
    process.execPath,
    [
      '--conditions=@poundlock/source',
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(import.meta.url),
      '0',
      place,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    await once(child.stdout, 'data')
    const client = await connectApprovals({ path: join(place, 'ours'), token: TOKEN })
    const bare = connect(join(place, 'bare'))
    await once(bare, 'connect')
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'call', params: { body: '{"method":"list"}' } })}\n`
    const trips = {
      bare: async () => {
        bare.write(line)
        await once(bare, 'data')
      },
      sealed: async () => void (await client.list()),
    }
    const times: Record<keyof typeof trips, number[]> = { bare: [], sealed: [] }
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const name of round % 2 === 0 ? (['bare', 'sealed'] as const) : (['sealed', 'bare'] as const)) {
        const begin = process.hrtime.bigint()
        for (let trip = 0; trip < TRIPS; trip++) await trips[name]()
        if (round >= 0) times[name].push(Number(process.hrtime.bigint() - begin) / 1000 / TRIPS)
      }
    }
    client.close()
    bare.destroy()
    report(summarize('bare', times.bare), summarize('sealed', times.sealed), looks(place))
  } finally {
    child.kill()
    rmSync(place, { recursive: true, force: true })
  }
}

/** Microseconds to look up what holds for an agent, and to read the document first. */
function looks(place: string): { readonly resolve: number; readonly read: number } {
  const allowlist = (name: string) =>
    Array.from({ length: ENTRIES / 2 }, (_, index) => ({ pattern: `/opt/${name}/tool-${index}`, lastUsedAt: index }))
  const document = {
    version: 1,
    defaults: { security: 'allowlist', ask: 'on-miss', askFallback: 'deny' },
    agents: { '*': { allowlist: allowlist('all') }, main: { ask: 'always', allowlist: allowlist('main') } },
  }
  mkdirSync(join(place, 'state'), { mode: 0o700 })
  const file = join(place, 'state', 'exec-approvals.json')
  writeFileSync(file, JSON.stringify(document, null, 2), { mode: 0o600 })
  const store = openApprovalsStore(file)
  const { document: read } = store.read()
  /** The median of rounds of so many. */
  const each = (count: number, action: () => unknown): number => {
    const times: number[] = []
    for (let round = -WARM_UP; round < WARM_UP; round++) {
      const begin = process.hrtime.bigint()
      for (let look = 0; look < count; look++) action()
      if (round >= 0) times.push(Number(process.hrtime.bigint() - begin) / 1000 / count)
    }
    return summarize('', times).median
  }
  return { resolve: each(LOOKS, () => resolveApprovals(read, 'main')), read: each(1, () => store.read()) }
}

type Summary = ReturnType<typeof summarize>

function report(bare: Summary, sealed: Summary, { resolve, read }: ReturnType<typeof looks>): void {
  const ratio = sealed.median / bare.median
  const machine = describeMachine()
  const results = {
    machine,
    rounds,
    microseconds: {
      bare: round(bare.median),
      sealed: round(sealed.median),
      resolve: round(resolve),
      read: round(read),
    },
    ratio: round(ratio),
  }
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
  writeFileSync(new URL('../results/approvals.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  const text = table(
    ['what', 'median µs', 'to a bare round trip'],
    [
      ['a bare round trip over a unix socket', bare.median.toFixed(0), '1.00×'],
      ['a call over the socket of approvals, sealed both ways', sealed.median.toFixed(0), `${ratio.toFixed(2)}×`],
      [`what ${ENTRIES} entries lay down for an agent`, resolve.toFixed(2), ''],
      ['reading and checking that document', read.toFixed(0), ''],
    ],
  )
  replaceSection(new URL('../README.md', import.meta.url), 'approvals', text)
  console.log(text)
  if (ratio > 5 || resolve > 20) {
    console.error(`too slow: ${ratio.toFixed(2)}× (at most 5×), ${resolve.toFixed(2)} µs (at most 20)`)
    process.exitCode = 1
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
