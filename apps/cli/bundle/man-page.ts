import type { Argument, Command, Option } from 'commander'

const SITE = 'https://github.com/poundlock/poundlock'

/** Characters that roff reads as its own. */
const ROFF_NAMES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  '~': '\\(ti',
  '^': '\\(ha',
  '`': '\\(ga',
  '…': '...',
}

/** The manual page of the program: roff with the macros of man(7), made from the table of commands. */
export function manPage(program: Command, version: string): string {
  const lines = [
    `.TH POUNDLOCK 1 "" ${quoted(`poundlock ${version}`)} "User Commands"`,
    '.SH NAME',
    'poundlock \\- decides what a command may do, runs it contained, and records it',
    '.SH SYNOPSIS',
    '.B poundlock',
    '.I COMMAND',
    '[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]',
    '.SH DESCRIPTION',
    text(program.description()),
    '.PP',
    text('Each command explains itself with --help. What --json prints has a schema: poundlock schema.'),
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...visibleCommands(program).flatMap((command) => commandLines(command, [])),
    ...EXIT_STATUS,
    ...SURROUNDINGS,
    '.SH SEE ALSO',
    '.UR ' + SITE,
    text('Documentation, with a cause and a fix for each code of a refusal'),
    '.UE',
  ]
  return `${lines.join('\n')}\n`
}

const EXIT_STATUS = [
  '.SH EXIT STATUS',
  ...[
    ['0', 'Done, or allowed.'],
    ['1', 'A tool could not do it, or a server or gateway cannot be used.'],
    ['2', 'Wrong usage or configuration; nothing ran.'],
    ['64', 'Denied.'],
    ['65', 'An approval is needed, or was refused.'],
    ['66', 'The sandbox is unavailable.'],
    ['67', 'Timed out.'],
    ['68', 'A try was not applied.'],
    ['70', 'A fault in Poundlock.'],
  ].flatMap(([code = '', meaning = '']) => ['.TP', `.B ${code}`, text(meaning)]),
  '.PP',
  text("When a command ran, its own exit status is the program's."),
]

const SURROUNDINGS = [
  '.SH ENVIRONMENT',
  ...[
    ['POUNDLOCK_HOME', 'The folder of the configuration, the approvals and the record, instead of ~/.poundlock.'],
    ['POUNDLOCK_TRACE', 'Show where a fault in Poundlock happened.'],
    ['NO_COLOR', 'No colours.'],
  ].flatMap(([name = '', meaning = '']) => ['.TP', `.B ${name}`, text(meaning)]),
  '.SH FILES',
  ...[
    ['~/.poundlock/poundlock.json', 'The configuration. poundlock policy schema prints its JSON Schema.'],
    ['~/.poundlock/exec-approvals.json', 'What the owner of this host allows.'],
    ['~/.poundlock/audit/', 'The record of decisions and runs.'],
  ].flatMap(([path = '', meaning = '']) => ['.TP', `.I ${escaped(path)}`, text(meaning)]),
]

/** A command and those below it; a group has no lines of its own. */
function commandLines(command: Command, above: readonly string[]): readonly string[] {
  const path = [...above, command.name()]
  const inner = visibleCommands(command).flatMap((each) => commandLines(each, path))
  if (command.commands.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0)
    return inner
  const words = [`\\fBpoundlock ${escaped(path.join(' '))}\\fR`, ...command.registeredArguments.map(argumentText)]
  return [
    `.SS ${quoted(words.join(' '))}`,
    sentence(command.description()),
    ...command.registeredArguments.flatMap((argument) =>
      argument.description === '' ? [] : ['.TP', argumentText(argument), sentence(argument.description)],
    ),
    ...command.options.flatMap(optionLines),
    ...inner,
  ]
}

const visibleCommands = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')

const argumentText = (argument: Argument): string => {
  const name = `\\fI${escaped(argument.name())}\\fR${argument.variadic ? '...' : ''}`
  return argument.required ? name : `[${name}]`
}

function optionLines(option: Option): readonly string[] {
  const choices = option.argChoices ? ` One of: ${option.argChoices.join(', ')}.` : ''
  return ['.TP', `\\fB${escaped(option.flags)}\\fR`, text(`${upper(option.description)}.${choices}`)]
}

/** As a sentence begins; a value such as `allow-once` or an address stays as it is typed. */
const upper = (words: string) => (/^\w+[-:/]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1))

const sentence = (words: string) => text(`${upper(words)}.`)

function escaped(words: string): string {
  return words.replaceAll(/[\\\-~^`…]/g, (character) => ROFF_NAMES[character]!)
}

/** A line that begins with a dot or a quote would be a request. */
function text(words: string): string {
  return escaped(words).replace(/^(?=[.'])/, '\\&')
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', '\\(dq')}"`
}
