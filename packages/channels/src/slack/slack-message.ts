import type { ApprovalRequest } from '@poundlock/approvals'
import type { ActionsBlock, Button, KnownBlock, SectionBlock } from '@slack/types'
import { buttonsOf, pieces, requestText, TOO_LONG } from '../show/request-text.ts'

/** Source: docs.slack.dev, Block Kit: section, actions, button. */
export const SLACK_LIMITS = { section: 3000, blocks: 50, button: 75, value: 2000, action: 255, text: 4000 } as const

/** Of 50 blocks, so many at most are for each part; the rest is for what we say ourselves. */
const SECTIONS = { command: 30, bound: 8, notes: 5 } as const

/**
 * The three characters that Slack reads: with them written as entities there is no mention, no link and no channel in a
 * text. Source: docs.slack.dev, Formatting message text.
 */
export const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Plain text has no markup such as `*` and fences, so a command cannot contain any. It is expanded from the start: the
 * end of a command must not be hidden behind "see more".
 */
export const plain = (text: string): SectionBlock => ({
  type: 'section',
  text: { type: 'plain_text', text: escapeSlack(text), emoji: false },
  expand: true,
})

export interface SlackMessage {
  /** For notifications and screen readers. */
  readonly text: string
  readonly blocks: KnownBlock[]
  /** Whether the command, and all that an answer holds for, is in it. */
  readonly whole: boolean
}

/** @param answers whether the channel receives button presses */
export function slackMessage(request: ApprovalRequest, answers: boolean): SlackMessage {
  const { shortId, command, agent, bound, notes } = requestText(request)
  // An entity is longer than its character.
  const sectionsOf = (text: string) => pieces(text, Math.floor(SLACK_LIMITS.section / 5))
  const [commandParts, boundParts] = [sectionsOf(command), sectionsOf(bound)]
  const whole = commandParts.length <= SECTIONS.command && boundParts.length <= SECTIONS.bound
  const elements = buttonsOf(request, whole).map(({ name, label, value, decision }): Button => ({
    type: 'button',
    action_id: `poundlock-${name}`,
    text: { type: 'plain_text', text: label },
    value,
    ...(decision === 'deny' ? { style: 'danger' } : decision === 'allow-once' ? { style: 'primary' } : {}),
  }))
  const actions: ActionsBlock = { type: 'actions', block_id: `poundlock-${request.id}`, elements }
  return {
    text: escapeSlack(`Approval ${shortId} is asked for by agent ${agent}`),
    blocks: [
      plain(`Approval ${shortId}: may this run?`),
      ...mergeParts(whole ? commandParts : commandParts.slice(0, 1)).map(plain),
      ...(whole ? [] : [plain(`${TOO_LONG} poundlock approvals watch`)]),
      ...mergeParts(boundParts.slice(0, SECTIONS.bound)).map(plain),
      ...(notes === '' ? [] : mergeParts(sectionsOf(notes).slice(0, SECTIONS.notes)).map(plain)),
      ...(answers ? [actions] : []),
    ],
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
