import { closeSync, constants, openSync, readSync } from 'node:fs'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { AskForApproval } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { decisionText } from './print-decision.ts'

const INTERRUPT = 3
const END_OF_INPUT = 4

/**
 * Asks whoever sits at the terminal, with the command as it will run. Only a plain yes, or always where that is offered,
 * that was typed after the question allows; everything else, also the end of the input, an interrupt and a signal, refuses. `undefined` where there is no
 * terminal.
 */
export function terminalApproval(abortSignal: AbortSignal): AskForApproval | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async (request) => {
    const by = `terminal:${accountName()}`
    const variables = Object.entries(request.environment).map(
      ([name, value]) => `\n  with ${name}=${visibleText(value)}`,
    )
    process.stderr.write(
      `${decisionText(request.command, request.decision, process.stderr)}\n  in ${visibleText(request.cwd)}${variables.join('')}\n`,
    )
    const { effect } = request
    if (effect !== undefined) {
      const { outputOf, showEffect } = await import('../try/try-request.ts')
      process.stderr.write(`${outputOf(effect)}\n`)
      await showEffect(effect)
    }
    for (const covers of request.always) process.stderr.write(`  always: ${visibleText(covers)}\n`)
    const answer = (await questionAtTerminal(questionOf(request), abortSignal)) ?? ''
    if (request.always.length > 0 && /^a(?:lways)?$/i.test(answer)) return { answer: 'allow-always', by }
    return { answer: /^y(?:es)?$/i.test(answer) ? 'allow-once' : 'deny', by }
  }
}

function questionOf({ effect, always }: Parameters<AskForApproval>[0]): string {
  if (effect !== undefined) return 'Apply what it did? [y/N] '
  return always.length > 0 ? 'Run it? yes once, always, or no [y/a/N] ' : 'Run it once? [y/N] '
}

/**
 * Asks, and answers with what was typed after the question; the end of the input, an interrupt and a signal are an empty
 * answer. `undefined` where there is no terminal.
 */
export async function questionAtTerminal(question: string, abortSignal: AbortSignal): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  if (abortSignal.aborted || !forgetTypedAhead()) return ''
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>((resolve) => {
    reader.once('close', () => resolve(''))
    reader.once('SIGINT', () => resolve(''))
    abortSignal.addEventListener('abort', () => resolve(''), { once: true })
  })
  try {
    return (await Promise.race([reader.question(question), closed])).trim()
  } finally {
    reader.close()
  }
}

/**
 * Drops what was typed before the question was there: it answered something else. False when that cannot be done, or
 * held an interrupt. The terminal hands out unfinished lines only while it is not gathering whole ones.
 */
function forgetTypedAhead(): boolean {
  let terminal: number | undefined
  process.stdin.setRawMode(true)
  try {
    terminal = openTerminal()
    const buffer = Buffer.alloc(4096)
    for (;;) {
      const typed = buffer.subarray(0, readSync(terminal, buffer))
      if (typed.length === 0 || typed.includes(INTERRUPT) || typed.includes(END_OF_INPUT)) return false
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN'
  } finally {
    process.stdin.setRawMode(false)
    if (terminal !== undefined) closeSync(terminal)
  }
}

/** The same terminal again, so that reading from it need not wait. Under su(1) only its other name can be opened. */
function openTerminal(): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY
  try {
    return openSync('/proc/self/fd/0', flags)
  } catch {
    return openSync('/dev/tty', flags)
  }
}

/** Who sits at the terminal, for the record. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // A user id without an account.
    return String(process.getuid?.())
  }
}
