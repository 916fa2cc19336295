import type { ApprovalRequest } from '@poundlock/approvals'
import { buttonsOf, pieces, requestText, TOO_LONG } from '../show/request-text.ts'

/** Source: discord.com/developers/docs: Create Message, Button. */
export const DISCORD_LIMITS = { content: 2000, customId: 100, label: 80 } as const

/** Buttons: 1 blue, 2 grey, 3 green, 4 red. */
const STYLES = { 'allow-once': 3, 'allow-always': 2, deny: 4 } as const

/** Every character that Discord's Markdown reads, with the backslash that makes it one like any other. */
export const escapeDiscord = (text: string): string => text.replaceAll(/[\\`*_~|>#<@:[\]()\-+.!{}/&]/g, '\\$&')

export interface DiscordMessage {
  readonly content: string
  readonly components: readonly object[]
  /** Whether the command, and all that an answer holds for, is in it. */
  readonly whole: boolean
}

/** @param answers whether the channel receives button presses */
export function discordMessage(request: ApprovalRequest, answers: boolean): DiscordMessage {
  const { shortId, command, bound, notes } = requestText(request)
  const head = `Approval ${shortId}: may this run?\n`
  const note = escapeDiscord(TOO_LONG)
  const room = DISCORD_LIMITS.content - head.length - note.length - 60
  const whole = fenced(command).length + fenced(bound).length <= room
  // Escaped, a text can be twice as long.
  const half = Math.max(1, Math.floor(room / 4) - 10)
  const [shown, details] = whole
    ? [fenced(command), fenced(bound)]
    : [fenced(pieces(command, half)[0]!), fenced(pieces(bound, half)[0]!)]
  const left = Math.floor((room - shown.length - details.length) / 2) - 10
  const more = notes === '' || left < 1 ? '' : `\n${fenced(pieces(notes, left)[0]!)}`
  const buttons = buttonsOf(request, whole).map(({ decision, label, value }) => ({
    type: 2,
    style: STYLES[decision],
    label,
    custom_id: value,
  }))
  return {
    content: `${head}${shown}${whole ? '' : `\n${note} \`poundlock approvals watch\``}\n${details}${more}`,
    components: answers ? [{ type: 1, components: buttons }] : [],
    whole,
  }
}

/**
 * In a fence only its end has a meaning. Text that contains one is quoted line by line, so that no line looks like one
 * of ours.
 */
function fenced(text: string): string {
  if (!text.includes('``') && !text.endsWith('`')) return `\`\`\`\n${text}\n\`\`\``
  return text
    .split('\n')
    .map((line) => `> ${escapeDiscord(line)}`)
    .join('\n')
}
