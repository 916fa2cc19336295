import { createInterface } from 'node:readline/promises'
import type { PromptEndReason } from '@poundlock/agent'
import { EXIT } from '../exit-code.ts'
import { paint } from '../output/print.ts'

/** Works on a prompt, until its end stands on the screen. */
export type WorkOnPrompt = (prompt: string, signal: AbortSignal) => Promise<PromptEndReason>

export interface TalkOptions {
  /** Aborts when the process is to end. */
  readonly signal: AbortSignal
  /** What was said before, the last first. */
  readonly earlier: readonly string[]
  readonly json: boolean
}

/** Takes prompts at the terminal, or a line each from a pipe. */
export function talkWith(workOn: WorkOnPrompt, { signal, earlier, json }: TalkOptions): Promise<void> {
  const isPerson = process.stdin.isTTY && process.stderr.isTTY && !json
  return isPerson ? talk(workOn, signal, earlier) : readPrompts(workOn, signal)
}

/** The reader is closed while the agent works, so that questions about its calls have the terminal to themselves. */
async function talk(workOn: WorkOnPrompt, signal: AbortSignal, earlier: readonly string[]): Promise<void> {
  let history = [...earlier]
  const { dim } = paint(process.stderr)
  process.stderr.write(`${dim('An empty line or Ctrl-D ends the chat; Ctrl-C interrupts the agent.')}\n`)
  for (;;) {
    const reader = createInterface({ input: process.stdin, output: process.stderr, history: [...history] })
    const closed = new Promise<null>((resolve) => {
      reader.once('close', () => resolve(null))
      reader.once('SIGINT', () => resolve(null))
    })
    const line = await Promise.race([reader.question('> ', { signal }).catch(() => null), closed])
    reader.close()
    // Without its end, the next text would stand behind the prompt.
    if (line === null) process.stderr.write('\n')
    const prompt = line?.trim() ?? ''
    if (prompt === '' || signal.aborted) return
    history = [prompt, ...history]
    const interrupt = new AbortController()
    const onInterrupt = () => interrupt.abort()
    process.on('SIGINT', onInterrupt)
    try {
      await workOn(prompt, AbortSignal.any([signal, interrupt.signal]))
    } finally {
      process.off('SIGINT', onInterrupt)
    }
  }
}

/** A prompt a line. The first signal ends the work and the chat. */
async function readPrompts(workOn: WorkOnPrompt, signal: AbortSignal): Promise<void> {
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  const ended = AbortSignal.any([signal, interrupt.signal])
  const reader = createInterface({ input: process.stdin, signal: ended })
  for await (const line of reader) {
    if (line.trim() === '') continue
    const reason = await workOn(line, ended)
    if (reason === 'failed') process.exitCode = EXIT.toolError
    if (ended.aborted) return
  }
}
