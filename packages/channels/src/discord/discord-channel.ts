import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readChatCommand } from '@poundlock/approvals'
import type {
  APIMessage,
  RESTPatchAPIChannelMessageJSONBody,
  RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10'
import { callService, refusedBy } from '../call-service.ts'
import type { Channel, TakeAnswer } from '../channel.ts'
import { asText, below, jsonObject, refusal, type IncomingCall, type OutgoingAnswer } from '../inbound/incoming-call.ts'
import { isRecent, SignedOnce } from '../inbound/signed-once.ts'
import { readButton, settledLine } from '../show/request-text.ts'
import { DISCORD_LIMITS, discordMessage, escapeDiscord } from './discord-message.ts'

/** The bot and the channel in Discord. */
export interface DiscordOptions {
  /** The secret of the bot; it is sent to `apiUrl` alone. */
  readonly botToken: string
  /** Of the application, 64 hexadecimal digits; without it, nothing that arrives is taken. */
  readonly publicKey?: string
  /** Another address of the service, such as that of a test. The public one unless set. */
  readonly apiUrl?: string
}

/** Types of interactions and of answers to them. Source: discord.com/developers/docs, Receiving and Responding. */
const PING = 1
const COMMAND = 2
const COMPONENT = 3
const PONG = 1
const MESSAGE = 4
const STAYS_AS_IT_IS = 6
/** Only the person who pressed the button sees the reply. */
const EPHEMERAL = 64
/** No previews of links. */
const SUPPRESS_EMBEDS = 4
const NO_MENTIONS = { parse: [] }
/** Clients without one of this form may be blocked. Source: discord.com/developers/docs, Reference, User Agent. */
const USER_AGENT = 'DiscordBot (https://poundlock.invalid, 1)'

/** What creating and editing a message take alike; the numbers of its enumerations are held against the published ones. */
type MessageBody = Pick<
  RESTPostAPIChannelMessageJSONBody & RESTPatchAPIChannelMessageJSONBody,
  'content' | 'allowed_mentions'
> & { readonly components: readonly object[]; readonly flags?: number }

/**
 * Asks in Discord, with buttons and `/approve`. Source: discord.com/developers/docs, Create Message, Edit Message,
 * Receiving and Responding, Setting Up an Endpoint.
 */
export function discordChannel(options: DiscordOptions): Channel {
  const { botToken, publicKey, apiUrl = 'https://discord.com/api/v10' } = options
  const key = publicKey === undefined ? null : ed25519Key(publicKey)
  const once = new SignedOnce()
  const call = async (operation: string, path: string, given: MessageBody, method: 'POST' | 'PATCH' = 'POST') => {
    const body: MessageBody = { ...given, allowed_mentions: NO_MENTIONS, flags: SUPPRESS_EMBEDS }
    const answer = await callService({
      operation: `discord: ${operation}`,
      url: `${apiUrl}${path}`,
      method,
      headers: { authorization: `Bot ${botToken}`, 'user-agent': USER_AGENT },
      body: JSON.stringify(body),
    })
    const json = jsonObject(answer.text)
    if (answer.status !== 200) throw refusedBy(`discord: ${operation}`, answer.status, json?.['message'])
    return json
  }
  return {
    name: 'discord',
    async send(to, request) {
      const { content, components, whole } = discordMessage(request, key !== null)
      const sent = await call('create message', `/channels/${encodeURIComponent(to)}/messages`, { content, components })
      return { to, message: asText(below(sent, 'id' satisfies keyof APIMessage)) ?? '', whole }
    },
    async settle({ to, message }, record) {
      const path = `/channels/${encodeURIComponent(to)}/messages/${encodeURIComponent(message)}`
      await call('edit message', path, { content: escapeDiscord(settledLine(record)), components: [] }, 'PATCH')
    },
    ...(key && {
      async receive(incoming, take): Promise<OutgoingAnswer> {
        const problem = signatureProblem(incoming, key)
        if (problem !== null) return refusal(401, problem)
        const given = jsonObject(incoming.body)
        if (given?.['type'] === PING) return { status: 200, json: { type: PONG } }
        const id = asText(below(given, 'id'))
        if (id === undefined) return refusal(400, 'it is not an interaction')
        if (!once.take(id, incoming.now)) return refusal(401, 'it was taken before')
        return interaction(given, take)
      },
    }),
  }
}

/** The bytes that stand before a raw key in its DER form. Source: RFC 8410, section 4. */
const ED25519_DER = Buffer.from('302a300506032b6570032100', 'hex')

const ed25519Key = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([ED25519_DER, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' })

/** Ed25519 over the timestamp and the body. */
function signatureProblem({ header, body, now }: IncomingCall, key: KeyObject): string | null {
  const [at, signature] = [header('x-signature-timestamp'), header('x-signature-ed25519')]
  if (at === undefined || signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return 'it is not signed'
  const signed = Buffer.concat([Buffer.from(at), body])
  if (!verify(null, signed, key, Buffer.from(signature, 'hex'))) return 'its signature is wrong'
  return isRecent(at, now) ? null : 'its signature is too old'
}

function interaction(given: unknown, take: TakeAnswer): OutgoingAnswer {
  const approver = asText(below(given, 'member', 'user', 'id')) ?? asText(below(given, 'user', 'id'))
  const isBot = below(given, 'member', 'user', 'bot') === true || below(given, 'user', 'bot') === true
  if (approver === undefined || isBot) return refusal(400, 'no user pressed it')
  const type = below(given, 'type')
  let reply: string | null
  if (type === COMPONENT) {
    const button = readButton(below(given, 'data', 'custom_id'))
    if (!button) return refusal(400, 'it is not a button of ours')
    reply = take({ approver, ...button })
  } else if (type === COMMAND && below(given, 'data', 'name') === 'approve') {
    const read = readChatCommand(
      `/approve ${optionOf(given, 'id')} ${optionOf(given, 'decision')} ${optionOf(given, 'limits')}`,
    )
    reply = read?.kind === 'answer' ? take({ approver, ...read }) : read?.kind === 'usage' ? read.message : null
  } else return refusal(400, 'only buttons and /approve are served')
  if (reply === null && type === COMPONENT) return { status: 200, json: { type: STAYS_AS_IT_IS } }
  return { status: 200, json: { type: MESSAGE, ...notice(reply ?? 'Not accepted.') } }
}

const notice = (reply: string) => ({
  data: {
    content: escapeDiscord(reply.slice(0, DISCORD_LIMITS.content / 2)),
    flags: EPHEMERAL,
    allowed_mentions: NO_MENTIONS,
  },
})

function optionOf(given: unknown, name: string): string {
  const options = below(given, 'data', 'options')
  const found = Array.isArray(options) ? options.find((option) => below(option, 'name') === name) : undefined
  return asText(below(found, 'value')) ?? ''
}
