import type { ApiMethods } from '@grammyjs/types'
import { readChatCommand } from '@poundlock/approvals'
import { callService, refusedBy } from '../call-service.ts'
import type { TakeAnswer } from '../channel.ts'
import { ChannelsError } from '../channels-error.ts'
import { asText, below, jsonObject } from '../inbound/incoming-call.ts'
import { SignedOnce } from '../inbound/signed-once.ts'
import { readButton } from '../show/request-text.ts'
import { escapeHtml, TELEGRAM_LIMITS } from './telegram-message.ts'
import type { TelegramOptions } from './telegram-options.ts'

/** Milliseconds after a poll that failed; twice as many each time that the next one fails too. */
const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/** The parameters of a method, as it is published. */
export type Arguments<Method extends keyof ApiMethods<never>> = Parameters<ApiMethods<never>[Method]>[0]

/** Calls methods of the service, and takes what people press and write. */
export class TelegramBot {
  readonly #options: TelegramOptions
  readonly #once = new SignedOnce()

  constructor(options: TelegramOptions) {
    this.#options = options
  }

  /** @throws ChannelsError */
  async call(
    method: string,
    body: object,
    more: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const { botToken, apiUrl = 'https://api.telegram.org' } = this.#options
    const operation = `telegram: ${method}`
    const url = `${apiUrl}/bot${botToken}/${method}`
    const answer = await callService({ operation, url, body: JSON.stringify(body), ...more })
    const json = jsonObject(answer.text)
    if (json?.['ok'] === true) return json['result']
    const moved = asText(below(json, 'parameters', 'migrate_to_chat_id'))
    const description = json?.['description']
    throw refusedBy(operation, answer.status, moved === undefined ? description : `the chat is ${moved} now`)
  }

  /** One update, from wherever it came. */
  async takeUpdate(given: unknown, take: TakeAnswer, now: number): Promise<void> {
    const id = asText(below(given, 'update_id'))
    if (id === undefined || !this.#once.take(id, now)) return
    const query = below(given, 'callback_query')
    if (query !== undefined) {
      const reply = pressed(query, take)
      const callback_query_id = asText(below(query, 'id'))
      if (callback_query_id === undefined) return
      const text = reply?.slice(0, TELEGRAM_LIMITS.notice)
      const notice: Arguments<'answerCallbackQuery'> = {
        callback_query_id,
        ...(text !== undefined && { text, show_alert: true }),
      }
      await this.call('answerCallbackQuery', notice)
      return
    }
    const reply = written(below(given, 'message'), take, this.#options.botName)
    const chat_id = asText(below(given, 'message', 'chat', 'id'))
    if (reply === null || chat_id === undefined) return
    // Cut before it is escaped, so that no entity is cut in two.
    const text = escapeHtml(reply.slice(0, TELEGRAM_LIMITS.notice))
    const answer: Arguments<'sendMessage'> = { chat_id, text, parse_mode: 'HTML' }
    await this.call('sendMessage', answer)
  }

  /**
   * Looks for updates until the signal aborts. @param onProblem called with the reason why none arrive, once for each
   * reason
   */
  async poll(take: TakeAnswer, signal: AbortSignal, onProblem: (error: unknown) => void): Promise<void> {
    const { pollSeconds = 25 } = this.#options
    let offset = 0
    let failures = 0
    const warned = new Set<string>()
    while (!signal.aborted) {
      try {
        const body: Arguments<'getUpdates'> = {
          offset,
          timeout: pollSeconds,
          allowed_updates: ['message', 'callback_query'],
        }
        const updates = await this.call('getUpdates', body, { timeoutMs: (pollSeconds + 10) * 1000, signal })
        failures = 0
        for (const given of Array.isArray(updates) ? (updates as unknown[]) : []) {
          const id = Number(below(given, 'update_id'))
          if (Number.isSafeInteger(id)) offset = Math.max(offset, id + 1)
          await this.takeUpdate(given, take, Date.now())
        }
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ChannelsError)) throw error
        if (!warned.has(error.message)) onProblem(error)
        warned.add(error.message)
        await pause(Math.min(PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), signal)
      }
    }
  }
}

/** A button was pressed: who did says the service, not the message. */
function pressed(query: unknown, take: TakeAnswer): string | null {
  const button = readButton(below(query, 'data'))
  const approver = asText(below(query, 'from', 'id'))
  if (!button || approver === undefined || below(query, 'from', 'is_bot') === true) return null
  return take({ approver, ...button })
}

/**
 * Handles `/approve` in a chat. Messages of a bot, a channel or an anonymous administrator have no sender that could
 * approve.
 */
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
