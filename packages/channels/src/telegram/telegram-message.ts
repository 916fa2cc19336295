import type { InlineKeyboardButton } from '@grammyjs/types'
import type { ApprovalRequest } from '@poundlock/approvals'
import { buttonsOf, pieces, requestText, TOO_LONG } from '../show/request-text.ts'

/** Source: core.telegram.org/bots/api, sendMessage and InlineKeyboardButton. Text counts after the marks are read. */
export const TELEGRAM_LIMITS = { text: 4096, callbackBytes: 64, notice: 200 } as const

/** Source: core.telegram.org/bots/api#html-style: all that can begin a mark in text. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface TelegramMessage {
  readonly text: string
  readonly buttons: InlineKeyboardButton.CallbackButton[][]
  /** Whether the command, and all that an answer holds for, is in it. */
  readonly whole: boolean
}

/** In `<pre>` and `<code>` nothing is taken for a mention, a link or a command. */
export function telegramMessage(request: ApprovalRequest): TelegramMessage {
  const { shortId, command, bound, notes } = requestText(request)
  const head = `Approval ${shortId}: may this run?`
  const room = TELEGRAM_LIMITS.text - head.length - TOO_LONG.length - 100
  const whole = command.length + bound.length <= room
  const [shown, details] = whole
    ? [command, bound]
    : [pieces(command, Math.floor(room / 2))[0]!, pieces(bound, Math.floor(room / 2))[0]!]
  const left = room - shown.length - details.length
  const more = notes === '' || left < 1 ? '' : `\n${pieces(notes, left)[0]}`
  const note = whole ? '' : `\n${escapeHtml(TOO_LONG)} <code>poundlock approvals watch</code>`
  return {
    text: `${head}\n<pre>${escapeHtml(shown)}</pre>${note}\n<pre>${escapeHtml(`${details}${more}`)}</pre>`,
    buttons: [buttonsOf(request, whole).map(({ label, value }) => ({ text: label, callback_data: value }))],
    whole,
  }
}
