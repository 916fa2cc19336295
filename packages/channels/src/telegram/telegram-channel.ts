import type { Channel } from '../channel.ts'
import { asText, below, jsonObject, refusal } from '../inbound/incoming-call.ts'
import { sameText } from '../inbound/signed-once.ts'
import { settledLine } from '../show/request-text.ts'
import { type Arguments, TelegramBot } from './telegram-bot.ts'
import { escapeHtml, telegramMessage } from './telegram-message.ts'
import type { TelegramOptions } from './telegram-options.ts'

/**
 * Asks in Telegram, with an inline keyboard and `/approve`. Source: core.telegram.org/bots/api, sendMessage,
 * editMessageText, answerCallbackQuery, getUpdates, setWebhook.
 */
export function telegramChannel(options: TelegramOptions): Channel {
  const { webhookSecret } = options
  const bot = new TelegramBot(options)
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
      const sent = await bot.call('sendMessage', message)
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
      await bot.call('editMessageText', edit)
    },
    ...(webhookSecret === undefined
      ? { poll: (take, signal, onProblem) => bot.poll(take, signal, onProblem) }
      : {
          async receive({ header, body, now }, take) {
            const secret = header('x-telegram-bot-api-secret-token')
            if (secret === undefined || !sameText(secret, webhookSecret)) return refusal(401, 'the secret is wrong')
            const given = jsonObject(body)
            if (!given) return refusal(400, 'it is not a JSON object')
            await bot.takeUpdate(given, take, now)
            return { status: 200 }
          },
        }),
  }
}
