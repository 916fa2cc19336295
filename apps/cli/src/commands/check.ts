import { commandProblem } from '@poundlock/runtime'
import type { ExecInput } from '@poundlock/spec'
import { EXIT } from '../exit-code.ts'
import { decisionText } from '../output/print-decision.ts'
import { printJson, printLine } from '../output/print.ts'
import { assemble } from '../setup/assemble.ts'
import { batchOnly, commandText } from '../setup/command-text.ts'
import { UsageError } from '../usage-error.ts'
import { answerOf, checkBatch } from './check-batch.ts'
import { execInput, type ExecFlags } from './exec.ts'

export interface CheckFlags extends ExecFlags {
  readonly jsonl?: string
}

/** `poundlock check`: decides and explains, and never runs the command. */
export async function check(words: readonly string[], flags: CheckFlags): Promise<void> {
  if (flags.jsonl !== undefined) {
    if (words.length > 0) throw batchOnly()
    return checkBatch(flags.jsonl)
  }
  const command = commandText(words)
  const input = execInput(command, flags)
  const problem = commandProblem(command)
  if (problem !== null) throw new UsageError(problem, 'Nothing was decided.')
  const assembly = assemble(flags, { looks: true })
  const { runtime, context } = assembly
  if (flags.directive) await (await import('../setup/directives.ts')).applyDirectives(assembly, flags.directive)
  const { decision, line, unavailable, status } = await runtime.check(input as ExecInput, context)
  if (flags.json) await printJson(answerOf(decision, { plan: line.plan }))
  else {
    await printLine(decisionText(command, decision))
    if (unavailable) {
      await printLine('  but it would not run: this machine cannot contain it')
      for (const reason of status?.fallbackReasons ?? []) await printLine(`    ${reason}`)
    }
  }
  process.exitCode = { allow: unavailable ? EXIT.unavailable : EXIT.done, ask: EXIT.unapproved, deny: EXIT.denied }[
    decision.decision
  ]
}
