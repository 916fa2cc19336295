import { pathToFileURL } from 'node:url'

/** The part of commander's commands that is read here. */
interface CliCommand {
  readonly commands: readonly CliCommand[]
  name(): string
  description(): string
  configureHelp(options: { helpWidth: number }): unknown
  configureOutput(output: { writeOut(text: string): void }): unknown
  outputHelp(): void
}

interface Program {
  readonly createProgram: (commands: unknown) => CliCommand
}

const WIDTH = 100

/** Every command of the program by its words: `poundlock mcp list`. */
export async function cliCommands(root: string): Promise<ReadonlyMap<string, CliCommand>> {
  const source = new URL('apps/cli/src/', `${pathToFileURL(root).href}/`)
  // The build writes the version in its place.
  Object.assign(globalThis, { POUNDLOCK_VERSION: '' })
  const { createProgram } = (await import(new URL('program.ts', source).href)) as Program
  const { ALL_COMMANDS } = (await import(new URL('command-line/all-commands.ts', source).href)) as {
    ALL_COMMANDS: unknown
  }
  const found = new Map<string, CliCommand>()
  const add = (command: CliCommand, words: string) => {
    found.set(words, command)
    for (const inner of command.commands) if (inner.name() !== 'help') add(inner, `${words} ${inner.name()}`)
  }
  add(createProgram(ALL_COMMANDS), 'poundlock')
  return found
}

function helpOf(command: CliCommand): string {
  let help = ''
  command.configureHelp({ helpWidth: WIDTH })
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  return help
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** The help of every command, as a part of a page. */
export async function cliReference(root: string): Promise<string> {
  const sections = [...(await cliCommands(root))].map(
    ([words, command]) => `## ${words}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``,
  )
  return sections.join('\n\n')
}
