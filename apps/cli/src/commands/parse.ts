import { quote, type Dialect } from '@poundlock/shell'
import { analyzeShell, type AnalyzedShell, type ShellAnalysis } from '@poundlock/shell/analysis'
import { visibleText } from '@poundlock/spec'
import { EXIT } from '../exit-code.ts'
import { batchOnly, commandText } from '../input/command-text.ts'
import { answerJsonLines } from '../input/json-lines.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { treeLines } from '../output/syntax-tree.ts'
import { UsageError } from '../usage-error.ts'

export interface ParseFlags {
  readonly json?: boolean
  readonly jsonl?: string
  readonly dialect?: Dialect
}

/** `poundlock parse`: how the shell would read a line. Exit code 0 when it can be read, 65 when it is refused. */
export async function parse(words: readonly string[], flags: ParseFlags): Promise<void> {
  if (flags.jsonl !== undefined) {
    if (words.length > 0) throw batchOnly()
    return answerJsonLines(flags.jsonl, (row) => parseRow(row, flags.dialect))
  }
  const source = commandText(words, 'parse')
  const analysis = analyzeShell(source, flags.dialect ? { dialect: flags.dialect } : {})
  // With the tree, which lines of a batch do without.
  if (flags.json) await printJson(analysis.ok ? { ...answerOf(analysis), tree: analysis.tree } : analysis)
  else await printReadable(analysis, source)
  if (!analysis.ok) process.exitCode = EXIT.unapproved
}

function parseRow(row: Record<string, unknown>, fallback: Dialect = 'bash'): object {
  const { command, dialect = fallback } = row
  if (typeof command !== 'string') throw new UsageError('command: expected a string', { remedy: '' })
  if (dialect !== 'bash' && dialect !== 'posix' && dialect !== 'zsh') {
    throw new UsageError('dialect: expected "bash", "posix" or "zsh"', { remedy: '' })
  }
  return answerOf(analyzeShell(command, { dialect }))
}

function answerOf(analysis: ShellAnalysis) {
  if (!analysis.ok) return analysis
  const { ok, complete, commands, unresolved, effects } = analysis
  return { ok, complete, commands, unresolved, effects }
}

async function printReadable(analysis: ShellAnalysis, source: string): Promise<void> {
  const { bold, dim, bad } = paint()
  if (!analysis.ok) {
    const { code, message, span } = analysis.refusal
    return printLine(`${bad('refused')} ${visibleText(message)} ${dim(`(${code}, at ${span[0]})`)}`)
  }
  await printLine(`${bold(analysis.complete ? 'complete' : 'not complete')}: ${summary(analysis)}`)
  for (const command of analysis.commands) {
    const argv = command.argv.map((word) => (word === null ? '‹dynamic›' : visibleText(quote([word]))))
    const through = command.wrappers.length > 0 ? ` through ${visibleText(command.wrappers.join(' → '))}` : ''
    await printLine(
      `  ${command.join.padEnd(10)} ${bold(visibleText(command.name ?? '‹dynamic›'))} ${argv.slice(1).join(' ')} ${dim(`${command.context}${through}`)}`,
    )
  }
  for (const { kind, path } of analysis.effects) {
    await printLine(`  effect     ${kind} ${visibleText(path ?? '‹dynamic›')}`)
  }
  for (const { message } of analysis.unresolved) await printLine(`  unresolved ${visibleText(message)}`)
  await printLine(bold('tree'))
  for (const line of treeLines(analysis.tree, source)) await printLine(line)
}

const summary = ({ commands }: AnalyzedShell) =>
  commands.length === 1 ? 'one command would run' : `${commands.length} commands would run`
