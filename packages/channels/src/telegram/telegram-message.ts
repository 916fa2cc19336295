import type { ApprovalRequest } from '@poundlock/approvals'
import { BUTTONS, buttonValue, pieces, requestText, TOO_LONG } from '../show/request-text.ts'

/** Source: core.telegram.org/bots/api, sendMessage and InlineKeyboardButton. Text counts after the marks are read. */
export const TELEGRAM_LIMITS = { text: 4096, callbackBytes: 64, notice: 200 } as const

/** Source: core.telegram.org/bots/api#html-style: all that can begin a mark in text. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface TelegramMessage {
  readonly text: string
  readonly buttons: readonly (readonly { readonly text: string; readonly callback_data: string }[])[]
  /** Whether the whole of the command is in it. */
  readonly whole: boolean
}

/** In `<pre>` and `<code>` nothing is taken for a mention, a link or a command. */
export function telegramMessage(request: ApprovalRequest): TelegramMessage {
  const { shortId, command, rows } = requestText(request)
  const head = `Approval ${shortId}: may this run?`
  const details = pieces(rows.map(([name, value]) => `${name}: ${value}`).join('\n'), 2000)[0]!
  const room = TELEGRAM_LIMITS.text - head.length - details.length - TOO_LONG.length - 100
  const whole = command.length <= room
  const shown = whole ? command : pieces(command, room)[0]!
  const note = whole ? '' : `\n${escapeHtml(TOO_LONG)} <code>poundlock approvals watch</code>`
  const decisions = BUTTONS.filter(
    ([decision]) => request.decisions.includes(decision) && (whole || decision === 'deny'),
  )
  return {
    text: `${head}\n<pre>${escapeHtml(shown)}</pre>${note}\n<pre>${escapeHtml(details)}</pre>`,
    buttons: [decisions.map(([decision, text]) => ({ text, callback_data: buttonValue(decision, request.id) }))],
    whole,
  }
}
