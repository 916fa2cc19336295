import { PoundlockError } from '@poundlock/spec'
import { accountName } from '../output/ask-terminal.ts'
import type { Assembly } from './assemble.ts'

/** The person at the terminal, who started this command. */
export const localSender = () => ({ provider: 'terminal', id: accountName() })

/**
 * Applies `--directive` as a directive of that person. It holds for the session, at most as long as this process.
 *
 * @returns the answer to each
 * @throws PoundlockError `DIRECTIVE` for one that cannot be read, `DIRECTIVE_REFUSED` with the gate that refused
 */
export async function applyDirectives(
  { runtime, context }: Pick<Assembly, 'runtime' | 'context'>,
  directives: readonly string[],
): Promise<readonly string[]> {
  const answers: string[] = []
  for (const text of directives) {
    const result = await runtime.direct(text, context, { sender: localSender(), authorised: true })
    if (result === null) {
      throw new PoundlockError(`--directive ${JSON.stringify(text)} is not a directive`, {
        code: 'DIRECTIVE',
        remedy: 'Write /exec host=… security=… ask=… node=…, or /elevated on|off|ask|full.',
      })
    }
    if (!result.ok) {
      throw new PoundlockError(`${text}: ${result.message}`, {
        code: result.refusal === 'malformed' ? 'DIRECTIVE' : 'DIRECTIVE_REFUSED',
      })
    }
    answers.push(result.message)
  }
  return answers
}
