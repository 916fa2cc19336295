import { PoundlockError } from '@poundlock/spec'
import type { CallContext } from '../call/call-context.ts'
import type { CallOutcome } from '../call/outcome.ts'
import type { PreparedCall } from '../call/prepared-call.ts'
import type { AfterResult, HookList } from './hook-list.ts'
import type { HookResult } from './hook.ts'
import { toolsAfter } from './hooked-tools.ts'

/** Calls the hooks after a call, and removes from the outcome what they withhold. */
export async function settleAfterHooks(
  outcome: CallOutcome,
  { spec, input }: Pick<PreparedCall, 'spec' | 'input'>,
  { agent, session, workspace, cwd }: CallContext,
  hooks: HookList,
): Promise<CallOutcome> {
  const { callId } = outcome
  const call = { callId, agent, session, workspace, cwd }
  const result = await hooks.after(hookEventOf(outcome), spec, toolsAfter(spec), input, hookResultOf(outcome), call)
  return afterHooks(outcome, result)
}

/** The hook event of an outcome: an exit code other than 0 is a failure. */
function hookEventOf({ status, run, error }: CallOutcome): 'after' | 'after-failure' {
  const succeeded = status === 'ran' && error === null && (run === null || run.exitCode === 0)
  return succeeded ? 'after' : 'after-failure'
}

/** The result as hooks see it. */
function hookResultOf({ message, run, output, error }: CallOutcome): HookResult {
  const texts = (output?.content ?? []).map((part) => (part.type === 'text' ? part.text : `(${part.mediaType})`))
  return {
    message,
    text: run ? `${run.stdout}${run.stderr}` : texts.join('\n'),
    ...(run && { exitCode: run.exitCode }),
    ...(error && { code: error.code }),
  }
}

/** The outcome as its hooks leave it: with their notes, and without the result where one keeps it back. */
function afterHooks(outcome: CallOutcome, { denied, notes }: AfterResult): CallOutcome {
  const noted = { ...outcome, notes: [...outcome.notes, ...notes] }
  if (denied === null) return noted
  const by = `hook ${denied.hook}`
  const message = `the result was withheld by the ${by}${denied.reason === '' ? '' : `: ${denied.reason}`}; its effects remain`
  const { run, output, error } = outcome
  let bare = null
  if (run) {
    const { spillFile: _file, spillComplete: _complete, ...rest } = run
    bare = { ...rest, stdout: '', stderr: '', tail: '', denials: [] }
  }
  return {
    ...noted,
    message,
    withheld: { by, reason: denied.reason },
    run: bare,
    output: output && { content: [{ type: 'text', text: message }] },
    // The details may quote a file: the lines that come nearest.
    error: error && new PoundlockError(message, { code: error.code }),
    tried: null,
  }
}
