import type { CommandPlan, PolicyRequest, SessionState } from '@poundlock/policy'
import { toolRequest } from '@poundlock/policy/calls'
import { REQUIRED_PERMISSIONS, type RequiredPermission } from '@poundlock/spec'
import type { ToolHandler, ToolOutput } from '@poundlock/tools'
import { bindCall } from '../call/bind-call.ts'
import type { CallEnd, CallOrder, CallSubject, DecidedCall } from '../call/subject.ts'
import { asPoundlockError } from '../call/unexpected.ts'
import type { CallContext, RuntimeOptions } from '../create-runtime.ts'
import { realPathOf } from '../files/real-path.ts'
import { outputFault } from './output-fault.ts'
import { toolFiles } from './tool-files.ts'
import { toolUrls } from './tool-urls.ts'

/** A call of a tool that a handler serves. */
export function handlerSubject(
  handler: ToolHandler,
  input: unknown,
  context: CallContext,
  options: RuntimeOptions,
  state: SessionState,
): CallSubject {
  const { name: tool, requiredPermission } = handler.spec
  const { policy, userHome: home } = options
  const { agent, session, workspace, cwd, provider, model } = context
  // Most calls are shown to nobody.
  const text = () => `${tool} ${JSON.stringify(input, null, 1)}`
  return {
    spec: handler.spec,
    input,
    folders: handler.holdsWhatItReads === true && requiredPermission === 'read-only' ? [] : [workspace, cwd],
    shown: () => ({ command: text(), cwd, environment: {} }),
    async check(): Promise<DecidedCall> {
      const proven = handler.permissionOf ? await provenPermission(handler, input, context) : null
      const asked = toolRequest({
        tool,
        input,
        requiredPermission,
        ...(handler.served && { served: handler.served }),
        ...(handler.inputs && { inputs: handler.inputs }),
        ...(options.approvals && { approvals: options.approvals }),
        ...((state.exec || state.elevated) && { session: state }),
        ...(provider !== undefined && { provider }),
        ...(model !== undefined && { model }),
        context: { agent, session, workspace, cwd, home, interactive: options.ask !== undefined },
        realPath: (path) => realPathOf(path, cwd, home),
      })
      const request = proven === null ? asked : { ...withoutLine(asked), requiredPermission: proven }
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

/** What is known of a call stands in the place of what nobody has read. */
function withoutLine({ plan: _unread, ...known }: PolicyRequest): PolicyRequest {
  return known
}

/** What this call needs, where that is known to be less than the worst; what cannot be found out lowers nothing. */
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

/** Runs it. What may change something is recorded, and safe on disk, before it begins; every end is recorded. */
async function runHandler(
  handler: ToolHandler,
  { input, request, context, options, order }: HandlerRun,
): Promise<CallEnd> {
  const { runId, callId, approvedBy, approved, live } = order
  const { agent, session, workspace, cwd } = context
  const ids = { runId, callId }
  const { name: tool } = handler.spec
  if (handler.spec.requiredPermission !== 'read-only') {
    await options.record('tool-start', { ...ids, tool, approvedBy })
  }
  const { onUpdate } = live
  let signal = live.abortSignal
  const started = performance.now()
  let output: ToolOutput | undefined
  let fault: unknown
  try {
    output = await handler.run(input, {
      callId,
      agent,
      session,
      workspace,
      cwd,
      home: options.userHome,
      files: toolFiles(options.policy, request, approved),
      urls: toolUrls(options.policy, request, approved),
      // Most tools never look at it, and to make one takes longer than to decide about the call.
      get abortSignal() {
        return (signal ??= new AbortController().signal)
      },
      spillDirectory: options.spillDirectory ?? null,
      ...(onUpdate && { onUpdate }),
    })
    const broken = outputFault(tool, output)
    if (broken) throw broken
  } catch (error) {
    output = undefined
    fault = error
  }
  const error = output === undefined ? asPoundlockError(fault) : (output.error ?? null)
  const outcome = output === undefined ? (signal?.aborted === true ? 'aborted' : 'failed') : error ? 'refused' : 'done'
  let unrecorded: unknown
  try {
    await options.record('tool-end', {
      ...ids,
      tool,
      outcome,
      durationMs: Math.round(performance.now() - started),
      ...(error && { code: error.code, message: error.message }),
    })
  } catch (caught) {
    unrecorded = caught
  }
  const result = { runId: ids.runId, output: output ?? null }
  if (unrecorded !== undefined) {
    const failure = asPoundlockError(unrecorded)
    const message = `the tool ran (${outcome}), but its end could not be recorded: ${failure.message}`
    return { ...result, status: 'failed', message, error: failure }
  }
  if (error === null) return { ...result, status: 'ran', message: 'done' }
  const message = error.remedy === undefined ? error.message : `${error.message}\n${error.remedy}`
  return { ...result, status: output === undefined ? 'failed' : 'ran', message, error }
}
