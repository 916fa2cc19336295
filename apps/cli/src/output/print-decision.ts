import type { PolicyDecision } from '@poundlock/policy'
import { remedies } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { paint } from './print.ts'

/** A decision for a person: the answer, the reasons, the decision for each command, and what would allow it. */
export function decisionText(
  command: string,
  decision: PolicyDecision,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const { bold, dim, decisions } = paint(stream)
  const lines = [`${decisions[decision.decision](bold(decision.decision))}  ${shownCommand(command)}`]
  for (const reason of decision.reasons) {
    const source = reason.source === undefined || reason.source === 'default' ? '' : dim(`  ${reason.source}`)
    lines.push(`  because ${visibleText(reason.message)} ${dim(`[${reason.code}]`)}${source}`)
  }
  for (const entry of decision.commands) {
    const name = entry.name === null ? '‹only known at run time›' : visibleText(entry.name)
    const rule = entry.rule === null ? '' : `  rule "${entry.rule}"`
    const path = entry.resolved === null ? '' : ` ${visibleText(entry.resolved)}`
    lines.push(`  command ${name}${dim(`${path}  ${entry.decision}${rule}`)}`)
  }
  for (const remedy of remedies(decision.fix)) lines.push(`  ${visibleText(remedy)}`)
  return lines.join('\n')
}

/** Every line of it behind a mark, so that none of them passes for one of ours. */
function shownCommand(command: string): string {
  return visibleText(command, { newlines: 'keep' }).replaceAll('\n', '\n  │ ')
}
