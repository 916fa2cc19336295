import { visibleText } from '@poundlock/spec'
import { paint, printJson, printLine } from '../output/print.ts'
import { type ExportedRule, exportRules, type RuleTarget } from '../policy-import/export-rules.ts'
import { openReview, type ReviewFlags } from '../review/review-place.ts'

/**
 * `poundlock policy export AGENT`: what is denied and asked about, in another agent's format. Rules that allow are left
 * out: here they let pass what their words mean, and there whatever begins with them.
 */
export async function exportPolicy(target: RuleTarget, flags: ReviewFlags): Promise<void> {
  const review = openReview(flags)
  const { listEntries, listRules } = await import('@poundlock/policy-review')
  const rules: ExportedRule[] = []
  const bound: string[] = []
  let allowed = 0
  for (const { action, rule, words, hasArguments } of listRules(review.layers, review.home, 'main')) {
    if (action === 'allow') allowed += 1
    else if (hasArguments) bound.push(rule.text)
    else
      rules.push({ action, subject: { kind: 'command', words }, ...(rule.reason !== null && { reason: rule.reason }) })
  }
  for (const { key, value } of listEntries(review.layers, 'main')) {
    const [, access, action] = /^tools\.fs\.(read|write)\.(ask|deny)$/.exec(key) ?? []
    if (access !== undefined) {
      const subject = { kind: 'path', access: access as 'read', pattern: value } as const
      rules.push({ action: action as 'ask', subject })
    }
    if (key === 'tools.web.denyDomains') rules.push({ action: 'deny', subject: { kind: 'host', host: value } })
  }
  const { text, left } = exportRules(target, rules)
  if (flags.json) return printJson({ for: target, text, left, withArgumentsLeftOut: bound, allowRulesLeftOut: allowed })
  await printLine(text)
  const { dim } = paint(process.stderr)
  const say = (line: string) => process.stderr.write(`${dim(visibleText(line))}\n`)
  for (const { rule, why } of left) say(`left out: ${rule.action} ${JSON.stringify(rule.subject)}: ${why}`)
  for (const rule of bound) say(`left out: ${rule}: a pattern on its arguments has no counterpart there`)
  if (allowed > 0)
    say(`left out: ${allowed} rules that allow: the agent would let pass every line that begins with their words`)
  say('keep Poundlock in front: its rules see options, wrappers and scripts that a prefix does not')
}
