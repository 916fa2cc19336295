import type { ApprovalRequest } from '@poundlock/approvals'
import { BUTTONS, buttonValue, pieces, requestText, TOO_LONG } from '../show/request-text.ts'

/** Source: docs.slack.dev, Block Kit: section, actions, button. */
export const SLACK_LIMITS = { section: 3000, blocks: 50, button: 75, value: 2000, action: 255, text: 4000 } as const

/** Of 50 blocks, so many are left to the command. */
const COMMAND_SECTIONS = 10

/**
 * The three characters that Slack reads: with them written as entities there is no mention, no link and no channel in a
 * text. Source: docs.slack.dev, Formatting message text.
 */
export const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text is not read for marks such as `*` and fences; nothing of a command can be one. */
const plain = (text: string) => ({
  type: 'section',
  text: { type: 'plain_text', text: escapeSlack(text), emoji: false },
})

export interface SlackMessage {
  /** For notifications and screen readers. */
  readonly text: string
  readonly blocks: readonly object[]
  /** Whether the whole of the command is in it. */
  readonly whole: boolean
}

/** @param answers whether buttons would be heard */
export function slackMessage(request: ApprovalRequest, answers: boolean): SlackMessage {
  const { shortId, command, rows } = requestText(request)
  // Entities take more room than what they stand for.
  const parts = pieces(command, Math.floor(SLACK_LIMITS.section / 5))
  const whole = parts.length <= COMMAND_SECTIONS * 3
  const shown = whole ? mergeParts(parts) : [parts[0]!]
  const details = rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  const decisions = BUTTONS.filter(
    ([decision]) => request.decisions.includes(decision) && (whole || decision === 'deny'),
  )
  const buttons = decisions.map(([decision, label]) => ({
    type: 'button',
    action_id: `poundlock-${decision}`,
    text: { type: 'plain_text', text: label },
    value: buttonValue(decision, request.id),
    ...(decision === 'deny' ? { style: 'danger' } : decision === 'allow-once' ? { style: 'primary' } : {}),
  }))
  return {
    text: escapeSlack(`Approval ${shortId} is asked for by agent ${rows.find(([name]) => name === 'agent')![1]}`),
    blocks: [
      plain(`Approval ${shortId}: may this run?`),
      ...shown.map(plain),
      ...(whole ? [] : [plain(`${TOO_LONG} poundlock approvals watch`)]),
      ...pieces(details, Math.floor(SLACK_LIMITS.section / 5)).map(plain),
      ...(answers ? [{ type: 'actions', block_id: `poundlock-${request.id}`, elements: buttons }] : []),
    ].slice(0, SLACK_LIMITS.blocks),
    whole,
  }
}

/** As few sections as hold the pieces, each within its limit also when it is escaped. */
function mergeParts(parts: readonly string[]): readonly string[] {
  const merged: string[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last !== undefined && escapeSlack(last + part).length <= SLACK_LIMITS.section)
      merged[merged.length - 1] = last + part
    else merged.push(part)
  }
  return merged
}
