import { createHmac, randomUUID } from 'node:crypto'
import { Arrivals, post, serveHttp } from './serve-http.ts'

export const SLACK = { botToken: 'xoxb-test', signingSecret: 'slack signing secret', chat: 'C0123' }

/** A local Slack: as far as chat.postMessage and chat.update go, and it refuses what the real one refuses. */
export async function startSlack() {
  const messages = new Arrivals<any>()
  const updates = new Arrivals<any>()
  const said = new Arrivals<any>()
  const sent = new Set<string>()
  const url = await serveHttp(({ method, path, headers, body }) => {
    const refuse = (error: string) => ({ json: { ok: false, error } })
    if (method !== 'POST') return refuse('method_not_supported')
    // The URL that comes with a pressed button: who has it may say something there, with no token.
    if (path.startsWith('/actions/')) {
      if (headers.authorization !== undefined) return refuse('a token was given away')
      said.put(JSON.parse(body))
      return { json: { ok: true } }
    }
    if (headers.authorization === undefined) return refuse('not_authed')
    if (headers.authorization !== `Bearer ${SLACK.botToken}`) return refuse('invalid_auth')
    if (!String(headers['content-type']).startsWith('application/json')) return refuse('invalid_post_type')
    let json: any
    try {
      json = JSON.parse(body)
    } catch {
      return refuse('json_not_object')
    }
    if (json.channel !== SLACK.chat) return refuse('channel_not_found')
    const problem = blocksProblem(json)
    if (problem !== null) return refuse(problem)
    if (path === '/chat.postMessage') {
      const ts = `${sent.size + 1}.000100`
      sent.add(ts)
      messages.put({ ...json, ts })
      return { json: { ok: true, channel: json.channel, ts } }
    }
    if (path !== '/chat.update') return refuse('unknown_method')
    if (!sent.has(json.ts)) return refuse('message_not_found')
    updates.put(json)
    return { json: { ok: true, channel: json.channel, ts: json.ts } }
  })
  return { url, messages, updates, said }
}

function blocksProblem({ text, blocks }: any): string | null {
  if (typeof text !== 'string' || text === '') return 'no_text'
  if (text.length > 40_000) return 'msg_too_long'
  if (!Array.isArray(blocks) || blocks.length > 50) return 'invalid_blocks'
  const isText = (given: any, most: number) =>
    ['plain_text', 'mrkdwn'].includes(given?.type) &&
    typeof given.text === 'string' &&
    given.text.length > 0 &&
    given.text.length <= most
  const actions = new Set<string>()
  for (const block of blocks) {
    if (block.type === 'section' && isText(block.text, 3000)) continue
    if (block.type !== 'actions' || block.elements.length < 1 || block.elements.length > 25) return 'invalid_blocks'
    for (const { type, text: label, value, action_id } of block.elements) {
      if (type !== 'button' || !isText(label, 75) || label.type !== 'plain_text') return 'invalid_blocks'
      if (value.length > 2000 || action_id.length > 255 || actions.has(action_id)) return 'invalid_blocks'
      actions.add(action_id)
    }
  }
  return null
}

/** What Slack would take for a mention, a channel or a link. */
export const slackMarks = (message: unknown): readonly string[] =>
  textsOf(message).flatMap((text) => text.match(/<[^>]*>?|&(?!amp;|lt;|gt;)/g) ?? [])

/** What a person reads. */
export const slackText = (message: any): string =>
  message.blocks
    .flatMap((block: any) => (block.text ? [block.text.text] : []))
    .join('\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const textsOf = (value: any): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === 'text' && typeof inner === 'string' ? [inner] : textsOf(inner),
      )

export interface Signing {
  readonly at?: number
  readonly secret?: string
  readonly signature?: string
}

/** Sends as Slack does: signed, as a form. */
export function sendAsSlack(url: string, form: Record<string, string>, signing: Signing = {}) {
  const body = new URLSearchParams(form).toString()
  const at = String(Math.floor((signing.at ?? Date.now()) / 1000))
  const mac = createHmac('sha256', signing.secret ?? SLACK.signingSecret)
    .update(`v0:${at}:${body}`)
    .digest('hex')
  return post(`${url}/slack`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': at,
    'x-slack-signature': signing.signature ?? `v0=${mac}`,
  })
}

/** A button was pressed. Source: docs.slack.dev, block_actions payload. */
export const pressInSlack = (url: string, value: string, user = 'U1', signing?: Signing, responseUrl = '') =>
  sendAsSlack(
    url,
    {
      payload: JSON.stringify({
        type: 'block_actions',
        user: { id: user, username: 'U1', name: 'U1', team_id: 'T1' },
        api_app_id: 'A1',
        token: 'an old token that says nothing',
        container: { type: 'message', message_ts: '1.000100', channel_id: SLACK.chat, is_ephemeral: false },
        trigger_id: randomUUID(),
        team: { id: 'T1', domain: 'ops' },
        enterprise: null,
        is_enterprise_install: false,
        channel: { id: SLACK.chat, name: 'ops' },
        message: { type: 'message', ts: '1.000100', text: 'Approval' },
        state: { values: {} },
        response_url: responseUrl,
        actions: [
          {
            type: 'button',
            action_id: 'poundlock',
            block_id: 'b',
            text: { type: 'plain_text', text: 'x' },
            value,
            action_ts: '1',
          },
        ],
      }),
    },
    signing,
  )

export const writeInSlack = (url: string, text: string, user = 'U1', signing?: Signing) =>
  sendAsSlack(
    url,
    {
      command: '/approve',
      text,
      user_id: user,
      user_name: 'U1',
      team_id: 'T1',
      channel_id: SLACK.chat,
      api_app_id: 'A1',
      response_url: 'https://hooks.slack.com/commands/T1/1/x',
      trigger_id: randomUUID(),
    },
    signing,
  )
