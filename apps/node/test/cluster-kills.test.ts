import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyAuditLog } from '@poundlock/audit/node'
import type { GatewayClient } from '@poundlock/protocol/client'
import { freePorts } from '@poundlock/tooling/nats'
import { startTestNats, startTestNatsCluster } from '@poundlock/tooling/nats-test'
import { expect, test } from 'vitest'
import { connectTo, memberState, pairedDevice, startClusterNode, startMember, type Member } from './support/cluster.ts'
import { Firewall } from './support/firewall.ts'
import {
  answerAll,
  ASKING_GATEWAY,
  insist,
  randomPlan,
  RISKED_NODE,
  riskCall,
  tally,
  type Plan,
  type RiskedCall,
} from './support/risked-calls.ts'
import { beginSession } from './support/scene.ts'
import { programVictim, serverVictim, trouble, troubles } from './support/victims.ts'

const NODES = ['n1', 'n2', 'n3', 'n4', 'n5']
/** `bench/src/cluster-kills.ts` runs many. */
const ROUNDS = Number(process.env['POUNDLOCK_KILL_ROUNDS'] ?? 4)
/** No round begins later. */
const MINUTES = Number(process.env['POUNDLOCK_KILL_MINUTES'] ?? 600)
const RESULTS = process.env['POUNDLOCK_KILL_RESULTS']
const CALLS_OF_EACH = 2
/** How many NATS servers: each of these in turn. */
const SERVERS = (process.env['POUNDLOCK_KILL_SERVERS'] ?? '3,1').split(',').map(Number)

const random = (below: number) => Math.floor(Math.random() * below)
const tell = (line: string) => void process.stderr.write(`${line}\n`)

/** One server or a cluster of three, three gateways and five nodes. */
async function openCluster(firewall: Firewall | null, replicas: number) {
  const newGid = () => firewall?.newGid()
  const gids = firewall ? Array.from({ length: replicas }, () => firewall.newGid()) : []
  const servers = replicas === 1 ? [await startTestNats('', gids[0])] : await startTestNatsCluster(gids)
  const addresses = servers.map(({ address }) => address)
  const ports = firewall ? (await freePorts(3)).map(({ client }) => client) : []
  const states: string[] = []
  const members: Member[] = []
  for (const index of [0, 1, 2]) {
    const [port, gid] = [ports[index], newGid()]
    states.push(memberState(ASKING_GATEWAY, states[0]))
    const options = { replicas, ...(port !== undefined && { port }), ...(gid !== undefined && { gid }) }
    members.push(await startMember(addresses, `gateway-${index}`, states[index]!, options))
  }
  const nodes = await Promise.all(
    NODES.map((name, index) => {
      const [turns, gid] = [[0, 1, 2].map((turn) => (index + turn) % 3), newGid()]
      const gateways = turns.map((turn) => states[turn]!)
      const at = turns.map((turn) => `ws://127.0.0.1:${ports[turn]}/ws`)
      const options = { configuration: RISKED_NODE, ...(gid !== undefined && { gid, addresses: at }) }
      return startClusterNode(name, gateways, options)
    }),
  )
  const owner = await members[0]!.owner()
  const known = async () => (await owner.request('nodes.list', {})).nodes.filter((node) => node.connected)
  await expect.poll(async () => (await known()).length).toBe(NODES.length)
  for (const name of NODES) await owner.request('nodes.approve', { node: name })
  const gateways = members.map(({ program }, index) =>
    programVictim(`gateway-${index}`, 'gateway', program, {
      ready: '"ready"',
      ports: ports.slice(index, index + 1),
    }),
  )
  const nodeVictims = nodes.map(({ name, program }) => programVictim(name, 'node', program, { ready: '"attached"' }))
  const victims = [...gateways, ...nodeVictims, ...servers.map((server, index) => serverVictim(server, gids[index]))]
  return { states, nodes, gateways, nodeVictims, victims }
}

type Cluster = Awaited<ReturnType<typeof openCluster>>

/** An agent at one of the gateways. */
interface AgentAt {
  readonly agent: GatewayClient
  session: string
  /** For calls that nobody answers: it is aborted at the end of a round. */
  leftSession: string
}

const COUNTS = { askedAgain: 0 }
/** Requests whose answer counted. */
const answered = new Set<string>()

/** Two things at a time are killed, stopped or cut off while agents call. */
async function runRound(round: number, cluster: Cluster, agents: readonly AgentAt[], work: Work): Promise<void> {
  const { victims, nodes, nodeVictims, gateways } = cluster
  const first = victims[random(victims.length)]!
  const second = victims[random(victims.length)]!
  // Two servers of three cannot be done without.
  const both = first === second || (first.kind === 'server' && second.kind === 'server') ? [first] : [first, second]
  const suffered = Promise.all(both.map((victim) => trouble(victim, work.firewall)))
  const left = new Set<AgentAt>()
  for (const [index, at] of agents.entries()) {
    for (let call = 0; call < CALLS_OF_EACH; call++) {
      await pause(random(150))
      const turn = random(nodes.length)
      const [node, hit, gateway] = [nodes[turn]!, nodeVictims[turn]!, gateways[index]!]
      const before = hit.kills + gateway.kills
      const [name, plan] = [`${round}-${index}-${call}`, randomPlan()]
      work.plans.set(name, plan)
      if (plan === 'left') left.add(at)
      const session = plan === 'left' ? at.leftSession : at.session
      const wasHit = () => hit.kills + gateway.kills > before
      work.made.push(riskCall(at.agent, session, { name, node, plan, wasHit }, () => COUNTS.askedAgain++))
    }
  }
  await suffered
  await Promise.all(
    [...left].map(async (at) => {
      await insist((key) => at.agent.request('sessions.abort', { session: at.leftSession }, { idempotencyKey: key }))
      at.leftSession = await insist(() => beginSession(at.agent))
    }),
  )
}

interface Work {
  readonly firewall: Firewall | null
  readonly plans: Map<string, Plan>
  readonly made: RiskedCall[]
}

/** Also while it goes on: a run of hours that is ended has results, too. */
function writeResults(rounds: number, { made }: Work, { nodes }: Cluster): ReturnType<typeof tally>['wrong'] {
  const found = tally(made, nodes, RESULTS === undefined ? tell : () => undefined)
  if (RESULTS !== undefined) {
    const whole = {
      rounds,
      troubles,
      counts: { ...found.counts, ...COUNTS, answers: answered.size, open: made.length - found.counts.calls },
    }
    writeFileSync(`${RESULTS}.new`, JSON.stringify({ ...whole, wrong: found.wrong }))
    renameSync(`${RESULTS}.new`, RESULTS)
  }
  return found.wrong
}

test.runIf(process.env['POUNDLOCK_THOROUGH'] === '1').each(SERVERS)(
  'three gateways on NATS servers (%d), with five nodes: whatever is killed, stopped or cut off, nothing runs twice or without consent, no result is lost, and no caller is told what is not so',
  async (replicas) => {
    const firewall = Firewall.open()
    const cluster = await openCluster(firewall, replicas)
    const { states, nodes } = cluster
    const [own, desk] = [await pairedDevice(states[0]!), await pairedDevice(states[0]!, 'operator', 'desk')]
    const agents = await Promise.all(
      states.map(async (state): Promise<AgentAt> => {
        const agent = await connectTo(own, state)
        return { agent, session: await beginSession(agent), leftSession: await beginSession(agent) }
      }),
    )
    const work: Work = { firewall, plans: new Map(), made: [] }
    const ending = new AbortController()
    const answering = await Promise.all(
      states.map(async (state, turn) => ({
        loop: answerAll(await connectTo(desk, state), {
          plans: work.plans,
          turn,
          signal: ending.signal,
          answered: (id) => answered.add(id),
        }),
      })),
    )
    const lastBegin = Date.now() + MINUTES * 60_000
    let rounds = 0
    for (; rounds < ROUNDS && Date.now() < lastBegin; rounds++) {
      await runRound(rounds, cluster, agents, work)
      if (RESULTS !== undefined && rounds % 5 === 4) writeResults(rounds + 1, work, cluster)
    }
    await Promise.all(work.made.map(({ result }) => result))
    ending.abort()
    await Promise.all(answering.map(({ loop }) => loop))
    tally(work.made, nodes, tell)
    expect(writeResults(rounds, work, cluster)).toEqual({ ranTwice: 0, untrue: 0, lost: 0, widened: 0 })
    for (const folder of [...states, ...nodes.map(({ stateFolder }) => stateFolder)]) {
      expect((await verifyAuditLog(join(folder, 'audit'))).problems).toEqual([])
    }
  },
  60_000 + ROUNDS * 20_000,
)
