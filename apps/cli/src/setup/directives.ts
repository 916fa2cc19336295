import { PoundlockError } from '@poundlock/spec'
import { accountName } from '../output/ask-terminal.ts'
import type { Assembly } from './assemble.ts'

/** Whoever started this command is the person at the terminal. */
export const localSender = () => ({ provider: 'terminal', id: accountName() })

/**
 * Takes what `--directive` says, as if that person had said it in the session. It holds for this process.
 *
 * @returns what was answered to each
 * @throws PoundlockError `DIRECTIVE` for one that cannot be read, `DIRECTIVE_REFUSED` with the gate that is shut
 */
export async function applyDirectives(
  { runtime, context }: Pick<Assembly, 'runtime' | 'context'>,
  directives: readonly string[],
): Promise<readonly string[]> {
  const answers: string[] = []
  for (const text of directives) {
    const result = await runtime.direct(text, context, { sender: localSender(), authorised: true })
    if (result === null) {
      throw new PoundlockError(`--directive ${JSON.stringify(text)} is no directive`, {
        code: 'DIRECTIVE',
        remedy: 'Write /exec host=… security=… ask=… node=…, or /elevated on|off|ask|full.',
      })
    }
    if (!result.ok) {
      throw new PoundlockError(`${text}: ${result.message}`, {
        code: result.message.startsWith('not elevated') ? 'DIRECTIVE_REFUSED' : 'DIRECTIVE',
      })
    }
    answers.push(result.message)
  }
  return answers
}
