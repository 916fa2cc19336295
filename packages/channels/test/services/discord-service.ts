import { generateKeyPairSync, sign } from 'node:crypto'
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  InteractionType,
  Locale,
  MessageFlags,
  type APIApplicationCommandInteractionDataStringOption,
  type APIInteractionGuildMember,
  type APIMessageComponentButtonInteraction,
  type APIUser,
} from 'discord-api-types/v10'
import { Arrivals, post, serveHttp, type Answer } from './serve-http.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

export const DISCORD = {
  botToken: 'discord-bot-token',
  chat: '4444',
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
}

/** Of what a message is made, of what is sent here. */
const TAKEN: readonly string[] = ['content', 'components', 'allowed_mentions', 'flags']

/** What an interaction can be answered with here: nothing that opens a form or is promised for later. */
const ANSWERS: readonly number[] = [
  InteractionResponseType.Pong,
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.DeferredMessageUpdate,
]

/** A local Discord: as far as messages with buttons go, and it refuses what the real one refuses. */
export async function startDiscord() {
  const messages = new Arrivals<any>()
  const updates = new Arrivals<any>()
  let last = 0
  const url = await serveHttp(({ method, path, headers, body }): Answer => {
    const refuse = (status: number, code: number, message: string) => ({ status, json: { code, message } })
    if (!/^DiscordBot \(https:\/\/\S+, \S+\)/.test(String(headers['user-agent']))) return refuse(403, 40_333, 'blocked')
    if (headers.authorization !== `Bot ${DISCORD.botToken}`) return refuse(401, 0, '401: Unauthorized')
    let json: any
    try {
      json = JSON.parse(body)
    } catch {
      return refuse(400, 50_109, 'The request body contains invalid JSON.')
    }
    const [, chat, message] = /^\/channels\/(\d+)\/messages(?:\/(\d+))?$/.exec(path) ?? []
    if (chat !== DISCORD.chat) return refuse(404, 10_003, 'Unknown Channel')
    const rows: any[] = json.components ?? []
    const buttons = rows.flatMap((row) => row.components)
    const ids = new Set(buttons.map((button) => button.custom_id))
    const wrong =
      json.content.length < 1 ||
      json.content.length > 2000 ||
      json.flags !== MessageFlags.SuppressEmbeds ||
      Object.keys(json).some((key) => !TAKEN.includes(key)) ||
      rows.length > 5 ||
      rows.some(
        (row) => row.type !== ComponentType.ActionRow || row.components.length < 1 || row.components.length > 5,
      ) ||
      ids.size !== buttons.length ||
      buttons.some(
        ({ type, style, label, custom_id: id }) =>
          type !== ComponentType.Button ||
          !(style in ButtonStyle) ||
          style === ButtonStyle.Link ||
          label.length > 80 ||
          id.length < 1 ||
          id.length > 100,
      )
    if (wrong) return refuse(400, 50_035, 'Invalid Form Body')
    if (method === 'POST' && message === undefined) {
      messages.put(json)
      return { json: { id: String(++last), channel_id: chat } }
    }
    if (method !== 'PATCH' || message === undefined) return refuse(405, 0, '405: Method Not Allowed')
    updates.put(json)
    return { json: { id: message } }
  })
  return { url, messages, updates }
}

/** Sends as Discord does: signed with its key. */
export async function sendAsDiscord(
  url: string,
  interaction: object,
  change: { at?: number; signature?: string } = {},
) {
  const body = JSON.stringify(interaction)
  const at = String(Math.floor((change.at ?? Date.now()) / 1000))
  const signature = sign(null, Buffer.from(at + body), privateKey).toString('hex')
  const answer = await post(`${url}/discord`, body, {
    'content-type': 'application/json',
    'x-signature-timestamp': at,
    'x-signature-ed25519': change.signature ?? signature,
  })
  if (answer.status === 200 && !ANSWERS.includes(answer.json.type)) throw new Error(`no answer: ${answer.json.type}`)
  return answer
}

let last = 0
const from = (id: string): APIUser => ({ id, username: 'me', discriminator: '0', global_name: null, avatar: null })
const envelope = () => ({
  id: String(++last),
  application_id: '1',
  token: 'a token of the interaction',
  version: 1 as const,
  channel_id: DISCORD.chat,
  app_permissions: '0',
  locale: Locale.EnglishUS,
  entitlements: [],
})

/** A button was pressed in a server. */
export const component = (customId: string, user = '77') => ({
  ...envelope(),
  type: InteractionType.MessageComponent,
  data: {
    custom_id: customId,
    component_type: ComponentType.Button,
  } satisfies APIMessageComponentButtonInteraction['data'],
  member: {
    user: from(user),
    roles: [],
    joined_at: '2030-01-01T00:00:00.000000+00:00',
    deaf: false,
    mute: false,
    permissions: '0',
  } satisfies Omit<APIInteractionGuildMember, 'flags'>,
})

const option = (name: string, value: string): APIApplicationCommandInteractionDataStringOption => ({
  name,
  type: ApplicationCommandOptionType.String,
  value,
})

/** `/approve` was written to the bot itself. */
export const command = (id: string, decision: string, user = '77', limits = '') => ({
  ...envelope(),
  type: InteractionType.ApplicationCommand,
  data: {
    id: '5',
    type: ApplicationCommandType.ChatInput,
    name: 'approve',
    options: [option('id', id), option('decision', decision), ...(limits === '' ? [] : [option('limits', limits)])],
  },
  user: from(user),
})
