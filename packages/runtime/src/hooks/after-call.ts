import { PoundlockError } from '@poundlock/spec'
import type { CallOutcome } from '../call/outcome.ts'
import type { Pipeline } from '../call/prepare-call.ts'
import type { CallSubject } from '../call/subject.ts'
import type { CallContext } from '../create-runtime.ts'
import type { AfterVerdict } from './hook-list.ts'
import type { HookResult } from './hook.ts'
import { toldTools } from './told-tools.ts'

/** Tells the hooks after a call how it went, and leaves of the outcome what they let through. */
export async function settleAfterHooks(
  outcome: CallOutcome,
  { spec, input }: CallSubject,
  { agent, session, workspace, cwd }: CallContext,
  { hooks }: Pipeline,
): Promise<CallOutcome> {
  const { callId } = outcome
  const told = { callId, agent, session, workspace, cwd }
  const verdict = await hooks.after(hookEventOf(outcome), spec, toldTools(spec), input, hookResultOf(outcome), told)
  return afterHooks(outcome, verdict)
}

/** Whether a call did what it was asked, as hooks have it: a command that exits with another code than 0 did not. */
function hookEventOf({ status, run, error }: CallOutcome): 'after' | 'after-failure' {
  const succeeded = status === 'ran' && error === null && (run === null || run.exitCode === 0)
  return succeeded ? 'after' : 'after-failure'
}

/** What hooks are told of it. */
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
function afterHooks(outcome: CallOutcome, { denied, notes }: AfterVerdict): CallOutcome {
  const noted = { ...outcome, notes: [...outcome.notes, ...notes] }
  if (denied === null) return noted
  const by = `hook ${denied.hook}`
  const message = `the result was kept back by the ${by}${denied.reason === '' ? '' : `: ${denied.reason}`}; what was done is done`
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
    // It may show what was found: the lines of a file that come nearest.
    error: error && new PoundlockError(message, { code: error.code }),
    tried: null,
  }
}
