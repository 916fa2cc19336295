import type { OutputChunk } from '@poundlock/process'
import type { CallOutcome } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { exitCodeOf } from '../exit-code.ts'
import { terminalApproval } from '../output/ask-terminal.ts'
import { paint, printJson } from '../output/print.ts'
import { assemble, type PlaceFlags } from '../setup/assemble.ts'
import { commandText, environmentFlags } from '../setup/command-text.ts'
import { UsageError } from '../usage-error.ts'

export interface ExecFlags extends PlaceFlags {
  readonly host?: 'sandbox' | 'gateway'
  readonly security?: string
  readonly ask?: string
  readonly env?: readonly string[]
  readonly timeout?: string
  readonly json?: boolean
}

/** `poundlock exec`: one command through both gates. Its output is the command's own; ours goes to standard error. */
export async function exec(words: readonly string[], flags: ExecFlags): Promise<void> {
  const command = commandText(words)
  const input = execInput(command, flags)
  const ask = flags.json ? undefined : terminalApproval()
  const { runtime, context } = assemble(flags, ask && { ask })
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt)
  const outcome = await runtime.call({ id: `call_${crypto.randomUUID()}`, name: 'exec', input }, context, {
    abortSignal: stop.signal,
    // A terminal stays ours: a contained command that reads from it could read what was meant for the prompt.
    stdin: process.stdin.isTTY || flags.json ? 'ignore' : 'inherit',
    ...(!flags.json && { onOutput: passThrough }),
  })
  if (flags.json) await printJson(outcome)
  else explain(outcome)
  process.exitCode = exitCodeOf(outcome)
}

/** What the flags say, as the tool takes it. */
export function execInput(command: string, flags: ExecFlags): Record<string, unknown> {
  const { host, security, ask, timeout } = flags
  const env = environmentFlags(flags.env)
  const seconds = timeout === undefined ? undefined : Number(timeout)
  if (seconds !== undefined && !(seconds > 0)) {
    throw new UsageError(
      `--timeout ${JSON.stringify(timeout)} is not a number of seconds`,
      'For example: --timeout 60.',
    )
  }
  return {
    command,
    ...(host && { host }),
    ...(security && { security }),
    ...(ask && { ask }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(seconds !== undefined && { timeout: seconds }),
  }
}

function passThrough({ stream, bytes }: OutputChunk): Promise<void> | undefined {
  const target = process[stream]
  if (target.write(bytes) || !target.writable) return undefined
  return new Promise((resolve) => {
    target.once('drain', resolve)
    target.once('close', resolve)
  })
}

/** What there is to say besides the command's own output: refusals, and what the sandbox did not let through. */
function explain({ status, message, run, sandbox }: CallOutcome): void {
  const { bad, dim } = paint(process.stderr)
  const say = (text: string) => process.stderr.write(`${text}\n`)
  if (status !== 'ran') return void say(`${bad('poundlock:')} ${visibleText(message, { newlines: 'keep' })}`)
  if (sandbox && !sandbox.active) {
    for (const reason of sandbox.fallbackReasons) say(dim(`poundlock: not contained: ${reason}`))
  }
  if (run?.reason === 'timeout') say(`${bad('poundlock:')} it was ended: it took longer than its time-out`)
  if (run?.reason === 'spawn-failed') say(`${bad('poundlock:')} ${message}`)
  for (const denial of run?.denials ?? []) say(dim(`poundlock: ${visibleText(denial.message)}`))
  if (run?.spillFile !== undefined) say(dim(`poundlock: all of its output is in ${run.spillFile}`))
}
