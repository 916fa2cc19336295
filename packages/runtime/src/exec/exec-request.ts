import type { ExecInput } from '@poundlock/spec/tools'
import type { CallContext } from '../call/call-context.ts'
import type { CommandEnvironment } from '../contain/environment.ts'

/** A command with everything about it that is found once for each decision, before its line is read. */
export interface ExecRequest {
  /** The input of the tool, validated. */
  readonly input: ExecInput
  /** Where and for whom it is called. */
  readonly context: CallContext
  /** Absolute: where it starts. */
  readonly cwd: string
  /** The whole environment that it gets on this machine; another machine makes its own from `input.env`. */
  readonly environment: Readonly<Record<string, string>>
  /** After how many milliseconds it is ended. */
  readonly timeoutMs: number
  /** With the host `node`: which one. */
  readonly node?: string
}

/** A call can shorten the time-out that is configured, and never lengthen it. */
export function execRequest(
  input: ExecInput,
  context: CallContext,
  cwd: string,
  { environmentOf, options }: { readonly environmentOf: CommandEnvironment; readonly options: { timeoutMs: number } },
): ExecRequest {
  const { timeout, env = {} } = input
  const { timeoutMs } = options
  return {
    input,
    context,
    cwd,
    environment: environmentOf(env),
    timeoutMs: timeout === undefined ? timeoutMs : Math.min(timeout * 1000, timeoutMs),
  }
}
