import { randomUUID } from 'node:crypto'
import { isAbsolute, resolve } from 'node:path'
import type { DecisionData } from '@poundlock/audit'
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy'
import { toolRequest } from '@poundlock/policy/calls'
import {
  planCommand,
  refusalMessage,
  createExecutableFinder,
  inspectRepository,
  realPathOf,
  SYSTEM_PATH,
} from '@poundlock/runtime'
import { findBuiltInTool, type Decision } from '@poundlock/spec'
import { openReview, type ReviewPlace } from '../review/review-place.ts'
import {
  AGENT_FORMATS,
  blocked,
  UNKNOWN_PERMISSION,
  type AgentFormat,
  type HookAgent,
  type HookAnswer,
} from './agent-format.ts'

/** What was decided about a call, and what the log says of it. */
export interface HookVerdict {
  readonly answer: HookAnswer
  /** `null` where there was no call to decide about. */
  readonly record: DecisionData | null
  readonly state: string | null
}

/**
 * Decides what an agent's pre-tool hook is asked. The agent runs the call itself, outside of any sandbox of ours, and
 * that is what is decided about. Whatever is in doubt is not allowed: what is no question blocks, and a tool that is not
 * known is asked about, or denied where nobody can be asked.
 */
export function answerHook(agent: HookAgent, text: string): HookVerdict {
  const format = AGENT_FORMATS[agent]
  const call = readCall(text, format)
  if ('problem' in call) return { answer: blocked(`poundlock: ${call.problem}`), record: null, state: null }
  const mapping = Object.hasOwn(format.tools, call.tool) ? format.tools[call.tool]! : null
  const served = mapping === null ? format.mcpTool(call.tool, call.server) : null
  const { input, doubt } = readInput(call, mapping?.keys ?? {})
  const tool = mapping?.tool ?? served
  const wanted = tool === null ? undefined : REQUIRED[tool]
  const place = openReview({
    workspace: format.workspace({ folder: process.cwd(), environment: process.env }),
  })
  let decided: Decided
  if (tool === null) {
    decided = refused('ask', `poundlock does not know the tool ${JSON.stringify(call.tool)}`)
  } else if (doubt !== null) {
    decided = refused('deny', `poundlock: ${doubt}`)
  } else if (wanted !== undefined && (typeof input[wanted] !== 'string' || input[wanted] === '')) {
    decided = refused('deny', `poundlock: the call of ${call.tool} names no ${wanted}`)
  } else {
    const { decision, request } = decide(place, tool, input, { ...call, agent, provider: format.provider })
    const told =
      decision.decision === 'allow'
        ? `poundlock: ${decision.reasons.map(({ message }) => message).join('; ')}`
        : `poundlock ${refusalMessage({ ...decision, fix: decision.fix.filter(isOpenToAgent) })}`
    decided = { decision: decision.decision, reasons: decision.reasons, told, request }
  }
  const { decision, reasons, told, request } = decided
  const { files, urls } = request ?? {}
  const answers = decision === 'ask' && !format.asks ? 'deny' : decision
  const record: DecisionData = {
    callId: call.id ?? randomUUID(),
    tool: tool ?? call.tool,
    decision,
    outcome: ({ allow: 'allowed', ask: 'handed-on', deny: 'denied' } as const)[answers],
    approval:
      answers === 'ask'
        ? { kind: 'hook', by: agent, answer: 'unknown' }
        : { kind: decision === 'ask' ? 'fallback' : 'policy', by: `hook ${agent}`, answer: answers },
    reasons,
    surface: 'hook',
    agent,
    ...(typeof input['command'] === 'string' && tool === 'exec' && { command: input['command'] }),
    cwd: request?.context.cwd ?? call.cwd,
    ...(files && { files: files.map(({ access, path }) => ({ access, path })) }),
    ...(urls && { urls }),
    ...(call.session !== null && { session: call.session }),
    provider: format.provider,
    ...(call.model !== null && { model: call.model }),
  }
  return { answer: format.answer(decision, told), record, state: place.state }
}

interface Decided {
  readonly decision: Decision
  readonly reasons: DecisionData['reasons']
  /** What the agent is told. */
  readonly told: string
  readonly request?: PolicyRequest
}

const refused = (decision: Decision, message: string): Decided => ({
  decision,
  reasons: [{ code: 'TOOL_UNKNOWN', message }],
  told: message,
})

/** The agent runs the call itself, and cannot choose a host of ours. */
const isOpenToAgent = ({ key }: PolicyDecision['fix'][number]) => key !== 'tools.exec.host'

/** What a call of a tool must name; without it there is nothing to decide about. */
const REQUIRED: Readonly<Record<string, string>> = {
  exec: 'command',
  read_file: 'path',
  write_file: 'path',
  edit_file: 'path',
  NotebookEdit: 'notebook_path',
  WebFetch: 'url',
}

function decide(
  place: ReviewPlace,
  tool: string,
  input: Record<string, unknown>,
  { cwd, agent, provider, model }: Pick<Call, 'cwd' | 'model'> & { readonly agent: string; readonly provider: string },
): { readonly decision: PolicyDecision; readonly request: PolicyRequest } {
  const { home, workspace } = place
  const where = typeof input['workdir'] === 'string' ? resolve(cwd, input['workdir']) : cwd
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(isAbsolute), ...SYSTEM_PATH]
  const command = tool === 'exec' ? (input['command'] as string) : undefined
  const plan =
    command === undefined
      ? undefined
      : planCommand(command, { cwd: where, home, findExecutable: createExecutableFinder(folders), inspectRepository })
          .plan
  const request = toolRequest({
    tool,
    input,
    nodes: [],
    provider,
    ...(model !== null && { model }),
    ...(plan && { plan }),
    ...(findBuiltInTool(tool) === null && { requiredPermission: UNKNOWN_PERMISSION }),
    context: { agent, session: 'hook', cwd: where, workspace, home, interactive: true },
    realPath: (path) => realPathOf(path, where, home),
  })
  return { decision: place.policy.decide(request), request }
}

/**
 * These agents go on when a hook takes too long, and a program of a model can write a patch of any length: what would
 * take long to judge is refused at once.
 */
const MAX_QUESTION_BYTES = 32 * 1024 * 1024
const MAX_PATCHED_FILES = 1000

function isLongPatch(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('*** '); at >= 0 && count <= MAX_PATCHED_FILES; at = text.indexOf('*** ', at + 4)) count++
  return count > MAX_PATCHED_FILES
}

/**
 * What a call says under our names. Where two keys say different things, the agent takes one of them and it is not known
 * which; what is no text says nothing that can be judged.
 */
function readInput(call: Call, keys: Readonly<Record<string, string>>) {
  const input: Record<string, string> = {}
  for (const [key, ours] of Object.entries(keys)) {
    const value = Object.hasOwn(call.input, key) ? call.input[key] : undefined
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') return { input, doubt: `the ${key} of ${call.tool} is no text` }
    if (Object.hasOwn(input, ours) && input[ours] !== value) {
      return { input, doubt: `the call of ${call.tool} says two different things for ${ours}` }
    }
    input[ours] = value
  }
  if (call.tool === 'apply_patch' && isLongPatch(input['input'] ?? '')) {
    return { input, doubt: `the patch has more than ${MAX_PATCHED_FILES} parts; send it in several` }
  }
  return { input, doubt: null }
}

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  /** What is said of the server of the tool, where it is one of a server. */
  readonly server: unknown
  readonly id: string | null
  readonly session: string | null
  /** Where the agent tells it. */
  readonly model: string | null
}

const MAX_NAME = 256
const nameOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : null

function readCall(text: string, { event }: AgentFormat): Call | { readonly problem: string } {
  if (text.length > MAX_QUESTION_BYTES) return { problem: 'what the agent sent is longer than 32 MiB' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'what the agent sent is no JSON, so that nothing can be decided' }
  }
  if (typeof value !== 'object' || value === null) return { problem: 'what the agent sent is no object' }
  const payload = value as Record<string, unknown>
  const { hook_event_name: name, tool_name: tool, tool_input: input, cwd, mcp_context: server } = payload
  if (name !== event) return { problem: `this hook is for ${event}, not for ${JSON.stringify(name)}` }
  if (typeof tool !== 'string' || tool === '') return { problem: 'the call has no tool_name' }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { problem: 'the call has no tool_input' }
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) return { problem: 'the call has no absolute cwd' }
  const [id, session] = [nameOf(payload['tool_use_id']), nameOf(payload['session_id'])]
  return { tool, input: input as Record<string, unknown>, cwd, server, id, session, model: nameOf(payload['model']) }
}
