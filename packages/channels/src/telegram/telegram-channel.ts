import { readChatCommand } from '@poundlock/approvals'
import { callService, refusedBy } from '../call-service.ts'
import type { Channel, TakeAnswer } from '../channel.ts'
import { ChannelsError } from '../channels-error.ts'
import { asText, below, jsonObject, refusal } from '../inbound/incoming-call.ts'
import { sameText, SignedOnce } from '../inbound/signed-once.ts'
import { readButton, settledLine } from '../show/request-text.ts'
import { escapeHtml, TELEGRAM_LIMITS, telegramMessage } from './telegram-message.ts'

export interface TelegramOptions {
  readonly botToken: string
  /** Without the `@`: where a chat has several bots, commands for another are not ours. */
  readonly botName?: string
  /** Where updates are brought by HTTP; without it they are polled for. */
  readonly webhookSecret?: string
  readonly apiUrl?: string
  /** Seconds that a poll waits. 25 unless set. */
  readonly pollSeconds?: number
}

/** Milliseconds after a poll that failed. */
const PAUSE_MS = 2000

/**
 * Asks in Telegram, with an inline keyboard and `/approve`. Source: core.telegram.org/bots/api, sendMessage,
 * editMessageText, answerCallbackQuery, getUpdates, setWebhook.
 */
export function telegramChannel(options: TelegramOptions): Channel {
  const { botToken, botName, webhookSecret, apiUrl = 'https://api.telegram.org', pollSeconds = 25 } = options
  const once = new SignedOnce()
  const call = async (method: string, body: object, more: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
    const what = `telegram: ${method}`
    const url = `${apiUrl}/bot${botToken}/${method}`
    const answer = await callService({ what, url, body: JSON.stringify(body), ...more })
    const json = jsonObject(answer.text)
    if (json?.['ok'] !== true) throw refusedBy(what, answer.status, json?.['description'])
    return json['result']
  }
  /** One update, from wherever it came. */
  const update = async (given: unknown, take: TakeAnswer, now: number): Promise<void> => {
    const id = asText(below(given, 'update_id'))
    if (id === undefined || !once.take(id, now)) return
    const query = below(given, 'callback_query')
    if (query !== undefined) {
      const said = pressed(query, take)
      const callback_query_id = asText(below(query, 'id'))
      if (callback_query_id === undefined) return
      const text = said?.slice(0, TELEGRAM_LIMITS.notice)
      await call('answerCallbackQuery', { callback_query_id, ...(text !== undefined && { text, show_alert: true }) })
      return
    }
    const said = written(below(given, 'message'), take, botName)
    const chat_id = asText(below(given, 'message', 'chat', 'id'))
    if (said === null || chat_id === undefined) return
    await call('sendMessage', { chat_id, text: escapeHtml(said).slice(0, TELEGRAM_LIMITS.text), parse_mode: 'HTML' })
  }
  return {
    name: 'telegram',
    async send(to, request) {
      const { text, buttons, whole } = telegramMessage(request)
      const sent = await call('sendMessage', {
        chat_id: to,
        text,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: buttons },
      })
      return { to, message: asText(below(sent, 'message_id')) ?? '', whole }
    },
    async settle({ to, message }, record) {
      // Without a keyboard, the one that was there is gone.
      const text = `<pre>${escapeHtml(settledLine(record))}</pre>`
      await call('editMessageText', { chat_id: to, message_id: Number(message), text, parse_mode: 'HTML' })
    },
    ...(webhookSecret === undefined
      ? {
          async poll(take, signal) {
            let offset = 0
            while (!signal.aborted) {
              try {
                const allowed = ['message', 'callback_query']
                const body = { offset, timeout: pollSeconds, allowed_updates: allowed }
                const updates = await call('getUpdates', body, { timeoutMs: (pollSeconds + 10) * 1000, signal })
                for (const given of Array.isArray(updates) ? (updates as unknown[]) : []) {
                  const id = Number(below(given, 'update_id'))
                  if (Number.isSafeInteger(id)) offset = Math.max(offset, id + 1)
                  await update(given, take, Date.now())
                }
              } catch (error) {
                if (signal.aborted) return
                if (!(error instanceof ChannelsError)) throw error
                await pause(PAUSE_MS, signal)
              }
            }
          },
        }
      : {
          async receive({ header, body, now }, take) {
            const secret = header('x-telegram-bot-api-secret-token')
            if (secret === undefined || !sameText(secret, webhookSecret)) return refusal(401, 'the secret is wrong')
            const given = jsonObject(body.toString('utf8'))
            if (!given) return refusal(400, 'it is no JSON object')
            await update(given, take, now)
            return { status: 200 }
          },
        }),
  }
}

/** A button was pressed: who did says the service, not the message. */
function pressed(query: unknown, take: TakeAnswer): string | null {
  const button = readButton(below(query, 'data'))
  const approver = asText(below(query, 'from', 'id'))
  if (!button || approver === undefined || below(query, 'from', 'is_bot') === true) return null
  return take({ approver, ...button })
}

/** `/approve` in a chat. What a bot, a channel or an anonymous administrator writes comes from nobody. */
function written(message: unknown, take: TakeAnswer, botName: string | undefined): string | null {
  const [text, approver] = [below(message, 'text'), asText(below(message, 'from', 'id'))]
  const isPerson = below(message, 'from', 'is_bot') === false && below(message, 'sender_chat') === undefined
  const forwarded = below(message, 'forward_origin') !== undefined || below(message, 'via_bot') !== undefined
  if (typeof text !== 'string' || approver === undefined || !isPerson || forwarded) return null
  const read = readChatCommand(text, botName)
  return read?.kind === 'answer' ? take({ approver, ...read }) : null
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
