import type { ToolContent } from '@poundlock/spec'
import type { ModelResult } from '../pair-results.ts'
import type { ModelCall } from '../read-calls.ts'
import type { AgentEvent } from './agent-event.ts'
import type { AgentTools, AgentCallAnswer } from './agent-tools.ts'
import type { WriteEntry } from './transcript-entry.ts'

/** Calls that only read and are made at the same time. */
const MAX_PARALLEL = 8

export interface RunCallsOptions {
  readonly tools: AgentTools
  readonly write: WriteEntry
  readonly emit: (event: AgentEvent) => void
  readonly signal: AbortSignal
}

/**
 * Makes the calls of one answer, and answers each exactly once, in the order of the calls. Neighbours that only read are
 * made at the same time; every other call waits for those before it.
 *
 * @throws what `write` throws: without a transcript, nothing more runs
 */
export async function runCalls(calls: readonly ModelCall[], options: RunCallsOptions): Promise<readonly ModelResult[]> {
  const specs = new Map(options.tools.list().map((spec) => [spec.name, spec]))
  const onlyReads = ({ name }: ModelCall) => {
    const spec = specs.get(name)
    return spec?.requiredPermission === 'read-only' && spec.annotations.readOnlyHint === true
  }
  const results: ModelResult[] = []
  for (const group of groupCalls(calls, onlyReads)) {
    const settled = await Promise.allSettled(group.map((call) => runCall(call, options)))
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason
      results.push(one.value)
    }
  }
  return results
}

function groupCalls(
  calls: readonly ModelCall[],
  onlyReads: (call: ModelCall) => boolean,
): readonly (readonly ModelCall[])[] {
  const groups: ModelCall[][] = []
  let isOpen = false
  for (const call of calls) {
    const last = groups.at(-1)
    const reads = onlyReads(call)
    if (reads && isOpen && last && last.length < MAX_PARALLEL) last.push(call)
    else groups.push([call])
    isOpen = reads
  }
  return groups
}

async function runCall(call: ModelCall, options: RunCallsOptions): Promise<ModelResult> {
  const { write, emit } = options
  const { id: callId, name, input } = call
  emit({ type: 'tool-called', callId, tool: name, input })
  const answer = await answerTo(call, options)
  const { content, isError, status, runId } = answer
  await write({ type: 'result', callId, content, isError, status, runId })
  emit({ type: 'tool-ended', callId, runId, status, isError, text: plainText(content) })
  return { callId, content, isError }
}

async function answerTo(
  { problem, id: callId, name, input }: ModelCall,
  { tools, write, emit, signal }: RunCallsOptions,
): Promise<AgentCallAnswer> {
  if (problem !== undefined) return notMade(problem)
  if (signal.aborted) return notMade('It was not run: the work was stopped before.')
  let writeFailure: { readonly error: unknown } | null = null
  let answer: AgentCallAnswer
  try {
    answer = await tools.call(
      { id: callId, name, input },
      {
        abortSignal: signal,
        beforeRun: async ({ runId, onlyReads, decision, reasons }) => {
          try {
            await write({ type: 'call-started', callId, runId, onlyReads })
          } catch (error) {
            writeFailure = { error }
            throw error
          }
          emit({ type: 'tool-started', callId, runId, decision, reasons })
        },
        onUpdate: (text) => emit({ type: 'tool-updated', callId, text }),
        onQuestion: (question) => emit({ type: 'asked', callId, ...question }),
        onAnswered: (answered) => emit({ type: 'answered', callId, ...answered }),
      },
    )
  } catch (error) {
    answer = {
      status: 'failed',
      content: [{ type: 'text', text: `The tool broke: ${error instanceof Error ? error.message : String(error)}` }],
      isError: true,
      runId: null,
    }
  }
  const failure = writeFailure as { readonly error: unknown } | null
  if (failure !== null) throw failure.error
  // Some providers refuse a result without content.
  return answer.content.length > 0 ? answer : { ...answer, content: [{ type: 'text', text: '(no output)' }] }
}

const notMade = (text: string): AgentCallAnswer => ({
  status: 'skipped',
  content: [{ type: 'text', text }],
  isError: true,
  runId: null,
})

/** The text of a content; images are named. */
export const plainText = (content: readonly ToolContent[]): string =>
  content.map((part) => (part.type === 'text' ? part.text : `(${part.mediaType})`)).join('\n')
