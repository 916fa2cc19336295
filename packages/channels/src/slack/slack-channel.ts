import { readChatCommand } from '@poundlock/approvals'
import { callService, refusedBy } from '../call-service.ts'
import type { Channel } from '../channel.ts'
import { asText, below, jsonObject, refusal, type IncomingCall, type OutgoingAnswer } from '../inbound/incoming-call.ts'
import { hmacSha256, isRecent, sameText, SignedOnce } from '../inbound/signed-once.ts'
import { readButton, settledLine } from '../show/request-text.ts'
import { escapeSlack, plain, slackMessage } from './slack-message.ts'

/** The app and the channel in Slack. */
export interface SlackOptions {
  /** The secret of the bot; it is sent to `apiUrl` alone. */
  readonly botToken: string
  /** Of the app; without it, nothing that arrives is taken. */
  readonly signingSecret?: string
  /** Another address of the service, such as that of a test. The public one unless set. */
  readonly apiUrl?: string
}

/**
 * Asks in Slack, with buttons and `/approve`. Source: docs.slack.dev, chat.postMessage, chat.update, Handling user
 * interaction, Verifying requests from Slack.
 */
export function slackChannel(options: SlackOptions): Channel {
  const { botToken, signingSecret, apiUrl = 'https://slack.com/api' } = options
  const once = new SignedOnce()
  const call = async (method: string, body: object): Promise<unknown> => {
    const operation = `slack: ${method}`
    const answer = await callService({
      operation,
      url: `${apiUrl}/${method}`,
      headers: { authorization: `Bearer ${botToken}` },
      body: JSON.stringify(body),
    })
    const json = jsonObject(answer.text)
    if (answer.status !== 200 || json?.['ok'] !== true) throw refusedBy(operation, answer.status, json?.['error'])
    return json
  }
  return {
    name: 'slack',
    async send(to, request) {
      const { text, blocks, whole } = slackMessage(request, signingSecret !== undefined)
      const quiet = { unfurl_links: false, unfurl_media: false, mrkdwn: false }
      const sent = await call('chat.postMessage', { channel: to, text, blocks, ...quiet })
      return { to: asText(below(sent, 'channel')) ?? to, message: asText(below(sent, 'ts')) ?? '', whole }
    },
    async settle({ to, message }, record) {
      const text = escapeSlack(settledLine(record))
      const blocks = [plain(settledLine(record)), plain(record.request.id)]
      await call('chat.update', { channel: to, ts: message, text, blocks })
    },
    ...(signingSecret !== undefined && {
      async receive(incoming, take): Promise<OutgoingAnswer> {
        const problem = signatureProblem(incoming, signingSecret, once)
        if (problem !== null) return refusal(401, problem)
        const form = new URLSearchParams(incoming.body.toString('utf8'))
        const names = [...form.keys()]
        if (new Set(names).size < names.length) return refusal(400, 'a field stands twice')
        const payload = form.get('payload')
        return payload === null ? command(form, take) : interaction(payload, take, apiUrl)
      },
    }),
  }
}

/** Source: Verifying requests from Slack: HMAC-SHA256 of `v0:<timestamp>:<body>` with the signing secret. */
function signatureProblem({ header, body, now }: IncomingCall, secret: string, once: SignedOnce): string | null {
  const [at, signature] = [header('x-slack-request-timestamp'), header('x-slack-signature')]
  if (at === undefined || signature === undefined) return 'it is not signed'
  if (!isRecent(at, now)) return 'its signature is too old'
  if (!sameText(signature, `v0=${hmacSha256(secret, `v0:${at}:`, body)}`)) return 'its signature is wrong'
  return once.take(signature, now) ? null : 'it was taken before'
}

type Take = Parameters<NonNullable<Channel['receive']>>[1]

/**
 * Handles a button press. Slack does not show the response to it: the reply goes to the URL in the call. Source:
 * docs.slack.dev, Handling user interaction, Message responses.
 */
function interaction(text: string, take: Take, apiUrl: string): OutgoingAnswer {
  const payload = jsonObject(text)
  if (payload?.['type'] !== 'block_actions') return refusal(400, 'only block_actions are served')
  const button = readButton(below(payload, 'actions', 0, 'value'))
  const approver = asText(below(payload, 'user', 'id'))
  if (!button || approver === undefined) return refusal(400, 'it is not a button of ours')
  const reply = take({ approver, ...button })
  const url = responseUrl(payload['response_url'], apiUrl)
  // The message itself stays as it is, and is changed once the request is settled.
  if (reply === null || url === null) return { status: 200 }
  const body = JSON.stringify({ response_type: 'ephemeral', replace_original: false, text: escapeSlack(reply) })
  return { status: 200, after: () => callService({ operation: 'slack: response_url', url, body }) }
}

const RESPONSE_HOSTS = ['https://hooks.slack.com', 'https://hooks.slack-gov.com']

/** The URL for a reply to the person who pressed a button; `null` where it is not Slack's. */
function responseUrl(given: unknown, apiUrl: string): string | null {
  if (typeof given !== 'string' || !URL.canParse(given)) return null
  const { origin } = new URL(given)
  return [...RESPONSE_HOSTS, new URL(apiUrl).origin].includes(origin) ? given : null
}

/** `/approve <id> <decision>`. */
function command(form: URLSearchParams, take: Take): OutgoingAnswer {
  const approver = form.get('user_id')
  if (form.get('command') === null || approver === null) return refusal(400, 'it is not a command')
  const read = readChatCommand(`/approve ${form.get('text') ?? ''}`)
  const reply = read?.kind === 'answer' ? take({ approver, ...read }) : read?.kind === 'usage' ? read.message : null
  return reply === null
    ? { status: 200 }
    : { status: 200, json: { response_type: 'ephemeral', text: escapeSlack(reply) } }
}
