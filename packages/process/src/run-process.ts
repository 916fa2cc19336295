import { findCommandFault, type ProcessCommand } from './command.ts'
import { describeExit, type ProcessResult } from './process-result.ts'
import { startProcess } from './start-process.ts'
import { checkOptions, type SuperviseOptions } from './supervise-options.ts'
import { supervise } from './supervise.ts'

/**
 * Starts a command on this machine, uncontained, and waits for its end. With `input` its standard input is a pipe.
 * Aborted before it was called, it starts nothing.
 *
 * @throws ProcessError `PROCESS_INVALID_OPTION`; a command that cannot be started is a result with its `error`
 * @example
 * const result = await runProcess(
 *   { file: '/bin/echo', args: ['hello'], cwd: '/', env: {} },
 *   { timeoutMs: 10_000 },
 * )
 * result.stdout // 'hello\n'
 */
export async function runProcess(command: ProcessCommand, options: SuperviseOptions = {}): Promise<ProcessResult> {
  checkOptions(options)
  if (options.abortSignal?.aborted === true) return neverStarted()
  // Forgotten arguments are a mistake in the program, not a command that ended badly.
  const fault = findCommandFault(command)
  if (fault?.details['at'] === 'command') throw fault
  const stdin = command.stdin ?? (options.input === undefined ? 'ignore' : 'pipe')
  // Only this function writes to it and closes it.
  const input = options.input ?? (stdin === 'pipe' ? '' : undefined)
  return supervise(startProcess({ ...command, stdin }), { ...options, ...(input === undefined ? {} : { input }) })
}

function neverStarted(): ProcessResult {
  const end = { exitCode: null, signal: null, reason: 'aborted' } as const
  return {
    ...end,
    stdout: '',
    stderr: '',
    tail: '',
    interrupted: true,
    exitText: describeExit(end),
    truncated: false,
    outputOpen: false,
    durationMs: 0,
  }
}
