import type { ApiMethods } from '@grammyjs/types'
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

/** Milliseconds after a poll that failed; twice as many each time that the next one fails too. */
const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/** What a method takes, as it is published. */
type Arguments<Method extends keyof ApiMethods<never>> = Parameters<ApiMethods<never>[Method]>[0]

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
    if (json?.['ok'] === true) return json['result']
    const moved = asText(below(json, 'parameters', 'migrate_to_chat_id'))
    const description = json?.['description']
    throw refusedBy(what, answer.status, moved === undefined ? description : `the chat is ${moved} now`)
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
      const notice: Arguments<'answerCallbackQuery'> = {
        callback_query_id,
        ...(text !== undefined && { text, show_alert: true }),
      }
      await call('answerCallbackQuery', notice)
      return
    }
    const said = written(below(given, 'message'), take, botName)
    const chat_id = asText(below(given, 'message', 'chat', 'id'))
    if (said === null || chat_id === undefined) return
    // Cut before it is escaped, so that no entity is cut in two.
    const text = escapeHtml(said.slice(0, TELEGRAM_LIMITS.notice))
    const answer: Arguments<'sendMessage'> = { chat_id, text, parse_mode: 'HTML' }
    await call('sendMessage', answer)
  }
  return {
    name: 'telegram',
    async send(to, request) {
      const { text, buttons, whole } = telegramMessage(request)
      const message: Arguments<'sendMessage'> = {
        chat_id: to,
        text,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: buttons },
      }
      const sent = await call('sendMessage', message)
      return { to, message: asText(below(sent, 'message_id')) ?? '', whole }
    },
    async settle({ to, message }, record) {
      // Without a keyboard, the one that was there is gone.
      const text = `<pre>${escapeHtml(settledLine(record))}</pre>`
      const edit: Arguments<'editMessageText'> = {
        chat_id: to,
        message_id: Number(message),
        text,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      }
      await call('editMessageText', edit)
    },
    ...(webhookSecret === undefined
      ? {
          async poll(take, signal, onProblem) {
            let offset = 0
            let failures = 0
            const told = new Set<string>()
            while (!signal.aborted) {
              try {
                const body: Arguments<'getUpdates'> = {
                  offset,
                  timeout: pollSeconds,
                  allowed_updates: ['message', 'callback_query'],
                }
                const updates = await call('getUpdates', body, { timeoutMs: (pollSeconds + 10) * 1000, signal })
                failures = 0
                for (const given of Array.isArray(updates) ? (updates as unknown[]) : []) {
                  const id = Number(below(given, 'update_id'))
                  if (Number.isSafeInteger(id)) offset = Math.max(offset, id + 1)
                  await update(given, take, Date.now())
                }
              } catch (error) {
                if (signal.aborted) return
                if (!(error instanceof ChannelsError)) throw error
                if (!told.has(error.message)) onProblem(error)
                told.add(error.message)
                await pause(Math.min(PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), signal)
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
