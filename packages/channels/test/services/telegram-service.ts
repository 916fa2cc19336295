import type { Chat, Update, User } from '@grammyjs/types'
import { Arrivals, post, serveHttp, type Answer } from './serve-http.ts'

export const TELEGRAM = {
  botToken: '123:abc',
  chat: '-100',
  botName: 'poundlock_bot',
  webhookSecret: 'telegram-secret',
}

/** What each method takes, of what is sent here. Source: core.telegram.org/bots/api, as in `ApiMethods`. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  sendMessage: ['chat_id', 'text', 'parse_mode', 'link_preview_options', 'reply_markup'],
  editMessageText: ['chat_id', 'message_id', 'text', 'parse_mode', 'link_preview_options', 'reply_markup'],
  answerCallbackQuery: ['callback_query_id', 'text', 'show_alert'],
  getUpdates: ['offset', 'limit', 'timeout', 'allowed_updates'],
}

/** A local Telegram: as far as a bot goes that sends messages with buttons, and it refuses what the real one refuses. */
export async function startTelegram() {
  const messages = new Arrivals<any>()
  const updates = new Arrivals<any>()
  const notices = new Arrivals<any>()
  const queue: any[] = []
  const queries = new Set<string>()
  const floods: number[] = []
  const conflicts: string[] = []
  let last = 0
  let wake = () => undefined as void
  const url = await serveHttp(async ({ path, body }): Promise<Answer> => {
    const refuse = (status: number, description: string) => ({
      status,
      json: { ok: false, error_code: status, description },
    })
    const method = new RegExp(`^/bot${TELEGRAM.botToken}/(\\w+)$`).exec(path)?.[1]
    if (method === undefined) return refuse(401, 'Unauthorized')
    let json: any
    try {
      json = JSON.parse(body)
    } catch {
      return refuse(400, "Bad Request: can't parse JSON")
    }
    const ok = (result: unknown) => ({ json: { ok: true, result } })
    const unknown = Object.keys(json).find((key) => !TAKEN[method]?.includes(key))
    if (unknown !== undefined) return refuse(400, `Bad Request: ${method} does not take ${unknown}`)
    const flood = floods.shift()
    if (flood !== undefined) {
      const description = `Too Many Requests: retry after ${flood}`
      return {
        status: 429,
        json: { ok: false, error_code: 429, description, parameters: { retry_after: flood } },
      }
    }
    const conflict = conflicts.shift()
    if (conflict !== undefined && method === 'getUpdates') return refuse(409, conflict)
    if (method === 'getUpdates') {
      for (let index = queue.length - 1; index >= 0; index--)
        if (queue[index].update_id < json.offset) queue.splice(index, 1)
      if (queue.length === 0 && json.timeout > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, 1000)
        })
      }
      return ok(queue)
    }
    if (method === 'answerCallbackQuery') {
      if (!queries.delete(json.callback_query_id)) return refuse(400, 'Bad Request: query is too old or invalid')
      if ((json.text ?? '').length > 200) return refuse(400, 'Bad Request: MESSAGE_TOO_LONG')
      notices.put(json)
      return ok(true)
    }
    if (String(json.chat_id) !== TELEGRAM.chat) return refuse(400, 'Bad Request: chat not found')
    const plain = readHtml(json.text)
    if (plain === null) return refuse(400, "Bad Request: can't parse entities")
    if (plain === '') return refuse(400, 'Bad Request: message text is empty')
    if (plain.length > 4096) return refuse(400, 'Bad Request: message is too long')
    for (const { text, callback_data } of (json.reply_markup?.inline_keyboard ?? []).flat()) {
      const bytes = Buffer.byteLength(callback_data ?? '')
      if (!text || bytes < 1 || bytes > 64) return refuse(400, 'Bad Request: BUTTON_DATA_INVALID')
    }
    if (method === 'sendMessage') {
      messages.put({ ...json, plain })
      return ok({ message_id: ++last, chat: { id: Number(json.chat_id) } })
    }
    if (method !== 'editMessageText') return refuse(404, 'Not Found')
    if (!Number.isInteger(json.message_id)) return refuse(400, 'Bad Request: message to edit not found')
    updates.put({ ...json, plain })
    return ok(true)
  })
  let next = 100
  return {
    url,
    messages,
    updates,
    notices,
    /** Seconds that it wants to be left alone, one for each of the next calls. */
    floods,
    /** Why the next polls are refused. */
    conflicts,
    /** As an update; the bot is told when it asks. */
    bring(update: object): object {
      const query = (update as any).callback_query?.id
      if (query !== undefined) queries.add(query)
      const whole = { update_id: next++, ...update }
      queue.push(whole)
      wake()
      return whole
    },
  }
}

/** The text of a message in HTML; `null` where a mark is unknown, open, or crossed. */
function readHtml(html: string): string | null {
  const open: string[] = []
  let plain = ''
  for (const [token, slash, name] of html.matchAll(/<(\/?)([a-z]+)>|[^<]+|</g)) {
    if (name === undefined) {
      if (token.includes('<') || token.includes('>') || /&(?!amp;|lt;|gt;|quot;)/.test(token)) return null
      plain += token.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    } else if (!['b', 'i', 'code', 'pre'].includes(name)) return null
    else if (slash === '') open.push(name)
    else if (open.pop() !== name) return null
  }
  return open.length > 0 ? null : plain
}

const CHAT: Chat.SupergroupChat = { id: Number(TELEGRAM.chat), type: 'supergroup', title: 'ops' }
const person = (id: number): User => ({ id, is_bot: false, first_name: 'me' })

export const pressed = (data: string, user = 1) =>
  ({
    callback_query: {
      id: `q${Math.random()}`,
      from: person(user),
      chat_instance: '1',
      message: { message_id: 1, date: 0, chat: CHAT },
      data,
    },
  }) satisfies Omit<Update, 'update_id'>

export const written = (text: string, more: object = {}) => ({
  message: { message_id: 9, date: 1_900_000_000, chat: CHAT, from: person(1), text, ...more },
})

export const bringByHttp = (url: string, update: object, secret = TELEGRAM.webhookSecret) =>
  post(`${url}/telegram`, JSON.stringify(update), {
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': secret,
  })
