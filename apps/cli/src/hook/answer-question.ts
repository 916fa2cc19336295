import { readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createRecorder } from '@poundlock/local-host'
import { UsageError } from '../usage-error.ts'
import { ASKING_FORMATS, type InstallableAgent } from './agent-format.ts'
import { answerHook, type AnswerMode } from './answer-hook.ts'
import { blocked, SILENT_ANSWER, type AgentHookOutput } from './hook-format.ts'

/**
 * Answers one question of an agent's pre-tool hook: it is on standard input. Every failure blocks, since these agents go
 * on after other errors of a hook. A call that cannot be recorded does not run. A hook in the shadow stops nothing, and
 * says what it would have said only in the record.
 */
export async function answerQuestion(agent: InstallableAgent, mode: AnswerMode): Promise<void> {
  const { refusal = blocked } = ASKING_FORMATS[agent]
  const failed = (message: string) => (mode.shadow ? { ...SILENT_ANSWER, stderr: `${message}\n` } : refusal(message))
  process.exitCode = mode.shadow ? 0 : blocked('').code
  let result: AgentHookOutput
  try {
    refuseUselessMode(agent, mode)
    const { answer, record, state } = answerHook(agent, await readQuestion(), mode)
    if (record !== null && state !== null) await createRecorder(state, join(state, 'audit'))('decision', record)
    result = answer
  } catch (error) {
    result = failed(`poundlock: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (say(2, result.stderr) && say(1, result.stdout)) process.exitCode = result.code
}

/** @throws UsageError for `--no-prompts` where an ask is a deny without it */
export function refuseUselessMode(agent: InstallableAgent, { prompts = true }: AnswerMode): void {
  if (prompts || ASKING_FORMATS[agent].asks) return
  throw new UsageError(`--no-prompts: ${agent} asks nothing after an answer of a hook`, {
    remedy: 'Leave it out: what the policy asks about is refused there in any case.',
  })
}

const CHUNK_BYTES = 65_536

/** At once: streams take milliseconds to load. A standard input that does not wait is read as a stream. */
async function readQuestion(): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(CHUNK_BYTES)
      const length = readSync(0, part)
      if (length === 0) return Buffer.concat(parts)
      parts.push(part.subarray(0, length))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    return Buffer.concat([...parts, await buffer(process.stdin)])
  }
}

/** Writes as `readQuestion` reads. An answer that cannot be written is none. */
function say(descriptor: 1 | 2, text: string): boolean {
  let rest = Buffer.from(text)
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false
    const stream = descriptor === 1 ? process.stdout : process.stderr
    const { exitCode } = process
    stream.on('error', () => process.exit(exitCode)).write(rest)
    return true
  }
}
