import { commandProblem } from '@poundlock/runtime/host'
import type { ExecInput } from '@poundlock/spec/tools'
import { approvalAsker } from '../approvals/asker.ts'
import { EXIT } from '../exit-code.ts'
import { assemble } from '../host/assemble.ts'
import { batchOnly, commandText, refuseFlags } from '../input/command-text.ts'
import { execInput, type ExecFlags } from '../input/exec-input.ts'
import { decisionText } from '../output/print-decision.ts'
import { printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import { answerOf, checkBatch } from './check-batch.ts'

export interface CheckFlags extends ExecFlags {
  readonly jsonl?: string
}

/** What `--jsonl` has no use for. */
const OF_ONE_COMMAND = [
  'host',
  'approvals',
  'cwd',
  'env',
  'workspace',
  'config',
  'agent',
  'session',
  'directive',
] as const

/** `poundlock check`: decides and explains, and never runs the command. */
export async function check(words: readonly string[], flags: CheckFlags): Promise<void> {
  if (flags.jsonl !== undefined) {
    if (words.length > 0) throw batchOnly()
    refuseFlags(flags, OF_ONE_COMMAND, 'is for one command; each line of a batch holds what it is decided by')
    return checkBatch(flags.jsonl)
  }
  const command = commandText(words, 'check')
  const input = execInput(command, flags)
  const problem = commandProblem(command)
  if (problem !== null) throw new UsageError(problem, { remedy: 'Nothing was decided.' })
  // Decided as at this terminal.
  const ask = approvalAsker({ terminal: true, abortSignal: new AbortController().signal })
  const assembly = await assemble(flags, { looks: true, ask })
  const { runtime, context } = assembly
  if (flags.directive) await (await import('../host/directives.ts')).applyDirectives(assembly, flags.directive)
  const { decision, request, unavailable, status } = await runtime.check(input as ExecInput, context)
  if (flags.json) await printJson(answerOf(decision, request))
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
