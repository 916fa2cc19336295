import type { Grant, HostApprovals, Policy, PolicyDecision, PolicyRequest, SessionState } from '@poundlock/policy'
import type { DirectiveResult } from '@poundlock/policy/session'
import type { Jobs } from '@poundlock/process/jobs'
import type { SandboxStatus } from '@poundlock/sandbox'
import {
  execTool,
  quotedText,
  validateToolInput,
  visibleText,
  type ExecInput,
  type ToolCall,
  type ToolSpec,
  type ValidationIssue,
} from '@poundlock/spec'
import type { ToolContext, ToolHandler } from '@poundlock/tools'
import type { AskForApproval } from './call/approval.ts'
import { copyPlain, MAX_DEPTH } from './call/copy-plain.ts'
import type { OfferedGrant } from './call/offer-grants.ts'
import type { CallOutcome } from './call/outcome.ts'
import { withoutSecrets } from './call/records.ts'
import type { CallSubject } from './call/subject.ts'
import { takeCall } from './call/take-call.ts'
import { createPlaces } from './contain/places.ts'
import type { CallListener } from './events/call-event.ts'
import { NOTICES, type Notices } from './events/notices.ts'
import { createSessionEvents, type SessionEvents } from './events/session-events.ts'
import { asExec, calledAs } from './exec/command-tools.ts'
import { checkLine, execProblem, execSubject } from './exec/exec-subject.ts'
import { createHookList } from './hooks/hook-list.ts'
import type { Hook } from './hooks/hook.ts'
import type { ExecHost, ExecHosts } from './hosts/exec-host.ts'
import { createLocalHosts } from './hosts/local-hosts.ts'
import { createLoopDetector, type LoopLimits } from './loops/loop-detector.ts'
import type { FindExecutable } from './plan/executables.ts'
import type { PlannedLine } from './plan/plan-command.ts'
import { createLeftOut } from './redact/left-out.ts'
import type { RunOptions } from './run/run-planned-line.ts'
import type { Speaker } from './session/direct.ts'
import { createSessions } from './session/sessions.ts'
import { handlerSubject } from './tools/handler-subject.ts'
import { createToolRegistry, type ToolRegistry } from './tools/tool-registry.ts'
import type { TryRequest } from './try/try-request.ts'

/** Where and for whom a call is made. */
export interface CallContext {
  readonly agent: string
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute; the workspace when the call names none. */
  readonly cwd: string
  /** The provider of the model that calls, and the model; absent where no model does. */
  readonly provider?: string
  readonly model?: string
}

export interface RuntimeOptions extends RunOptions {
  readonly policy: Policy
  readonly findExecutable: FindExecutable
  /** What serves the built-in tools besides `exec`; fixed from here on. */
  readonly handlers?: readonly ToolHandler[]
  /** What the owner of this host laid down, if anything. */
  readonly approvals?: HostApprovals
  /** Runs commands in the background. Absent where there is no such thing: every call waits for its end then. */
  readonly jobs?: Jobs
  /** Runs commands on other machines. Absent where there are none: what is for one is denied. */
  readonly nodeHost?: ExecHost
  /** Absent where nobody can be asked. */
  readonly ask?: AskForApproval
  /** What was granted for good, for this agent on this host; looked up for each decision. */
  readonly grants?: (agent: string, host: string) => readonly Grant[]
  /** Who is asked about calls besides the policy: before they run and after. */
  readonly hooks?: readonly Hook[]
  /** Takes what looks like a secret out of what tools say. Records never hold any. Default: false. */
  readonly redactResults?: boolean
  /** Is told when calls start, get on and end. */
  readonly onEvent?: CallListener
  /** What is told of commands that go on. Default: when they have ended, and when they still run after ten seconds. */
  readonly notices?: Notices
  /** When a call is refused that is made again and again with the same result; `false` for never. */
  readonly loops?: LoopLimits | false
  /** Keeps what is granted for good. Without it, nothing is offered for good. */
  readonly keepGrants?: (offered: readonly OfferedGrant[], given: GrantGiven) => void
  /**
   * Takes a use of what was granted before, right before a call runs by it, with what the policy was asked and said.
   *
   * @returns false where it grants nothing any more: the call does not run then
   */
  readonly usedGrants?: (request: PolicyRequest, decision: PolicyDecision) => boolean
  /** What granting would have saved until now, as a line for the person; `null` where nothing can be said. */
  readonly previewGrants?: (
    offered: readonly OfferedGrant[],
    where: Pick<GrantGiven, 'agent' | 'host'>,
  ) => Promise<string | null>
}

/** How far a grant reaches; what is absent has no end. */
export interface GrantLimits {
  readonly maxUses?: number
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
}

/** For whom, where, by whom and how far something is granted for good. */
export interface GrantGiven extends GrantLimits {
  readonly agent: string
  readonly host: string
  readonly by: string
}

/** What would become of a command: everything up to the asking, and nothing run. */
export interface CheckedCall {
  readonly decision: PolicyDecision
  readonly line: PlannedLine
  /** `null` where no sandbox is asked for. */
  readonly status: SandboxStatus | null
  /** True when the sandbox cannot be had and nothing may run without it. */
  readonly unavailable: boolean
  /** What the policy was asked. */
  readonly request: PolicyRequest
}

/** The life of one tool call. */
export interface Runtime {
  /** The tools that can be called; those of servers and clients are added here. */
  readonly tools: ToolRegistry
  /** Reads and decides a call of `exec`; runs nothing and records nothing. */
  check(input: ExecInput, context: CallContext): Promise<CheckedCall>
  /** Takes a call all the way. It never throws: whatever goes wrong is an outcome. */
  call(call: ToolCall, context: CallContext, live?: LiveOptions): Promise<CallOutcome>
  /**
   * Takes what a person said in a session: `/exec …` and `/elevated …` change how its commands run, as far as the gates
   * of the configuration let that person; `null` for anything else. It is never written to a file, but recorded.
   */
  direct(text: string, context: CallContext, speaker: Speaker): Promise<DirectiveResult | null>
  /** What people have said about a session. */
  sessionState(session: string): SessionState
  /** Where to leave what sessions are to be told with their next prompt. */
  readonly sessionEvents: SessionEvents
  /** What a session is to be told with its next prompt, jobs that have ended among it; each is told once. */
  takeEvents(session: string): Promise<readonly string[]>
  /** Says that a person has spoken in a session: from then on its calls count anew. */
  heard(session: string): void
  /**
   * Has sandboxes built ahead of the calls to come, where the backend keeps such (`pool`); settles when they wait. Each is
   * for the policy of this runtime alone and for one command; a call takes one by itself, and another is built. For
   * processes that serve many calls: whoever makes one has no use for it.
   *
   * @throws PoundlockError as the backend's `open`; calls are contained without them all the same, or refused
   */
  warm(): Promise<void>
  /**
   * Ends what was built ahead, to be called before the process ends. Calls that run go on, and later ones are contained
   * in sandboxes that are built for them. Safe to call twice.
   */
  close(): Promise<void>
}

/** What the caller of one call sees of it while it runs. */
export interface LiveOptions
  extends Pick<RunOptions, 'abortSignal' | 'onOutput' | 'stdin'>, Pick<ToolContext, 'onUpdate'> {
  /** Has commands run on a view of the workspace, and what they did settled afterwards. */
  readonly try?: TryRequest
}

/**
 * Puts the parts together. Which sandbox, which record, which tools and who is asked is the app's choice.
 *
 * @throws PoundlockError `TOOL_NAME`, `TOOL_NAME_TAKEN`, `HOOK_INVALID` for handlers and hooks that cannot be used
 */
export function createRuntime(given: RuntimeOptions): Runtime {
  const options = { ...given, record: withoutSecrets(given.record) }
  const tools = createToolRegistry(options.handlers ?? [])
  const hooks = createHookList(options.hooks ?? [])
  const places = createPlaces()
  const loops = options.loops === false ? null : createLoopDetector(options.loops)
  const leftOut = options.redactResults === true ? createLeftOut() : null
  const sessionEvents = createSessionEvents()
  const toldRunning = new Set<string>()
  const sessions = createSessions()
  const hosts: ExecHosts = { ...createLocalHosts(options), ...(options.nodeHost && { node: options.nodeHost }) }
  const parts = { options, hosts, sessions }

  function understand(call: ToolCall, context: CallContext): CallSubject | readonly string[] {
    const spec = tools.find(call.name)
    if (spec === null) return [unknownTool(call.name, tools.list())]
    const input = copyOf(call.input)
    if (input === UNCOPIED)
      return [`${spec.name}: the input: expected plain data, as JSON has it, at most ${MAX_DEPTH} levels deep`]
    const handler = tools.handlerOf(spec)
    const called = calledAs(call.name, spec)
    const issues = handler?.check ? handler.check(input) : validateToolInput(called, input)
    if (issues.length > 0) return issues.map((issue) => problemOf(called.name, issue))
    const fault = handler?.faultOf?.(input) ?? null
    if (fault !== null) return [`${called.name}: ${fault.message}`, ...(fault.remedy ? [fault.remedy] : [])]
    const masked = spec.requiredPermission === 'read-only' ? null : (leftOut?.find(input) ?? null)
    if (masked !== null) return [maskedInput(called.name, masked)]
    if (handler) return handlerSubject(handler, input, context, options, sessions.stateOf(context.session))
    const command = asExec(called, input)
    if ('problem' in command) return [command.problem]
    const problem = execProblem(called.name, command.input, context.session, parts)
    if (problem !== null) return [problem]
    return execSubject(
      spec === execTool ? { spec, input: command.input } : { spec, input },
      command.input,
      context,
      parts,
    )
  }

  return {
    tools,
    check: (input, context) => checkLine(input, context, parts),
    call: (call, context, live = {}) =>
      takeCall(call, context, live, { options, understand, hooks, places, loops, leftOut }),
    async direct(text, context, speaker) {
      const { direct } = await import('./session/direct.ts')
      const { policy, record, userHome: home } = options
      return direct(text, context, speaker, { policy, sessions, home, nodes: hosts.node?.nodes?.() ?? [], record })
    },
    sessionState: (session) => sessions.stateOf(session),
    sessionEvents,
    async takeEvents(session) {
      const waiting = sessionEvents.take(session)
      if (!options.jobs) return waiting
      const { takeJobEvents } = await import('./events/job-events.ts')
      const { notices = NOTICES, jobs } = options
      return [...waiting, ...(await takeJobEvents(jobs, session, { hooks, notices, toldRunning }))]
    },
    heard: (session) => loops?.forget(session),
    warm: async () => options.containment.backend.warm?.(options.containment.policy),
    close: async () => options.containment.backend.close?.(),
  }
}

const problemOf = (tool: string, { pointer, message }: ValidationIssue) =>
  `${tool}: ${pointer === '' ? 'the input' : shownPlace(pointer.slice(1))}: ${message}`

/** A key that somebody else chose stands in it. */
const shownPlace = (place: string) =>
  visibleText(place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place)
const LONGEST_PLACE = 120

const UNCOPIED = Symbol('uncopied')

/** What was decided is what runs: whoever made the call may change its input meanwhile. */
function copyOf(input: unknown): unknown {
  try {
    return copyPlain(input)
  } catch {
    return UNCOPIED
  }
}

/** Written back, the mask would stand in the place of the secret. */
const maskedInput = (tool: string, line: string) =>
  `${tool}: the input holds the line ${JSON.stringify(line)}, from which a secret was left out when it was read; change only what stands around it`

function unknownTool(name: unknown, known: readonly ToolSpec[]): string {
  return `there is no tool ${typeof name === 'string' ? quotedText(name) : JSON.stringify(name)}; known here: ${known.map((spec) => spec.name).join(', ')}`
}
