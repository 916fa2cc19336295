import type { ShellAnalysis } from '../model/analysis.ts'
import type { Dialect } from '../syntax/tree.ts'
import { isAmong } from '../syntax/word-list.ts'

/** How to start what was analysed. */
export interface ExecutionPlan {
  /** The program to start. */
  readonly file: string
  /** Its arguments, without its own name. */
  readonly args: readonly string[]
  /** The environment given in the options, without what would make a shell run or read more than the text. */
  readonly env: Readonly<Record<string, string>>
}

/** Where the shell is, and what it may see. */
export interface ExecutionPlanOptions {
  /** Default: the dialect of the analysis, else `bash`. */
  readonly dialect?: Dialect | undefined
  /** Absolute path of the shell. Default `/bin/bash`, or `/bin/dash` for `posix`. */
  readonly shellPath?: string | undefined
  /** The environment to scrub. Default: none. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/**
 * Variables that change how a shell reads or runs its text. Sources: bash(1), Shell Variables and INVOCATION; dash(1).
 * `UID` and `EUID` are numbers only where the environment does not hold them, and `PWD` may know the working directory
 * by another name, which `cd ..` goes by.
 */
const SHELL_VARIABLES =
  'BASH_ENV ENV SHELLOPTS BASHOPTS POSIXLY_CORRECT BASH_COMPAT PS4 PROMPT_COMMAND CDPATH IFS GLOBIGNORE EXECIGNORE ' +
  'BASH_LOADABLES_PATH BASH_XTRACEFD BASH_ARGV0 FUNCNEST TEXTDOMAIN TEXTDOMAINDIR TIMEFORMAT UID EUID PWD OLDPWD'

/**
 * How to run a source so that what was analysed is what executes: the shell of the dialect without start-up files and
 * with the text as its `-c`, or the program itself when the text is one command with an absolute path and static words.
 * A refused or incomplete analysis gives a plan too: it may still be approved for exactly that text.
 *
 * @example
 * executionPlan(analyzeShell('make -j4'), 'make -j4')
 * // { file: '/bin/bash', args: ['--norc', '--noprofile', '-c', '--', 'make -j4'], env: {} }
 */
export function executionPlan(
  analysis: ShellAnalysis,
  source: string,
  options: ExecutionPlanOptions = {},
): ExecutionPlan {
  const env = scrubbed(options.env ?? {})
  const direct = directArguments(analysis)
  const [file, ...args] = direct ?? []
  if (file !== undefined) return { file, args, env }
  const dialect = options.dialect ?? (analysis.ok ? analysis.dialect : 'bash')
  if (dialect === 'posix') return { file: options.shellPath ?? '/bin/dash', args: ['-c', '--', source], env }
  return { file: options.shellPath ?? '/bin/bash', args: ['--norc', '--noprofile', '-c', '--', source], env }
}

/** In another character set, the bytes of a character may hold a backslash or a quote of the text that follows. */
const PLAIN_LOCALE = /^(?:|C|POSIX|[\w.]+\.(?:UTF-8|utf8)(?:@\w+)?)$/

function scrubbed(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        !isAmong(SHELL_VARIABLES, name) &&
        !name.startsWith('BASH_FUNC_') &&
        (!/^(?:LANG|LC_ALL|LC_CTYPE)$/.test(name) || PLAIN_LOCALE.test(value)),
    ),
  )
}

/** The words of a source that is nothing but one static command with an absolute path; else null. */
function directArguments(analysis: ShellAnalysis): readonly string[] | null {
  if (!analysis.ok || !analysis.complete || analysis.tree.statements.length !== 1) return null
  const statement = analysis.tree.statements[0]
  const pipeline = statement?.pipelines[0]
  const command = pipeline?.commands[0]
  if (statement?.pipelines.length !== 1 || statement.background) return null
  if (pipeline?.commands.length !== 1 || pipeline.prefixes.length > 0 || command?.type !== 'simple') return null
  if (command.assignments.length > 0 || command.redirections.length > 0) return null
  const argv = analysis.commands[0]?.argv
  if (argv?.[0]?.startsWith('/') !== true || argv.includes(null)) return null
  return argv as readonly string[]
}
