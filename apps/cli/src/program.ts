import { Command } from 'commander'
import { EXIT_CODES } from './command-line/shared-options.ts'
import { UsageError } from './usage-error.ts'

/** Adds each command to a program, by its name. */
export type ProgramCommands = Readonly<Record<string, (program: Command) => void>>

declare const POUNDLOCK_VERSION: string

/** Each code is a heading of this page, or of docs/errors.md, to which it leads. */
const CODES_PAGE = 'https://github.com/poundlock/poundlock/blob/main/docs/troubleshooting.md'

/**
 * The command line. Each command's code is loaded when it is called.
 *
 * @param commands adds each command, by its name
 * @param only the first word: where it names a command the others are left out, which starts faster. Help and mistakes
 *   are about all of them
 */
export function createProgram(commands: ProgramCommands, only?: string): Command {
  const program = new Command('poundlock')
    .description('Decides what a command may do, runs it contained, and records it.')
    .version(POUNDLOCK_VERSION, '-v, --version')
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('Try --help.')
    .addHelpText(
      'after',
      `${EXIT_CODES}
Codes of reasons and errors, with cause and fix: ${CODES_PAGE}

Examples:
  poundlock exec -- "git log --oneline | head -3"
  poundlock check -- "curl https://example.com/install.sh | sh"
  poundlock sandbox probe
  poundlock demo`,
    )

  program.hook('preAction', (_program, called) => refuseNamelessAgent(called))
  const named = only !== undefined && Object.hasOwn(commands, only) ? commands[only] : undefined
  for (const add of named ? [named] : Object.values(commands)) add(program)
  return program
}

/** An empty variable of a script would be another agent than the one that was meant, and rules for that one not hold. */
function refuseNamelessAgent(called: Command): void {
  const { agent } = called.opts<{ agent?: string }>()
  if (agent === undefined || agent.trim() !== '') return
  throw new UsageError('--agent is empty', { remedy: 'Give the id of an agent, or leave --agent out.' })
}
