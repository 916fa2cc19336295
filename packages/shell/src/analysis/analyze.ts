import type { ShellAnalysis } from '../model/analysis.ts'
import { Findings } from '../model/findings.ts'
import { ShellState, type Value } from '../model/state.ts'
import { DEFAULT_MAX_DEPTH, type ParseOptions, parseText } from '../syntax/parse.ts'
import { commandDifference } from '../zsh/command-differences.ts'
import { type Difference, zshDifferences } from '../zsh/differences.ts'
import { walkProcess } from './walker.ts'

/** What to read, and what is known of the shell that will run it. */
export interface AnalyzeOptions extends ParseOptions {
  /** The value of HOME. Without it `~` and `$HOME` are dynamic. */
  readonly home?: string | undefined
  /** The working directory at the start: `.` by default, or an absolute path. */
  readonly cwd?: string | undefined
  /** Variables that surely have these values at the start. Others are unknown, not unset. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /**
   * What a command of plain words surely prints, without the ends of its lines; `null` where that is not certain. Asked
   * about each substitution that holds no more than such a command, with the directory that it starts in: relative to
   * the start or absolute, `null` where that is not certain.
   */
  readonly outputOf?: ((words: readonly string[], directory: string | null) => string | null) | undefined
  /**
   * Whether a folder is there and may be entered: relative to the start or absolute. Asked about the folders that a line
   * moves to before it runs anything, so that no such `cd` fails. Without it each may, and what runs behind it in a list
   * then runs where the line began.
   */
  readonly isFolder?: ((directory: string) => boolean) | undefined
}

/**
 * Says what a shell source would run and touch.
 *
 * When the result is `complete`, bash (or dash, for `posix`) executes nothing that is not in `commands`, each word of
 * `argv` that is not null is exactly what the program gets, and redirections write no file that is not in `effects`.
 * The shell is expected to start with a scrubbed environment and no start-up files, as `executionPlan` makes it.
 * Never throws for any string.
 *
 * @example
 * const analysis = analyzeShell('cd src && timeout 5 wc -l *.ts > ../lines.txt')
 * if (analysis.ok) console.log(analysis.commands.map((command) => command.name)) // ['cd', 'timeout', 'wc']
 */
export function analyzeShell(source: string, options: AnalyzeOptions = {}): ShellAnalysis {
  const dialect = options.dialect ?? 'bash'
  const parsed = parseText(source, dialect, options.maxDepth, options.maxLength)
  if (!parsed.ok) return parsed
  const findings = new Findings(source.length, options)
  const limits = { dialect, maxDepth: options.maxDepth ?? DEFAULT_MAX_DEPTH, depth: 0 }
  walkProcess(findings, parsed, source, limits, none, 'top', () => {
    const { env, home } = options
    const variables = env === undefined && home === undefined ? null : new Map<string, Value>(Object.entries(env ?? {}))
    if (home !== undefined) variables?.set('HOME', home)
    return ShellState.start(variables, options.cwd ?? '.', 'inherit', true)
  })
  const { commands, effects } = findings
  if (dialect === 'zsh') leaveOpen(zshDifferences(parsed.tree, source), findings)
  if (findings.outputsMayRead && (findings.namesOutput || commands.some(({ argv }) => argv.some(mayNameOutput)))) {
    findings.effect('file-write', null, [0, source.length])
  }
  const unresolved = findings.allUnresolved([0, source.length])
  return { ok: true, dialect, complete: unresolved.length === 0, commands, unresolved, effects, tree: parsed.tree }
}

const none: readonly string[] = []

/** What zsh may take for something else than bash. */
function leaveOpen(differences: readonly Difference[], findings: Findings): void {
  for (const { message, span } of differences) findings.unresolve('dialect', message, span)
  for (const command of findings.commands) {
    const message = commandDifference(command)
    if (message !== null) findings.unresolve('dialect', `for zsh ${message}`, command.span)
  }
}

/** A word by which a command may come to an output by its name: `/dev/stdout`, a program for awk(1), `cd /dev`. */
const mayNameOutput = (word: string | null) => word !== null && word.replaceAll('/dev/null', '').includes('dev')
