import { closeSync, constants, openSync, readSync } from 'node:fs'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { ShownRequest, Surface } from '@poundlock/approvals/node'
import type { CallToApprove } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { decisionText } from './print-decision.ts'
import { paint } from './print.ts'
import { endSpinner } from './spinner.ts'
import { LIMITS_HINT, readTypedAnswer, type TypedAnswer } from './typed-answer.ts'

const INTERRUPT = 3
const END_OF_INPUT = 4

/**
 * Asks the person at the terminal, with the command as it will run. Only `yes`, or `always` where it is offered, typed
 * after the question, allows; any other input, its end and an interrupt refuse. An invalid limit of an `always` is
 * asked for again. A question that was answered elsewhere is withdrawn.
 */
export function terminalSurface(abortSignal: AbortSignal): Surface<CallToApprove> {
  return {
    name: 'terminal',
    async show(shown) {
      if (!process.stdin.isTTY || !process.stderr.isTTY) return false
      void ask(shown, abortSignal)
      return true
    },
  }
}

async function ask(
  { stored, call, answer: give, signal }: ShownRequest<CallToApprove>,
  abortSignal: AbortSignal,
): Promise<void> {
  endSpinner()
  const variables = Object.entries(call.environment).map(([name, value]) => `\n  with ${name}=${visibleText(value)}`)
  process.stderr.write(
    `${decisionText(call.command, call.decision, process.stderr)}\n  in ${visibleText(call.cwd)}${variables.join('')}\n`,
  )
  for (const warning of stored.warnings) process.stderr.write(`  note: ${visibleText(warning)}\n`)
  const { effect } = call
  if (effect !== undefined) {
    const { outputOf, showEffect } = await import('../try/show-effect.ts')
    process.stderr.write(`${outputOf(effect)}\n`)
    await showEffect(effect)
  }
  for (const covers of call.always) process.stderr.write(`  always: ${visibleText(covers)}\n`)
  const offersAlways = call.always.length > 0
  if (offersAlways) process.stderr.write(LIMITS_HINT)
  let answer: TypedAnswer = null
  while (answer === null) {
    const text = (await questionAtTerminal(questionOf(call), AbortSignal.any([abortSignal, signal]))) ?? ''
    if (signal.aborted) {
      process.stderr.write(`\n  ${paint(process.stderr).dim('taken back: it was answered elsewhere, or is over')}\n`)
      return
    }
    answer = readTypedAnswer(text, offersAlways, Date.now())
    if (answer === null) process.stderr.write(`  no such limit.\n${LIMITS_HINT}`)
  }
  try {
    const { missing } = give({ ...answer, by: accountName(), surface: 'terminal' })
    if (missing !== undefined) process.stderr.write(`  noted; it takes ${missing} more\n`)
  } catch (error) {
    // It is over, or not for this person to answer.
    process.stderr.write(`  ${visibleText((error as Error).message)}\n`)
  }
}

function questionOf({ effect, always }: CallToApprove): string {
  if (effect !== undefined) return 'Apply what it did? [y/N] '
  return always.length > 0 ? 'Run it? yes once, always, or no [y/a/N] ' : 'Run it once? [y/N] '
}

/**
 * Asks a question, and returns the text that was typed after it; the end of the input, an interrupt and a signal give
 * an empty text. `undefined` where there is no terminal.
 *
 * @param onInterrupt called at an interrupt and at the end of the input, before the answer
 */
export async function questionAtTerminal(
  question: string,
  abortSignal: AbortSignal,
  onInterrupt: () => void = () => undefined,
): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  endSpinner()
  if (abortSignal.aborted || !forgetTypedAhead()) return ''
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>((resolve) => {
    const interrupt = () => {
      if (!answered) onInterrupt()
      resolve('')
    }
    reader.once('close', interrupt)
    reader.once('SIGINT', interrupt)
    abortSignal.addEventListener('abort', () => resolve(''), { once: true })
  })
  let answered = false
  try {
    return (await Promise.race([reader.question(question), closed])).trim()
  } finally {
    answered = true
    reader.close()
  }
}

/**
 * Drops input from before the question. False when that cannot be done, or the input held an interrupt. The terminal
 * hands out unfinished lines only in raw mode.
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
