import { PoundlockError } from '@poundlock/spec'
import type { Hook, HookCall } from './hook.ts'
import { HOOK_TIMEOUT_MS } from './hook.ts'
import { readHookOutput } from './read-hook-output.ts'

/** A hook that is a command line. */
export interface CommandHookOptions extends Pick<Hook, 'name' | 'event' | 'tools' | 'priority' | 'timeoutMs'> {
  /** For the shell. */
  readonly command: string
  /** Absolute: where it runs. Not the workspace, where an agent could put another program in its place. */
  readonly cwd: string
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Absolute path of bash. It reads no start files: with a pipe as input it would take itself for a remote one. */
  readonly shell: string
}

/** The most that a hook has to say, in characters. */
const MAX_OUTPUT = 1_000_000

/**
 * Makes a hook of a command line. It runs as the user, uncontained, and gets the call as JSON on standard input. Exit
 * code 0 is no objection, unless standard output says otherwise; 2 denies with the reason on standard error; any other
 * code, a signal, or too much output denies.
 */
export function commandHook({ command, cwd, environment, shell, ...hook }: CommandHookOptions): Hook {
  const { timeoutMs = HOOK_TIMEOUT_MS } = hook
  return {
    ...hook,
    async run(call, abortSignal) {
      // Loaded when a hook is asked: a start that only decides needs no processes.
      const { startProcess, supervise } = await import('@poundlock/process')
      const handle = startProcess({
        file: shell,
        args: ['--noprofile', '--norc', '-c', command],
        cwd,
        env: environment,
        stdin: 'pipe',
      })
      const flood = new AbortController()
      let written = 0
      const result = await supervise(handle, {
        input: JSON.stringify(payloadOf(call)),
        // The time-out of the hook itself comes first, and ends this.
        timeoutMs: timeoutMs + 1000,
        abortSignal: AbortSignal.any([abortSignal, flood.signal]),
        maxOutputCharacters: MAX_OUTPUT,
        // A hook with too much output denies; the rest is not read.
        onOutput({ bytes }) {
          written += bytes.length
          if (written > MAX_OUTPUT * 4) flood.abort()
        },
      })
      if (result.error) throw result.error
      if (result.truncated) throw broken(`it wrote more than ${MAX_OUTPUT} characters`)
      if (result.exitCode === null) throw broken(`it was terminated by ${result.signal ?? 'a signal'}`)
      // A process that it left behind might still have answered.
      if (result.outputOpen) throw broken('something that it started still held its output when it was over')
      const { exitCode, stdout, stderr } = result
      return readHookOutput(call.event, { exitCode, stdout, stderr })
    },
  }
}

const broken = (message: string) => new PoundlockError(message, { code: 'HOOK_BROKEN' })

const EVENT_NAMES = { before: 'PreToolUse', after: 'PostToolUse', 'after-failure': 'PostToolUseFailure' } as const

/** In the words that hooks of other agents are written for. */
function payloadOf({ event, callId, tool, input, agent, session, workspace, cwd, result }: HookCall): object {
  return {
    hook_event_name: EVENT_NAMES[event],
    session_id: session,
    agent,
    cwd,
    workspace,
    tool_name: tool,
    tool_input: input,
    tool_use_id: callId,
    ...(result && { tool_response: result }),
  }
}
