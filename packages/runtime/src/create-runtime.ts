import type { SessionState } from '@poundlock/policy'
import type { DirectiveResult } from '@poundlock/policy'
import type { ToolCall } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'
import type { CallContext } from './call/call-context.ts'
import type { CallOptions } from './call/call-options.ts'
import { copyPlain } from './call/copy-plain.ts'
import { failedCall } from './call/failed-call.ts'
import type { CallOutcome } from './call/outcome.ts'
import { withoutSecrets } from './call/records.ts'
import type { ServedCalls } from './call/serve-calls.ts'
import { createCommandEnvironment } from './contain/environment.ts'
import { createFolderIdentities } from './contain/folder-identity.ts'
import { NOTICES } from './events/notices.ts'
import { createSessionEvents, type SessionEvents } from './events/session-events.ts'
import type { CheckedCall } from './exec/checked-call.ts'
import { createHookList } from './hooks/hook-list.ts'
import { createLoopDetector } from './loops/loop-detector.ts'
import { createLeftOut } from './redact/left-out.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import type { Speaker } from './session/direct.ts'
import { createSessions } from './session/sessions.ts'
import { createToolRegistry, type ToolRegistry } from './tools/tool-registry.ts'

/** How a call is checked without running it. */
export interface CheckOptions {
  /** Whether a person can be asked. As the runtime itself can unless set. */
  readonly interactive?: boolean
}

/** The life of one tool call. */
export interface Runtime {
  /** The tools that can be called; those of servers and clients are added here. */
  readonly tools: ToolRegistry
  /** Reads and decides a call of `exec`; runs nothing and records nothing. */
  check(input: ExecInput, context: CallContext, options?: CheckOptions): Promise<CheckedCall>
  /** Runs one tool call. It never throws: whatever goes wrong is an outcome. */
  call(call: ToolCall, context: CallContext, options?: CallOptions): Promise<CallOutcome>
  /**
   * Takes a person's directive: `/exec …` and `/elevated …` change how commands of the session run, within the gates of
   * the configuration; `null` for other text. It is recorded, and never written to the configuration.
   */
  direct(text: string, context: CallContext, speaker: Speaker): Promise<DirectiveResult | null>
  /** What people have said about a session. */
  sessionState(session: string): SessionState
  /** The queue of events that sessions read with their next prompt. */
  readonly sessionEvents: SessionEvents
  /** The events of a session since the last call, ended jobs among them; each once. */
  takeEvents(session: string): Promise<readonly string[]>
  /** Forgets a session's loop counts when a person has written in it. */
  onSessionEnd(session: string): void
  /**
   * Builds sandboxes ahead for the next calls, where the backend has a `pool`; settles when they are ready. Each is for
   * the policy of this runtime and for one command. Only useful in a process that serves many calls.
   *
   * @throws PoundlockError as the backend's `open`; calls do not depend on it
   */
  warm(): Promise<void>
  /**
   * Closes sandboxes that were built ahead. Call it before the process ends. Running calls go on, and later calls open
   * sandboxes of their own. A second call does nothing.
   */
  close(): Promise<void>
}

/**
 * Creates a runtime. The app chooses the sandbox, the log, the tools and the way to ask.
 *
 * @throws PoundlockError `TOOL_NAME`, `TOOL_NAME_TAKEN`, `HOOK_INVALID` for handlers and hooks that cannot be used
 * @throws TypeError for a shell that is not bash
 */
export function createRuntime(given: RuntimeOptions): Runtime {
  checkShell(given.shell)
  const options = { ...given, record: withoutSecrets(given.record) }
  const { hostEnvironment: host, passEnvironment: pass, userHome: home, path, jobs, nodeHost } = options
  const parts = {
    options,
    tools: createToolRegistry(options.handlers ?? []),
    environmentOf: createCommandEnvironment({ host, pass, home, path }),
    sessions: createSessions(),
    hooks: createHookList(options.hooks ?? []),
    folders: createFolderIdentities(),
    loops: options.loops === false ? null : createLoopDetector(options.loops),
    leftOut: options.redactResults === true ? createLeftOut() : null,
  }
  const { tools, sessions, hooks, loops } = parts
  const calls = whenCalled(async () => (await import('./call/serve-calls.ts')).serveCalls(parts))
  const sessionEvents = createSessionEvents()
  /** Jobs of which it was already said that they still run. */
  const reportedRunning = new Set<string>()

  return {
    tools,
    check: async (input, context, { interactive = options.ask !== undefined } = {}) =>
      (await calls()).check(input, context, interactive),
    async call(call, context, callOptions = {}) {
      const made = asGiven(call)
      let served: ServedCalls
      try {
        served = await calls()
      } catch (error) {
        return failedCall(call, error)
      }
      return served.run(made, context, callOptions)
    },
    async direct(text, context, speaker) {
      const { direct } = await import('./session/direct.ts')
      const { policy, record, approvals } = options
      const nodes = nodeHost?.nodes?.() ?? []
      return direct(text, context, speaker, { policy, sessions, home, nodes, ...(approvals && { approvals }), record })
    },
    sessionState: (session) => sessions.stateOf(session),
    sessionEvents,
    async takeEvents(session) {
      const waiting = sessionEvents.take(session)
      if (!jobs) return waiting
      const { takeJobEvents } = await import('./events/job-events.ts')
      const { notices = NOTICES } = options
      return [...waiting, ...(await takeJobEvents(jobs, session, { hooks, notices, reportedRunning }))]
    },
    onSessionEnd: (session) => loops?.forget(session),
    // Calls of agents with rules of their own are contained in sandboxes that are built for them.
    warm: async () => (await calls()).warm(),
    close: async () => options.containment.backend.close?.(),
  }
}

/** Loads what calls need once, with the first of them: a program that makes none starts faster. */
function whenCalled(load: () => Promise<ServedCalls>): () => Promise<ServedCalls> {
  let loaded: Promise<ServedCalls> | undefined
  return () => (loaded ??= load())
}

/** The call as it is made, whatever becomes of its input while the rest is loaded. */
function asGiven(call: ToolCall): ToolCall {
  try {
    return { ...call, input: copyPlain(call.input) }
  } catch {
    // Refused with its reason where inputs are checked.
    return call
  }
}

/** Another shell would read a line otherwise than it was planned and decided. */
function checkShell(shell: unknown): void {
  if (typeof shell === 'string' && /^\/(?:.*\/)?bash[\d.-]*$/.test(shell)) return
  throw new TypeError(
    `createRuntime: options.shell is ${JSON.stringify(shell)}; expected the absolute path of bash, for example "/bin/bash": command lines are read as bash reads them.`,
  )
}
