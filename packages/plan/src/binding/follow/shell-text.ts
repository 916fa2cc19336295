import { analyzeShell } from '@poundlock/shell/analysis'
import { createExecutableFinder } from '../../commands/executables.ts'
import { MAX_COMMAND_LENGTH, planAnalyzed } from '../../plan-command.ts'
import { bindLine } from '../bind-line.ts'
import type { FileCollector, FoundText } from '../file-collector.ts'

/** A text is read as if it started in so many folders at most. */
const MAX_PLACES = 4

/** Adds what a text of the shell runs, read as a line is. */
export function followShellText(collector: FileCollector, { text, places, programs, depth }: FoundText): void {
  const { home, path } = collector.context
  const findExecutable = createExecutableFinder([...programs, ...path])
  for (const cwd of places.slice(0, MAX_PLACES)) {
    const analysis = analyzeShell(text, { dialect: 'bash', cwd, home, maxLength: MAX_COMMAND_LENGTH })
    const plan = planAnalyzed(text, analysis, { cwd, home, findExecutable })
    const tree = analysis.ok ? analysis.tree : undefined
    const name = (found: string) => collector.addPresent(found, depth)
    bindLine({ plan, tree, cwd, sets: {} }, collector, { depth, name })
    for (const { resolved } of plan.commands) if (resolved !== null) collector.addProgram(resolved, depth)
  }
}
