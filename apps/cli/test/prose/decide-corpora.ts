/** Decides rows of the corpora, and prints what programs may go by: everything of a decision but its sentences. */
import { readFileSync } from 'node:fs'
import type { PolicyDecision } from '@poundlock/policy'
import { someOf } from '@poundlock/tooling/tries'
import { decisionAbout, type Row } from '../decide-row.ts'

/** One row in so many of the long corpora. */
const STEP = 7

const read = (name: string) => readFileSync(new URL(`../corpus/${name}`, import.meta.url), 'utf8')
const rowsOf = (name: string) =>
  read(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
const policies = JSON.parse(read('held-out-policies.json')) as Record<string, Row['policy']>
const sampled = ['held-out', 'blind', 'blind-2', 'blind-3', 'blind-4', 'blind-5', 'blind-6', 'blind-7'].flatMap(
  (name) =>
    someOf(rowsOf(`${name}.jsonl`))
      .filter((_, index) => index % STEP === 0)
      .map(({ policy, ...row }) => ({ ...row, policy: typeof policy === 'string' ? policies[policy]! : policy })),
)
const rows = [...rowsOf('decisions.jsonl'), ...sampled].filter(({ command }) => command !== undefined)

for (const row of rows) process.stdout.write(`${JSON.stringify([row.id, row.command, bones(decisionAbout(row))])}\n`)

/** A decision without its sentences. */
function bones({ decision, reasons, trace, commands, fix, covered }: PolicyDecision): object {
  const step = ({ code, layer, rule, source, effect }: PolicyDecision['reasons'][number]) => [
    code,
    layer,
    rule,
    source,
    effect?.kind,
    effect?.path,
  ]
  return {
    decision,
    covered,
    reasons: reasons.map(step),
    trace: trace.map((one) => [one.decision, ...step(one)]),
    // What stands in the place of a rule for what was granted is for people.
    commands: commands.map(({ rule, ...command }) => [command, command.granted ? null : rule]),
    fix: fix.map(({ key, value, at }) => [key, value, at]),
  }
}
