import { createHash } from 'node:crypto'
import type { Binding } from '@poundlock/approvals'
import type { PlannedLine } from '@poundlock/plan'
import { GatewayError, type ParamsOf, type ResultOf, type RunOutcome } from '@poundlock/protocol'
import type { CallEnd, ExecHost, ExecOrder, ExecRequest, WriteRecord } from '@poundlock/runtime'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { offline, type Dispatches } from './dispatches.ts'
import { chooseRunNode, type NodeCandidate } from './find-node.ts'
import type { Fleet } from './fleet.ts'
import { callEnd, endData, startData, unrecordedEnd } from './run-records.ts'

type Prepared = ResultOf<'system.run.prepare'>

/** A command as its node decides it. */
interface PreparedOnNode {
  readonly node: NodeCandidate
  readonly params: ParamsOf<'system.run.prepare'>
  readonly prepared: Prepared
}

export interface NodeHostParts {
  readonly fleet: Fleet
  readonly dispatches: Dispatches
  readonly record: WriteRecord
}

const PREPARE_MS = 30_000

/**
 * The nodes as a host of commands. The gateway reads and decides the line itself, with what the node says of its programs
 * and folders; the node decides again when it is to run it, and the stricter of both wins.
 */
export function createNodeHost({ fleet, dispatches, record }: NodeHostParts): ExecHost {
  const byRequest = new WeakMap<ExecRequest, PreparedOnNode>()
  const byLine = new WeakMap<PlannedLine, PreparedOnNode>()
  return {
    nodes: () => fleet.candidates().flatMap(({ name, canRun, connected }) => (canRun && connected ? [name] : [])),
    chooseNode(choice) {
      const chosen = chooseRunNode(fleet.candidates(), choice)
      return chosen.kind === 'node' ? { node: chosen.node.id } : { code: chosen.code, problem: chosen.message }
    },
    async plan(request) {
      // Loaded for the first command: a gateway without nodes takes less memory.
      const { planCommand } = await import('@poundlock/plan')
      const node = fleet.candidates().find(({ id }) => id === request.node)
      // The policy denies it, with the reason why there is none.
      if (!node)
        return planCommand(request.input.command, { ...request.context, home: '/', findExecutable: () => null })
      const prepared = await prepare(request, node, fleet)
      const { cwd, home, workspace, programs } = prepared.prepared
      const paths = new Map(programs.map(({ name, path }) => [name, path]))
      const findExecutable = (name: string) => paths.get(name) ?? null
      const line = planCommand(request.input.command, { cwd, home, workspace, findExecutable })
      byRequest.set(request, prepared)
      byLine.set(line, prepared)
      return line
    },
    async inspect(request) {
      refuseSwitches(request)
      const known = byRequest.get(request)
      if (!known) return { status: null, unavailable: false }
      const { node, prepared } = known
      if (prepared.problem !== undefined) throw unable(node, prepared.problem)
      const { cwd, workspace, home } = prepared
      const state = { status: null, unavailable: false, place: { cwd, workspace, home } }
      if (prepared.decision !== 'deny') return state
      const [reason] = prepared.reasons
      const source = `node ${visibleText(node.name)}: ${visibleText(reason?.message ?? 'it denies this command')}`
      return { ...state, approvals: { security: 'deny', allowlist: [], source } }
    },
    binding: (line, request) => bindingOf(request, byLine.get(line)),
    async run(order) {
      const known = byLine.get(order.line)
      if (!known) throw offline(order.node ?? 'that was named')
      return runOnNode(order, known, { dispatches, record })
    },
  }
}

async function prepare(request: ExecRequest, node: NodeCandidate, fleet: Fleet): Promise<PreparedOnNode> {
  const params = commandOf(request)
  const caller = fleet.attached(node.id)?.link
  if (!caller) throw offline(node.id)
  try {
    const prepared = await caller.request('system.run.prepare', params, { timeoutMs: PREPARE_MS })
    return { node, params, prepared }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'UNAVAILABLE') throw offline(node.id)
    throw unable(node, error.message)
  }
}

/**
 * What a node is sent, made field by field from a call that fits the schema of `exec`: nothing of a caller reaches a node
 * that says of itself that it was approved.
 */
function commandOf({ input, context, timeoutMs }: ExecRequest): ParamsOf<'system.run.prepare'> {
  const { command, workdir, env, pty, background } = input
  return {
    agent: context.agent,
    session: context.session,
    command,
    timeoutMs: Math.min(Math.max(1, Math.round(timeoutMs)), 86_400_000),
    ...(workdir !== undefined && { workdir }),
    ...(env !== undefined && { env }),
    ...(pty === true && { pty }),
    ...(background === true && { background }),
  }
}

/** What would make a sandbox of this machine stricter says nothing to another one. */
function refuseSwitches({ input: { isolateNetwork, filesystemMode, allowedMounts } }: ExecRequest): void {
  if (isolateNetwork !== true && filesystemMode === undefined && allowedMounts === undefined) return
  throw new PoundlockError('exec: a node contains commands as its owner configured, and the call sets a sandbox up', {
    code: 'SANDBOX_POLICY',
    remedy: 'Leave isolateNetwork, filesystemMode and allowedMounts out.',
  })
}

/** An approval holds for the line, the node, and one number for everything there that decides what the line does. */
function bindingOf({ input, context }: ExecRequest, known: PreparedOnNode | undefined): Binding {
  const { agent, session } = context
  const identity = { node: known?.prepared.binding ?? 'unknown', size: 0, changed: '' }
  const place = known === undefined ? 'node' : `node:${known.node.id}`
  return {
    text: input.command,
    argv: null,
    executables: [{ path: `${place}/programs`, ...identity }],
    scripts: [],
    cwd: { path: `${place}:${known?.prepared.cwd ?? ''}`, ...identity },
    environment: Object.fromEntries(
      Object.entries(input.env ?? {}).map(([name, value]) => [name, createHash('sha256').update(value).digest('hex')]),
    ),
    host: place,
    agent,
    session,
  }
}

async function runOnNode(
  order: ExecOrder,
  { node, params, prepared }: PreparedOnNode,
  { dispatches, record }: Pick<NodeHostParts, 'dispatches' | 'record'>,
): Promise<CallEnd> {
  const { runId, callId, approvedBy, options, noted } = order
  const { abortSignal, onOutput } = options
  const recorded = record('run-start', startData({ runId, callId, approvedBy }, node, params, prepared.cwd))
  const written = Promise.all([recorded, noted])
  const ids = { runId, callId }
  let outcome: RunOutcome
  try {
    outcome = await dispatches.run({
      node: node.id,
      callId,
      recorded: written,
      params: { ...params, binding: prepared.binding, stream: onOutput !== undefined },
      ...(abortSignal && { signal: abortSignal }),
      ...(onOutput && {
        onOutput: ({ stream, text }) => onOutput({ stream, text, bytes: Buffer.from(text) }),
      }),
    })
  } catch (error) {
    // Nothing was sent that was not recorded.
    if (!(await succeeds(recorded))) throw error
    const { code, message } = asError(error)
    const ended = NOT_SENT.has(code) || !(await succeeds(written)) ? 'not-started' : 'unknown'
    const data = { ...ids, outcome: ended, exitCode: null, signal: null, message } as const
    // The answer says whether it may have run, recorded or not.
    await record('run-end', data).catch(() => undefined)
    throw error
  }
  const end = callEnd(runId, node, outcome)
  try {
    await record('run-end', endData(ids, outcome))
  } catch (error) {
    return unrecordedEnd(end, asError(error))
  }
  return end
}

const succeeds = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )

/** Errors with which a command was not sent. */
const NOT_SENT: ReadonlySet<string> = new Set(['NODE_OFFLINE', 'RECORD_FAILED'])

const asError = (error: unknown): PoundlockError =>
  PoundlockError.isInstance(error) ? error : new PoundlockError(String(error), { code: 'INTERNAL', cause: error })

const unable = (node: NodeCandidate, problem: string) =>
  new PoundlockError(`the node ${visibleText(node.name)} cannot run it: ${visibleText(problem)}`, {
    code: 'NODE_UNABLE',
    remedy: 'See poundlock nodes describe.',
  })
