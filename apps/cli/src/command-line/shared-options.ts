import type { Command } from 'commander'

/** Where a command works. */
export function addLocationOptions(command: Command): Command {
  return command
    .option('--workspace <folder>', 'the folder that commands may write')
    .option('--config <file>', "instead of the user's poundlock.json")
    .option('--json', 'as JSON')
}

/** For whom a call is made. */
export function addCaller(command: Command): Command {
  return command
    .option('--agent <id>', 'for this agent; main unless named')
    .option('--session <key>', 'in this session; main unless named')
    .option('--directive <text>', 'a directive: /exec …, /elevated …; holds for this process', collect)
}

/** For options that may be repeated. */
export const collect = (value: string, earlier: string[] | undefined) => [...(earlier ?? []), value]

/** The end of a help text. */
export const examples = (...lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
