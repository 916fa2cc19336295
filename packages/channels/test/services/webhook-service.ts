import { createHmac, randomUUID } from 'node:crypto'
import { post } from './serve-http.ts'

/** The signature as docs/approvals-channels.md says. */
export const webhookMac = (secret: string, direction: string, at: string, id: string, body: string) =>
  `v1=${createHmac('sha256', secret).update(`v1:${direction}:${at}:${id}:${body}`).digest('hex')}`

/** Sends an answer as docs/approvals-channels.md says. */
export function sendAsWebhook(
  url: string,
  given: object | string,
  secret: string,
  change: { at?: number; id?: string; key?: string; direction?: string } = {},
) {
  const body = typeof given === 'string' ? given : JSON.stringify(given)
  const at = String(Math.floor((change.at ?? Date.now()) / 1000))
  const id = change.id ?? randomUUID()
  return post(`${url}/webhook`, body, {
    'x-poundlock-timestamp': at,
    'x-poundlock-id': id,
    'x-poundlock-signature': webhookMac(change.key ?? secret, change.direction ?? 'in', at, id, body),
  })
}
