import { PoundlockError, type ToolCall } from '@poundlock/spec'
import type { CallContext } from '../call/call-context.ts'
import type { CallOptions } from '../call/call-options.ts'
import type { CallOutcome } from '../call/outcome.ts'
import { runCall } from '../call/run-call.ts'
import { createLineRedactor } from '../redact/line-redactor.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import type { OpenRecording, Recording } from './recorder.ts'

/**
 * Runs a call of a command, and records what it prints. Secrets are redacted. Where no recording can be
 * opened, nothing runs.
 */
export async function recordCall(
  call: ToolCall,
  context: CallContext,
  options: CallOptions,
  parts: RuntimeParts,
): Promise<CallOutcome> {
  const { openRecording } = parts.options
  const open: OpenRecording = openRecording ?? (() => Promise.reject(unrecordable()))
  let recording: Recording | null = null
  const redactor = createLineRedactor(({ text }) => recording?.output(text))
  const outcome = await runCall(
    call,
    context,
    {
      ...options,
      async beforeRun(start) {
        recording = await open({ runId: start.runId, callId: call.id, command: commandOf(call.input) })
        await options.beforeRun?.(start)
      },
      async onOutput(chunk) {
        await redactor.onOutput(chunk)
        await options.onOutput?.(chunk)
      },
    },
    parts,
  )
  // Assigned in a callback, which the compiler does not follow.
  const opened = recording as Recording | null
  if (opened === null) return outcome
  await redactor.flush()
  if (outcome.run === null && outcome.job === null && outcome.status !== 'failed') {
    opened.discard()
    return outcome
  }
  try {
    await opened.end(exitOf(outcome))
    return outcome
  } catch {
    return { ...outcome, notes: [...outcome.notes, 'what it printed was recorded, and the record of that failed'] }
  }
}

/** The exit status, as players show it. */
function exitOf({ run, job }: CallOutcome): string {
  if (job !== null) return 'background'
  return String(run?.exitCode ?? run?.signal ?? 'unknown')
}

function commandOf(input: unknown): string {
  const { command } = (input ?? {}) as { readonly command?: unknown }
  return typeof command === 'string' ? command : ''
}

const unrecordable = () =>
  new PoundlockError('this host keeps no recordings', { code: 'RECORDING', remedy: 'Call it without a recording.' })
