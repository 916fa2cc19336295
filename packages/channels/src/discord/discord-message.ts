import type { ApprovalRequest } from '@poundlock/approvals'
import { BUTTONS, buttonValue, pieces, requestText, TOO_LONG } from '../show/request-text.ts'

/** Source: discord.com/developers/docs: Create Message, Button. */
export const DISCORD_LIMITS = { content: 2000, customId: 100, label: 80 } as const

/** Buttons: 1 blue, 2 grey, 3 green, 4 red. */
const STYLES = { 'allow-once': 3, 'allow-always': 2, deny: 4 } as const

/** Every character that Discord's Markdown reads, with the backslash that makes it one like any other. */
export const escapeDiscord = (text: string): string => text.replaceAll(/[\\`*_~|>#<@:[\]()\-+.!{}/&]/g, '\\$&')

export interface DiscordMessage {
  readonly content: string
  readonly components: readonly object[]
  /** Whether the whole of the command is in it. */
  readonly whole: boolean
}

/** @param answers whether buttons would be heard */
export function discordMessage(request: ApprovalRequest, answers: boolean): DiscordMessage {
  const { shortId, command, rows } = requestText(request)
  const head = `Approval ${shortId}: may this run?\n`
  const details = fenced(pieces(rows.map(([name, value]) => `${name}: ${value}`).join('\n'), 700)[0]!)
  const note = escapeDiscord(TOO_LONG)
  const room = DISCORD_LIMITS.content - head.length - details.length - note.length - 60
  const whole = fenced(command).length <= room
  // Escaped, a text can be twice as long.
  const shown = whole ? fenced(command) : fenced(pieces(command, Math.max(1, Math.floor(room / 2) - 10))[0]!)
  const decisions = BUTTONS.filter(
    ([decision]) => request.decisions.includes(decision) && (whole || decision === 'deny'),
  )
  const buttons = decisions.map(([decision, label]) => ({
    type: 2,
    style: STYLES[decision],
    label,
    custom_id: buttonValue(decision, request.id),
  }))
  return {
    content: `${head}${shown}${whole ? '' : `\n${note} \`poundlock approvals watch\``}\n${details}`.slice(
      0,
      DISCORD_LIMITS.content,
    ),
    components: answers ? [{ type: 1, components: buttons }] : [],
    whole,
  }
}

/** In a fence nothing is read but its end; what holds that is written without one. */
function fenced(text: string): string {
  return text.includes('``') || text.endsWith('`') ? escapeDiscord(text) : `\`\`\`\n${text}\n\`\`\``
}
