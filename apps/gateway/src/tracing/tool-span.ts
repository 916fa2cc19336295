import { randomBytes } from 'node:crypto'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import { redactSecretsIn } from '@poundlock/spec'

/** A span that has ended, with the attributes of OpenTelemetry's conventions. */
export interface TraceSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly events: readonly { readonly name: string; readonly at: number }[]
  readonly isError: boolean
}

/** A tool call that has ended, for its span. */
export interface TracedCall {
  readonly callId: string
  readonly tool: string
  readonly agent: string
  readonly session: string
  readonly input: unknown
  /** Of the request: the span belongs to its trace, where it is sampled there. */
  readonly traceparent?: string
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  readonly endedAt: number
  /** How it ended, or what was thrown. */
  readonly end: CallResult | { readonly error: unknown }
}

const MOST_ARGUMENTS = 4096
const SAMPLED = 1

/**
 * The span of a tool call: `execute_tool`, as in the conventions for generative AI of OpenTelemetry. It names the tool,
 * and says how the call was decided and how it ended. The input is in it only with `withArguments`, without secrets.
 *
 * @returns `null` where the trace that it belongs to is not sampled
 */
export function toolSpan(call: TracedCall, withArguments: boolean): TraceSpan | null {
  const parent = parentOf(call.traceparent)
  if (parent !== null && !parent.isSampled) return null
  const errorType = errorTypeOf(call.end)
  const result = 'error' in call.end ? null : call.end
  const exitCode = result?.exit?.code
  return {
    traceId: parent?.traceId ?? newTraceId(16),
    spanId: newTraceId(8),
    ...(parent && { parentSpanId: parent.spanId }),
    name: `execute_tool ${call.tool}`,
    startedAt: call.arrivedAt,
    endedAt: call.endedAt,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': call.callId,
      'gen_ai.agent.name': call.agent,
      'gen_ai.conversation.id': call.session,
      ...(withArguments && { 'gen_ai.tool.call.arguments': argumentsOf(call.input) }),
      ...(typeof exitCode === 'number' && { 'process.exit.code': exitCode }),
      ...(errorType !== null && { 'error.type': errorType }),
      ...(result && decisionOf(result)),
    },
    events: result?.startedAt === undefined ? [] : [{ name: 'poundlock.run.started', at: result.startedAt }],
    isError: errorType !== null,
  }
}

function decisionOf({ status, decision, reasons, approval, runId }: CallResult): Record<string, string> {
  return {
    'poundlock.call.status': status,
    ...(decision !== undefined && {
      'poundlock.decision': decision,
      'poundlock.decision.reason': reasons[0]?.code ?? 'none',
    }),
    ...(approval && { 'poundlock.approval.answer': approval.answer }),
    ...(runId !== undefined && { 'poundlock.run.id': runId }),
  }
}

/** A code, never a message: that could have a part of the command. A program that fails has run all the same. */
function errorTypeOf(end: TracedCall['end']): string | null {
  if ('error' in end) return end.error instanceof GatewayError ? end.error.code : 'INTERNAL'
  if (end.status !== 'ran') return end.status
  return end.exit?.timedOut === true ? 'timeout' : null
}

const argumentsOf = (input: unknown): string => JSON.stringify(redactSecretsIn(input) ?? null).slice(0, MOST_ARGUMENTS)

/** W3C Trace Context; an id of zeros is none. */
function parentOf(traceparent: string | undefined) {
  const [version, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? []
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

const newTraceId = (bytes: number): string => randomBytes(bytes).toString('hex')
