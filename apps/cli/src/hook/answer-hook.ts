import { randomUUID } from 'node:crypto'
import { isAbsolute, join, resolve } from 'node:path'
import type { DecisionData } from '@poundlock/audit'
import { readApprovals, skillPrograms } from '@poundlock/local-host'
import {
  planCommand,
  createExecutableFinder,
  inspectRepository,
  realPathOf,
  rootHas,
  SYSTEM_PATH,
} from '@poundlock/plan'
import { type CommandPlan, type PolicyDecision, type PolicyRequest, toolRequest } from '@poundlock/policy'
import { refusalMessage } from '@poundlock/runtime'
import { findBuiltInTool, isObject, parseStrictJson, strictest, type Decision } from '@poundlock/spec'
import { openReview, type Review } from '../review/review-place.ts'
import { ASKING_FORMATS, type AskingAgent } from './agent-format.ts'
import { agentShell, readByAnother } from './agent-shell.ts'
import { consentTo } from './consent.ts'
import { decideSkill } from './decide-skill.ts'
import {
  blocked,
  UNKNOWN_PERMISSION,
  type AgentFormat,
  type AgentHookOutput,
  type HookDecision,
  type HookSession,
  type ToolMapping,
} from './hook-format.ts'

/** What was decided about a call, and what the log says of it. */
export interface AnsweredHook {
  readonly answer: AgentHookOutput
  readonly decision: Decision
  /** What the agent is told, and its person. */
  readonly notices: string
  /** `null` where there was no call to decide about. */
  readonly record: DecisionData | null
  readonly state: string | null
}

/**
 * Decides what an agent's pre-tool hook is asked. The agent runs the call itself, outside of any sandbox of ours, and
 * that is what is decided about. Whatever is in doubt is not allowed: what is no question blocks, and a tool that is not
 * known is asked about, or denied where nobody can be asked. What we allow without a rule of the user that covers it is
 * left to the agent, which may ask: with this hook nothing runs unasked that the agent would have asked about.
 */
export function answerHook(
  agent: AskingAgent,
  bytes: Uint8Array,
  { prompts = true, shadow = false, place = ownSession() }: AnswerMode = {},
): AnsweredHook {
  const format = ASKING_FORMATS[agent]
  const call = readHookCall(bytes, format, place)
  if ('problem' in call) {
    const notices = `poundlock: ${call.problem}`
    const answer = shadow ? { code: 0, stdout: '', stderr: `${notices}\n` } : (format.refusal ?? blocked)(notices)
    return { answer, decision: 'deny', notices, record: null, state: null }
  }
  const mapping = Object.hasOwn(format.tools, call.tool) ? format.tools[call.tool]! : null
  const { input, doubt } = readInput(call, mapping?.keys ?? {})
  const tool = mapping?.tool ?? (mapping === null ? format.mcpTool(call.tool, call.server) : null)
  const review = openReview({ workspace: format.workspace(place) })
  const caller: Caller = { ...call, agent, provider: format.provider }
  const decided = format.ownTools.includes(call.tool)
    ? without('allow', 'TOOL_KNOWN', `${call.tool} is for ${agent} to decide about`)
    : tool === null
      ? without('ask', 'TOOL_UNKNOWN', unknownTool(call.tool), RUNS_CODE)
      : doubt !== null
        ? without('deny', 'TOOL_UNKNOWN', `poundlock: ${doubt}`)
        : decideCall({ call, mapping, tool, input, review, caller })
  const { decision, reasons, notices, request } = decided
  const given = shadow ? 'none' : answerOf(decided, call.mode, { ...format, asks: format.asks && prompts })
  const { files, urls } = request ?? {}
  const record: DecisionData = {
    callId: call.id ?? randomUUID(),
    tool: tool ?? call.tool,
    decision,
    outcome: ({ allow: 'allowed', none: 'handed-on', ask: 'handed-on', deny: 'denied' } as const)[given],
    approval:
      given === 'ask' || given === 'none'
        ? { kind: 'hook', by: agent, answer: 'unknown' }
        : { kind: decision === 'ask' ? 'fallback' : 'policy', by: `hook ${agent}`, answer: given },
    reasons,
    surface: shadow ? 'shadow' : 'hook',
    agent,
    ...(typeof input['command'] === 'string' && tool === 'exec' && { command: input['command'] }),
    cwd: request?.context.cwd ?? call.cwd,
    ...(files && { files: files.map(({ access, path }) => ({ access, path })) }),
    ...(urls && { urls }),
    ...(call.session !== null && { session: call.session }),
    provider: format.provider,
    ...(call.model !== null && { model: call.model }),
  }
  const isUnasked = decision === 'ask' && given === 'deny' && format.asks && !asksIn(call.mode)
  const told = isUnasked ? `${notices}\n${unasked(call.mode!)}` : notices
  return { answer: format.answer(given, told), decision, notices: told, record, state: review.state }
}

/** How a hook answers. */
export interface AnswerMode {
  /** False where what the policy asks about is refused: no person looks at this agent. */
  readonly prompts?: boolean
  /** Decides and records, and leaves every call to the agent. */
  readonly shadow?: boolean
  /** Where the agent works; this process unless set. */
  readonly place?: HookSession
}

const ownSession = (): HookSession => ({ folder: process.cwd(), environment: process.env })

interface Caller extends Pick<Call, 'cwd' | 'model'> {
  readonly agent: AskingAgent
  readonly provider: string
}

type HookReason = DecisionData['reasons'][number] & Pick<PolicyDecision['reasons'][number], 'effect'>

interface Decided {
  readonly decision: Decision
  readonly reasons: readonly HookReason[]
  /** What the agent is told. */
  readonly notices: string
  /** True where rules of the user cover all of the call. */
  readonly consented: boolean
  readonly request?: PolicyRequest
}

/** Decided without the policy. */
const without = (
  decision: Decision,
  code: string,
  message: string,
  effect?: NonNullable<HookReason['effect']>,
): Decided => ({
  decision,
  reasons: [{ code, message, ...(effect !== undefined && { effect }) }],
  notices: message,
  consented: false,
})

/** It runs unknown code, or more than one program. */
const RUNS_CODE = { kind: 'execute', path: null } as const

const unknownTool = (tool: string) =>
  `poundlock does not know the tool ${JSON.stringify(tool)}: it may run any program with all that this account may do`

interface JudgedCall {
  readonly call: Call
  readonly mapping: ToolMapping | null
  readonly tool: string
  readonly input: Record<string, unknown>
  readonly review: Review
  readonly caller: Caller
}

function decideCall({ call, mapping, tool, input, review, caller }: JudgedCall): Decided {
  const wanted = REQUIRED[tool]
  if (wanted !== undefined && (typeof input[wanted] !== 'string' || input[wanted] === '')) {
    return without('deny', 'TOOL_UNKNOWN', `poundlock: the call of ${call.tool} names no ${wanted}`)
  }
  // The keys of a server's tool are not known: all of its input is read.
  const { decision: by, request } = decide(review, tool, mapping === null ? call.input : input, caller)
  const { decision, reasons } = by
  const consent = consentTo({ input: call.input, mapping, decision: by, request }, review.policy)
  const skill = call.tool === 'Skill' && decision !== 'deny' ? decideSkillOf(call, review, caller) : null
  if (skill !== null && strictest(decision, skill.decision) !== decision) {
    return { ...without(skill.decision, 'SKILL_RUNS', `poundlock: ${skill.message}`, RUNS_CODE), request }
  }
  const notices =
    decision === 'allow'
      ? `poundlock: allowed by ${consent}`
      : `poundlock ${refusalMessage({ ...by, fix: by.fix.filter(isOpenToAgent) })}`
  return { decision, reasons, notices, consented: consent !== null, request }
}

const decideSkillOf = (call: Call, review: Review, caller: Caller) =>
  decideSkill(
    call.input,
    { ...review, cwd: call.cwd, settings: process.env['CLAUDE_CONFIG_DIR'] },
    (command) => decide(review, 'exec', { command }, caller).decision.decision,
  )

/** The answer of the hook for a decision. `mode`: what the agent itself allows without asking. */
function answerOf({ decision, consented }: Decided, mode: string | null, { asks, allows }: AgentFormat): HookDecision {
  // A plan is made without changing anything, whatever rules allow at other times.
  if (decision === 'allow') return consented && allows && mode !== 'plan' ? 'allow' : 'none'
  return decision === 'ask' && (!asks || !asksIn(mode)) ? 'deny' : decision
}

/**
 * Modes in which an ask reaches the person. In the others the agent refuses instead, or answers itself: with
 * `bypassPermissions`, Claude Code 2.1.330 drops our ask about `.git`, `.claude` and other files that it would ask about
 * itself, and runs the call; with `auto` its classifier decides.
 */
const ASKING_MODES: ReadonlySet<string> = new Set([
  'default',
  'manual',
  'acceptEdits',
  'plan',
  'auto-edit',
  'auto_edit',
])
const asksIn = (mode: string | null) => mode === null || ASKING_MODES.has(mode)
const unasked = (mode: string) =>
  `poundlock: in the mode ${JSON.stringify(mode)} the agent may answer a question without its person, so that it is refused`

/** The agent runs the call itself, and cannot choose a host of ours. */
const isOpenToAgent = ({ key }: PolicyDecision['fix'][number]) => key !== 'tools.exec.host'

/** The input that a tool requires; without it there is nothing to decide. */
const REQUIRED: Readonly<Record<string, string>> = {
  exec: 'command',
  read_file: 'path',
  write_file: 'path',
  edit_file: 'path',
  NotebookEdit: 'notebook_path',
  WebFetch: 'url',
}

const APPROVALS_FILE = 'exec-approvals.json'

const ownersFile = ({ state, workspace }: Review) => ({
  vouchedFor: false,
  skills: () => skillPrograms(join(state, 'skills'), workspace),
})

function decide(
  review: Review,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  { cwd, agent, provider, model }: Caller,
): { readonly decision: PolicyDecision; readonly request: PolicyRequest } {
  const { home, workspace } = review
  const where = tool === 'exec' && typeof input['workdir'] === 'string' ? resolve(cwd, input['workdir']) : cwd
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(isAbsolute), ...SYSTEM_PATH]
  const command = tool === 'exec' ? (input['command'] as string) : undefined
  const plan = command === undefined ? undefined : planFor(command, where)
  const request = toolRequest({
    tool,
    input,
    nodes: [],
    provider,
    ...(model !== null && { model }),
    ...(plan && { plan }),
    planLine: planFor,
    ...(findBuiltInTool(tool) === null && { requiredPermission: UNKNOWN_PERMISSION }),
    context: { agent, session: 'hook', cwd: where, workspace, home, interactive: true },
    realPath: (path) => realPathOf(path, where, home),
    rootHas,
  })
  // What the owner of this host laid down holds for whatever runs on it, whichever program starts it.
  const approvals =
    plan === undefined ? null : readApprovals(join(review.state, APPROVALS_FILE), agent, ownersFile(review))
  const whole = approvals === null ? request : { ...request, approvals }
  return { decision: review.policy.decide(whole), request: whole }

  function planFor(line: string, folder: string): CommandPlan {
    const shell = agentShell(agent)
    const dialect = shell.dialect ?? 'bash'
    const findExecutable = createExecutableFinder(folders)
    const { plan: read } = planCommand(line, {
      cwd: folder,
      home,
      workspace,
      dialect,
      findExecutable,
      inspectRepository,
    })
    return shell.dialect === null ? readByAnother(read, shell.message) : read
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/**
 * These agents go on when a hook is slow, and a model can write a patch of any length: an input that would take long is
 * refused at once.
 */
export const MAX_QUESTION_BYTES = 32 * 1024 * 1024
const MAX_PATCHED_FILES = 1000

function isLongPatch(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('*** '); at >= 0 && count <= MAX_PATCHED_FILES; at = text.indexOf('*** ', at + 4)) count++
  return count > MAX_PATCHED_FILES
}

/**
 * The input under our names. Two keys with different values are refused, since the agent's choice is not known, and so
 * are values that are not text.
 */
function readInput(call: Call, keys: Readonly<Record<string, string>>) {
  const input: Record<string, string> = {}
  for (const [key, ours] of Object.entries(keys)) {
    const value = Object.hasOwn(call.input, key) ? call.input[key] : undefined
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') return { input, doubt: `the ${key} of ${call.tool} is not text` }
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

/** A question of a hook. */
interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  /** The server of the tool in the payload. */
  readonly server: unknown
  readonly id: string | null
  readonly session: string | null
  /** Where the agent tells it. */
  readonly model: string | null
  /** Its `permission_mode`, where it has one. */
  readonly mode: string | null
}

const MAX_NAME = 256
const nameOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : null

/** Reads a question. It contains the model's text, and the agent may read another of two values. */
export function readHookCall(
  bytes: Uint8Array,
  { event, question }: Pick<AgentFormat, 'event' | 'question'>,
  place: HookSession = ownSession(),
): Call | { readonly problem: string } {
  if (bytes.length > MAX_QUESTION_BYTES) return { problem: 'what the agent sent is longer than 32 MiB' }
  let value: unknown
  try {
    value = parseStrictJson(UTF8.decode(bytes))
    if (question !== undefined && isObject(value)) value = question(value, place)
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    return { problem: `what the agent sent cannot be read with certainty, so that nothing is decided: ${why}` }
  }
  if (typeof value !== 'object' || value === null) return { problem: 'what the agent sent is not an object' }
  const payload = value as Record<string, unknown>
  const { hook_event_name: name, tool_name: tool, tool_input: input, cwd, mcp_context: server } = payload
  if (name !== event) return { problem: `this hook is for ${event}, not for ${JSON.stringify(name)}` }
  if (typeof tool !== 'string' || tool === '') return { problem: 'the call has no tool_name' }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { problem: 'the call has no tool_input' }
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) return { problem: 'the call has no absolute cwd' }
  const [id, session] = [nameOf(payload['tool_use_id']), nameOf(payload['session_id'])]
  const [model, mode] = [nameOf(payload['model']), nameOf(payload['permission_mode'])]
  return { tool, input: input as Record<string, unknown>, cwd, server, id, session, model, mode }
}
