import { completionScript, type CompletionEntry, type ShellName } from '../output/completion-script.ts'
import { printLine } from '../output/print.ts'
import { createProgram, type ProgramCommands } from '../program.ts'

type Program = ReturnType<typeof createProgram>

/** `poundlock completion SHELL`: the script, made of the table of commands. */
export const printCompletion = (shell: ShellName, commands: ProgramCommands): Promise<void> =>
  printLine(completionScript(shell, entriesOf(createProgram(commands))))

/** Every command by its words, with what can follow it. */
export function entriesOf(program: Program, path: readonly string[] = []): readonly CompletionEntry[] {
  const words = [
    ...visibleCommands(program).map((command) => ({ word: command.name(), text: command.description() })),
    ...program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices.map((word) => ({ word, text: '' }))),
    ...program.options.map(({ long, description }) => ({ word: long ?? '', text: description })),
    { word: '--help', text: 'display help for command' },
  ].filter(({ word }) => word !== '')
  return [
    { path, words },
    ...visibleCommands(program).flatMap((command) => entriesOf(command, [...path, command.name()])),
  ]
}

const visibleCommands = (program: Program) =>
  program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help')
