import { questionAtTerminal } from './ask-terminal.ts'
import { isYes } from './typed-answer.ts'

/** Asks a question that ends in `[y/N]`; `undefined` where there is no terminal. */
export async function askYes(question: string, abortSignal: AbortSignal): Promise<boolean | undefined> {
  const text = await questionAtTerminal(`${question} [y/N] `, abortSignal)
  return text === undefined ? undefined : isYes(text)
}
