import { inspectRepository, planCommand, realPathOf, rootHas } from '@poundlock/plan'
import { type CommandPlan, type PolicyRequest, type SessionState, toolRequest } from '@poundlock/policy'
import { type PoundlockError, REQUIRED_PERMISSIONS, type RequiredPermission } from '@poundlock/spec'
import type { ToolHandler, ToolOutput } from '@poundlock/tools'
import { bindCall } from '../call/bind-call.ts'
import type { CallContext } from '../call/call-context.ts'
import type { CallEnd, CallOrder, DecidedCall, PreparedCall } from '../call/prepared-call.ts'
import { asPoundlockError } from '../call/unexpected.ts'
import type { RuntimeOptions } from '../runtime-options.ts'
import { outputFault } from './output-fault.ts'
import { toolFiles } from './tool-files.ts'
import { toolUrls } from './tool-urls.ts'

/**
 * Prepares a call of a tool that has a handler.
 *
 * @param interactive whether a person can be asked
 */
export function prepareToolCall(
  handler: ToolHandler,
  input: unknown,
  context: CallContext,
  interactive: boolean,
  options: RuntimeOptions,
  state: SessionState,
): PreparedCall {
  const { name: tool, requiredPermission } = handler.spec
  const { policy, userHome: home, findExecutable } = options
  const { agent, session, workspace, cwd, provider, model } = context
  // Most calls are never shown.
  const text = () => `${tool} ${JSON.stringify(input, null, 1)}`
  return {
    spec: handler.spec,
    input,
    folders: handler.holdsFilesOpen === true && requiredPermission === 'read-only' ? [] : [workspace, cwd],
    describe: () => ({ command: text(), cwd, environment: {} }),
    async decide(): Promise<DecidedCall> {
      const proven = handler.permissionOf ? await provenPermission(handler, input, context) : null
      const worst = toolRequest({
        tool,
        input,
        requiredPermission,
        ...(handler.served && { served: handler.served }),
        ...(handler.inputs && { inputs: handler.inputs }),
        ...(handler.contacts && { contacts: handler.contacts }),
        ...(options.approvals && { approvals: options.approvals }),
        ...((state.exec || state.elevated) && { session: state }),
        ...(provider !== undefined && { provider }),
        ...(model !== undefined && { model }),
        context: { agent, session, workspace, cwd, home, interactive },
        planLine: (line, folder) =>
          planCommand(line, { cwd: folder, home, workspace, findExecutable, inspectRepository }).plan,
        realPath: (path) => realPathOf(path, cwd, home),
        rootHas,
      })
      const request = proven === null ? worst : { ...withoutLine(worst), requiredPermission: proven }
      const { files, urls } = request
      return {
        decision: policy.decide(request),
        request,
        status: null,
        unavailable: false,
        facts: {
          cwd,
          ...(files && { files: files.map(({ access, path }) => ({ access, path })) }),
          ...(urls && { urls }),
        },
        binding: () => bindCall({ text: text(), plan: NO_LINE, cwd, environment: {}, host: 'gateway', agent, session }),
        identity: () => JSON.stringify(files ?? []),
        run: (order) => runHandler(handler, { input, request, context, options, order }),
      }
    },
  }
}

/** The input's facts replace the plan, which is not needed any more. */
function withoutLine({ plan: _unread, ...known }: PolicyRequest): PolicyRequest {
  return known
}

/** The permission that this call needs, where it is proven to be less than the worst case. */
async function provenPermission(
  handler: ToolHandler,
  input: unknown,
  context: CallContext,
): Promise<RequiredPermission | null> {
  try {
    const proven = (await handler.permissionOf?.(input, context)) ?? null
    const levels = REQUIRED_PERMISSIONS
    return proven !== null && levels.indexOf(proven) < levels.indexOf(handler.spec.requiredPermission) ? proven : null
  } catch {
    return null
  }
}

/** A tool that is no command names no programs and no scripts: what an approval holds for is its input, whole. */
const NO_LINE: CommandPlan = { text: '', refusal: null, complete: false, unresolved: [], commands: [], effects: [] }

interface HandlerRun {
  readonly input: unknown
  readonly request: PolicyRequest
  readonly context: CallContext
  readonly options: RuntimeOptions
  readonly order: CallOrder
}

/** How a handler ended. */
interface HandlerEnd {
  /** `null` where it threw, or gave something that is no output. */
  readonly output: ToolOutput | null
  readonly outcome: 'done' | 'refused' | 'failed' | 'aborted'
  readonly error: PoundlockError | null
}

/** Runs a tool. A call that may change something is recorded, and safe on disk, before it begins; every end is recorded. */
async function runHandler(handler: ToolHandler, run: HandlerRun): Promise<CallEnd> {
  const { options, order } = run
  const { runId, callId, approvedBy } = order
  const { name: tool, requiredPermission } = handler.spec
  if (requiredPermission !== 'read-only') await options.record('tool-start', { runId, callId, tool, approvedBy })
  const started = performance.now()
  const end = await callHandler(handler, run)
  const { output, outcome, error } = end
  try {
    await options.record('tool-end', {
      runId,
      callId,
      tool,
      outcome,
      durationMs: Math.round(performance.now() - started),
      ...(error && { code: error.code, message: error.message }),
    })
  } catch (caught) {
    const failure = asPoundlockError(caught)
    const message = `the tool ran (${outcome}), but its end could not be recorded: ${failure.message}`
    return { runId, output, status: 'failed', message, error: failure }
  }
  if (error === null) return { runId, output, status: 'ran', message: 'done' }
  const message = error.remedy === undefined ? error.message : `${error.message}\n${error.remedy}`
  return { runId, output, status: output === null ? 'failed' : 'ran', message, error }
}

async function callHandler(handler: ToolHandler, run: HandlerRun): Promise<HandlerEnd> {
  const { input, request, context, options, order } = run
  const { agent, session, workspace, cwd } = context
  const { onUpdate, abortSignal } = order.options
  let signal = abortSignal
  try {
    const output = await handler.run(input, {
      callId: order.callId,
      agent,
      session,
      workspace,
      cwd,
      home: options.userHome,
      files: toolFiles(options.policy, request, order.approved),
      urls: toolUrls(options.policy, request, order.approved),
      // Made when a tool asks for it: most never do, and making one takes longer than the decision.
      get abortSignal() {
        return (signal ??= new AbortController().signal)
      },
      spillDirectory: options.spillDirectory ?? null,
      ...(onUpdate && { onUpdate }),
    })
    const fault = outputFault(handler.spec.name, output)
    if (fault) throw fault
    return { output, outcome: output.error ? 'refused' : 'done', error: output.error ?? null }
  } catch (fault) {
    return { output: null, outcome: signal?.aborted === true ? 'aborted' : 'failed', error: asPoundlockError(fault) }
  }
}
