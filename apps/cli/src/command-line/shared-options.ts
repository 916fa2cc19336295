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
    .option('--directive <text>', 'a directive: /exec …, /elevated …; holds for the session', collect)
}

/** Through which gateway; `namedGateway` reads it. */
export const addGatewayOption = (command: Command): Command =>
  command.option('--gateway <name>', 'through a gateway that this user is paired with; local for this machine')

/** For runs without a person. */
export const addNoPrompts = (command: Command): Command =>
  command.option('--no-prompts', 'ask no person: refuse at once, or queue, by approvals.unattended')

/** For options that may be repeated. */
export const collect = (value: string, earlier: string[] | undefined) => [...(earlier ?? []), value]

/** The end of a help text. */
export const examples = (...lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`

/** The end of every command's help. */
export const EXIT_CODES = `
Exit codes: 0 done or allowed, the command's own code when it ran, 2 usage, 64 denied,
65 approval needed or refused, 66 sandbox unavailable, 67 timed out, 68 a try was not applied, 70 internal.`
