import { readFileSync } from 'node:fs'
import { quote } from '@poundlock/shell'
import { UsageError } from '../usage-error.ts'

/**
 * The command line that was typed: one word is a line for the shell, several are a program with its arguments, which
 * are quoted so that none of them is read again.
 *
 * @param of the command of ours that it is for, for the advice where there is none
 */
export function commandText(words: readonly string[], of = 'exec'): string {
  refuseBrokenText(words, 'the command')
  const [first] = words
  if (first === undefined || (words.length === 1 && first.trim() === '')) {
    throw new UsageError('there is no command', {
      remedy: `Put it after --, for example: poundlock ${of} -- "git status".`,
    })
  }
  return words.length === 1 ? first : quote(words)
}

/**
 * Node replaces invalid UTF-8 in arguments, and another command would run. The original is only read where a
 * replacement character occurs.
 */
export function refuseBrokenText(words: readonly string[], what: string): void {
  if (!words.some((word) => word.includes('\uFFFD'))) return
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('/proc/self/cmdline'))
  } catch {
    throw new UsageError(`${what} holds bytes that are not UTF-8`, { remedy: 'Put them into a file and name that.' })
  }
}

export function batchOnly(): UsageError {
  return new UsageError('--jsonl reads its commands from lines; there was one on the command line too', {
    remedy: 'Drop one.',
  })
}

/** `NAME=value` words as an environment. */
export function environmentFlags(flags: readonly string[] = []): Record<string, string> {
  const result: Record<string, string> = {}
  for (const flag of flags) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(flag)
    if (!match)
      throw new UsageError(`--env ${JSON.stringify(flag)} is not NAME=value`, { remedy: 'For example: --env LANG=C.' })
    result[match[1]!] = match[2]!
  }
  return result
}

/**
 * Refuses flags that would be taken for said, and change nothing.
 *
 * @param why continues "--flag …"
 */
export function refuseFlags<Flags extends object>(flags: Flags, names: readonly (keyof Flags & string)[], why: string) {
  const given = names.find((name) => flags[name] !== undefined)
  if (given === undefined) return
  const flag = given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`--${flag} ${why}`, { remedy: `Leave --${flag} out.` })
}
