import { generateKeyPairSync, sign } from 'node:crypto'
import { Arrivals, post, serveHttp, type Answer } from './serve-http.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

export const DISCORD = {
  botToken: 'discord-bot-token',
  chat: '4444',
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
}

/** A local Discord: as far as messages with buttons go, and it refuses what the real one refuses. */
export async function startDiscord() {
  const messages = new Arrivals<any>()
  const updates = new Arrivals<any>()
  let last = 0
  const url = await serveHttp(({ method, path, headers, body }): Answer => {
    const refuse = (status: number, code: number, message: string) => ({ status, json: { code, message } })
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
      rows.length > 5 ||
      rows.some((row) => row.type !== 1 || row.components.length < 1 || row.components.length > 5) ||
      ids.size !== buttons.length ||
      buttons.some(
        ({ type, label, custom_id: id }) => type !== 2 || label.length > 80 || id.length < 1 || id.length > 100,
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
export function sendAsDiscord(url: string, interaction: object, change: { at?: number; signature?: string } = {}) {
  const body = JSON.stringify(interaction)
  const at = String(Math.floor((change.at ?? Date.now()) / 1000))
  const signature = sign(null, Buffer.from(at + body), privateKey).toString('hex')
  return post(`${url}/discord`, body, {
    'content-type': 'application/json',
    'x-signature-timestamp': at,
    'x-signature-ed25519': change.signature ?? signature,
  })
}

let last = 0
export const component = (customId: string, user = '77') => ({
  id: String(++last),
  type: 3,
  data: { custom_id: customId, component_type: 2 },
  member: { user: { id: user } },
})

export const command = (id: string, decision: string, user = '77', limits = '') => ({
  id: String(++last),
  type: 2,
  data: {
    name: 'approve',
    options: [
      { name: 'id', value: id },
      { name: 'decision', value: decision },
      ...(limits === '' ? [] : [{ name: 'limits', value: limits }]),
    ],
  },
  user: { id: user },
})
