import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { PoundlockError } from '@poundlock/spec'
import type { ClusterNode } from './cluster.ts'
import { exec, newKey } from './scene.ts'

/** `echo` is allowed by rules, `tee` on nodes alone, where the gateway asks; `dd` is allowed by no node. */
const ALLOWLIST = { security: 'allowlist', proven: 'off' }
const OPEN_HOUSE = { mode: 'allow', sandbox: { mode: 'off' } }
export const ASKING_GATEWAY = {
  ...OPEN_HOUSE,
  tools: { exec: { ...ALLOWLIST, host: 'node', ask: 'on-miss', allow: ['echo'] } },
}
export const RISKED_NODE = {
  ...OPEN_HOUSE,
  tools: { exec: { ...ALLOWLIST, host: 'gateway', ask: 'off', allow: ['echo', 'tee'] } },
}

/** What is meant to become of a call: `contested` is allowed and denied at two gateways at the same time. */
export type Plan = 'allowed' | 'approved' | 'denied' | 'contested' | 'left' | 'refused-by-node'
const PLANS: readonly Plan[] = [
  ...Array.from({ length: 5 }, () => 'allowed' as const),
  'approved',
  'approved',
  'denied',
  'contested',
  'left',
  'refused-by-node',
]
const MAY_RUN: ReadonlySet<Plan> = new Set(['allowed', 'approved', 'contested'])

export const randomPlan = (): Plan => PLANS[Math.floor(Math.random() * PLANS.length)]!

export interface RiskedCall {
  readonly name: string
  readonly node: ClusterNode
  readonly plan: Plan
  readonly result: Promise<Ended>
  /** Whether what it depends on was killed meanwhile. */
  readonly wasHit: () => boolean
  /** How it ended; `null` until then. */
  ended: Ended | null
}

type Ended = Pick<CallResult, 'status' | 'message'>

/** The command line of a call; its name is in the file `ran` once it has run. */
export function commandOf(name: string, plan: Plan): string {
  if (plan === 'allowed') return `echo ${name} >> ran; echo ${name}`
  const writes = plan === 'refused-by-node' ? 'dd of=ran oflag=append conv=notrunc' : 'tee -a ran'
  return `echo ${name} | ${writes}`
}

const OPEN: ReadonlySet<string> = new Set(['UNAVAILABLE', 'DRAINING', 'OUTCOME_UNKNOWN', 'BUSY', 'RECORD_FAILED'])

/** Asks until it is told how it went; the same key never runs it twice. @param again called before each further attempt */
export async function insist<Result>(
  request: (key: string) => Promise<Result>,
  again: () => void = () => undefined,
): Promise<Result> {
  const key = newKey()
  for (;;) {
    try {
      return await request(key)
    } catch (error) {
      const { code = '' } = error as { readonly code?: string }
      if (!(error instanceof GatewayError || PoundlockError.isInstance(error)) || !OPEN.has(code)) throw error
      again()
      await pause(50)
    }
  }
}

/** Makes a call, and goes on asking for its end. */
export function riskCall(
  agent: GatewayClient,
  session: string,
  call: Omit<RiskedCall, 'result' | 'ended'>,
  again: () => void,
): RiskedCall {
  const input = { command: commandOf(call.name, call.plan), node: call.node.name }
  const result = insist<Ended>((key) => exec(agent, session, input, key), again).catch((error: unknown) => {
    // The session of calls that nobody answers was aborted before the gateway had this one: it has not run, and is said not to.
    if (call.plan !== 'left' || !(error instanceof GatewayError) || error.code !== 'SETTLED') throw error
    return { status: 'cancelled', message: error.message } as const
  })
  const risked: RiskedCall = { ...call, result, ended: null }
  // A failure is looked at when all is over.
  result.then(
    (ended) => (risked.ended = ended),
    () => undefined,
  )
  return risked
}

/**
 * Answers requests of this gateway, and of those that it sees, as the plans say, until the signal aborts. What fails is
 * looked at again in a moment.
 */
export async function answerAll(operator: GatewayClient, { plans, turn, signal, answered }: Answering): Promise<void> {
  // A call waits where somebody watches.
  await operator.subscribe('approvals.watch', {}, { onEvent: () => undefined })
  while (!signal.aborted) {
    const { approvals } = await operator
      .request('approvals.list', { state: 'pending' })
      .catch(() => ({ approvals: [] as const }))
    for (const { id, binding } of approvals) {
      const decision = decisionOf(plans.get(/\d+-\d+-\d+/.exec(binding.text)?.[0] ?? ''), turn)
      if (decision === null) continue
      const counts = operator.request('approvals.answer', { id, decision }).then(
        ({ counts: isFirst }) => isFirst,
        () => false,
      )
      if (await counts) answered(id)
    }
    await pause(150)
  }
}

export interface Answering {
  readonly plans: ReadonlyMap<string, Plan>
  /** Contested requests are allowed at even ones and denied at odd ones. */
  readonly turn: number
  readonly signal: AbortSignal
  /** Called for each answer that counts. */
  readonly answered: (id: string) => void
}

function decisionOf(plan: Plan | undefined, turn: number): 'allow-once' | 'deny' | null {
  if (plan === undefined || plan === 'left' || plan === 'allowed') return null
  if (plan === 'denied' || (plan === 'contested' && turn % 2 === 1)) return 'deny'
  return 'allow-once'
}

export const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []

/** What became of calls; all of `wrong` has to be 0. */
export function tally(calls: readonly RiskedCall[], nodes: readonly ClusterNode[], tell: (line: string) => void) {
  const counts = { calls: 0, ran: 0, refused: 0, failed: 0, unknown: 0 }
  const wrong = { ranTwice: 0, untrue: 0, lost: 0, widened: 0 }
  const marks = new Map(nodes.map((node) => [node, linesOf(join(node.workspace, 'ran'))]))
  for (const { name, node, plan, ended, wasHit } of calls) {
    const hasRun = marks.get(node)!.includes(name)
    if (!MAY_RUN.has(plan) && hasRun) wrong.widened++
    if (ended === null) continue
    const { status, message } = ended
    counts.calls++
    counts[status === 'ran' || status === 'unknown' || status === 'failed' ? status : 'refused']++
    if (status === 'unknown' ? wasHit() : (status === 'ran') === hasRun) continue
    wrong[status === 'unknown' ? 'lost' : 'untrue']++
    tell(`${name} on ${node.name}, ${plan}: ${status}, has run: ${hasRun}: ${message}`)
  }
  for (const lines of marks.values()) wrong.ranTwice += lines.length - new Set(lines).size
  return { counts, wrong }
}
