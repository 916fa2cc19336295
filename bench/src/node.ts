/**
 * A command on a node beside the same one over ssh, in one run, in turns; output beside a bare socket; and many nodes on one
 * gateway.
 *
 *   node src/node.ts [rounds]
 *
 * The gateway and the node are processes of the built command. Each command is decided on both, and in the durable ledgers
 * and logs of both. The server of OpenSSH has a loopback port and keys of its own; its connection is kept (ControlMaster),
 * and so is that of the agent. Writes results/node.json and the table in README.md; fails when a limit is missed.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDevice, type DeviceConnection } from './gateway/device-connection.ts'
import { median } from './gateway/loads.ts'
import { openGatewayScene } from './gateway/scene.ts'
import { bareSocketRate } from './node/bare-socket.ts'
import { measureManyNodes } from './node/many-nodes.ts'
import { startNode } from './node/node-process.ts'
import { measureMoves } from './node/several-gateways.ts'
import { openSshServer } from './node/ssh-server.ts'
import { measureTimings } from './node/timings.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 60)
/** Calls of each that are not counted: both are programs that have run for a while, and one compiles what runs often. */
const WARM_UP = 300
const NODES = 2000
const STREAMED_MIB = 64
const TIMED_ROUNDS = 7
const MB = 1024 * 1024

interface Row {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly limit: string
  readonly isKept: boolean
}
const rows: Row[] = []
const note = (row: Row): void => {
  rows.push(row)
  console.log(row.isKept ? 'kept  ' : 'MISSED', JSON.stringify(row))
}

const base = realpathSync(mkdtempSync(join(process.env['POUNDLOCK_BENCH_FOLDER'] ?? tmpdir(), 'poundlock-node-')))
try {
  await measureCommands()
  await measureTimings(base, TIMED_ROUNDS, note)
  await measureMoves(base, TIMED_ROUNDS, note)
  await measureManyNodes(NODES, note)
} finally {
  rmSync(base, { recursive: true, force: true })
}
report()

async function measureCommands(): Promise<void> {
  const exec = { host: 'node', ask: 'off', allow: ['true', 'yes', 'head'] }
  const scene = await openGatewayScene({ requestsPerSecond: 1_000_000 }, exec)
  const node = await startNode(scene, join(base, 'node'))
  const ssh = await openSshServer(join(base, 'ssh'))
  try {
    if (ssh === null) throw new Error('this machine has no server of OpenSSH: apt-get install openssh-server')
    const agent = await connectDevice(scene.url, await scene.pair('agent'))
    const { session } = await agent.request('sessions.create', {}, { idempotencyKey: randomUUID() })
    const call = (command: string) => callOf(agent, session.id, command)
    const times = { ours: [] as number[], ssh: [] as number[] }
    for (let round = -WARM_UP; round < rounds; round++) {
      const ours = await timed(() => call('true'))
      const peer = await timed(async () => ssh.run('true'))
      if (round < 0) continue
      times.ours.push(ours)
      times.ssh.push(peer)
    }
    const [ours, peer] = [median(times.ours), median(times.ssh)]
    note({
      what: '`true`, median ms',
      ours: ours.toFixed(1),
      peer: `${peer.toFixed(1)} (ssh)`,
      limit: '≤ 1×',
      isKept: ours <= peer,
    })
    await measureStream(call)
    agent.close()
  } finally {
    ssh?.close()
    node.kill()
    await scene.close()
  }
}

async function measureStream(call: (command: string) => Promise<unknown>): Promise<void> {
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 5; round++) {
    const ms = await timed(() => call(`yes ${'x'.repeat(99)} | head -c ${STREAMED_MIB * MB}`))
    rates.ours.push((STREAMED_MIB / ms) * 1000)
    rates.bare.push(await bareSocketRate(STREAMED_MIB * MB))
  }
  const [ours, bare] = [median(rates.ours), median(rates.bare)]
  note({
    what: `${STREAMED_MIB} MiB of output, MiB/s`,
    ours: ours.toFixed(0),
    peer: `${bare.toFixed(0)} (bare socket)`,
    limit: '≥ 50, or ≥ 60 %',
    isKept: ours >= 50 || ours >= bare * 0.6,
  })
}

async function callOf(agent: DeviceConnection, session: string, command: string): Promise<any> {
  const params = { session, tool: 'exec', input: { command, node: 'box' } }
  const result = await agent.request('tools.call', params, { idempotencyKey: randomUUID() })
  if (result.status !== 'ran' || result.exit.code !== 0) throw new Error(JSON.stringify(result).slice(0, 1000))
  return result
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await action()
  return performance.now() - begin
}

function report(): void {
  const machine = describeMachine()
  const at = new Date().toISOString()
  // Of all programs, this one included: above the number of cores, others took their share.
  const load = loadavg()[1]!.toFixed(1)
  const result = { at, machine, load, rounds, rows }
  writeFileSync(new URL('../results/node.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  const lines = rows.map(({ what, ours, peer, limit, isKept }) => [
    what,
    ours,
    peer,
    `${limit}${isKept ? '' : ' **missed**'}`,
  ])
  const { processor, cores, system, node } = machine
  const where = `${processor}, ${cores} cores, ${system}, Node ${node}; ${rounds} rounds, load ${load}, ${at.slice(0, 10)}.`
  replaceSection(
    new URL('../README.md', import.meta.url),
    'node',
    `${table(['what', 'Poundlock', 'beside', 'limit'], lines)}\n\n${where}`,
  )
  if (rows.some(({ isKept }) => !isKept)) process.exitCode = 1
}
