import { quote } from '@poundlock/shell'
import { UsageError } from '../usage-error.ts'

/**
 * The command line that was typed: one word is a line for the shell, several are a program with its arguments, which
 * are quoted so that none of them is read again.
 */
export function commandText(words: readonly string[]): string {
  const [first] = words
  if (first === undefined || (words.length === 1 && first.trim() === '')) {
    throw new UsageError('there is no command', 'Put it after --, for example: poundlock exec -- "git status".')
  }
  return words.length === 1 ? first : quote(words)
}

/** `NAME=value` words as an environment. */
export function environmentFlags(flags: readonly string[] = []): Record<string, string> {
  const result: Record<string, string> = {}
  for (const flag of flags) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(flag)
    if (!match) throw new UsageError(`--env ${JSON.stringify(flag)} is not NAME=value`, 'For example: --env LANG=C.')
    result[match[1]!] = match[2]!
  }
  return result
}
