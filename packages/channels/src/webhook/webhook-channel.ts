import { randomUUID } from 'node:crypto'
import { readChatCommand } from '@poundlock/approvals'
import { callService, refusedBy } from '../call-service.ts'
import type { Channel } from '../channel.ts'
import { asText, jsonObject, refusal, type IncomingCall } from '../inbound/incoming-call.ts'
import { hmacSha256, isRecent, sameText, SignedOnce } from '../inbound/signed-once.ts'

/** Where requests are posted, and the secret that signs them. */
export interface WebhookOptions {
  /** The key of the signatures in both directions. */
  readonly secret: string
}

/** The signature covers the direction, so that a sent message cannot be sent back. */
const signatureOf = (secret: string, direction: 'out' | 'in', at: string, id: string, body: string | Buffer) =>
  `v1=${hmacSha256(secret, `v1:${direction}:${at}:${id}:`, body)}`

/** Tells any program over HTTP, and takes its answers; each signed, with a time and an id of its own. */
export function webhookChannel({ secret }: WebhookOptions): Channel {
  const once = new SignedOnce()
  const send = async (url: string, event: object): Promise<void> => {
    const [at, id, body] = [String(Math.floor(Date.now() / 1000)), randomUUID(), JSON.stringify(event)]
    const signature = signatureOf(secret, 'out', at, id, body)
    const headers = { 'x-poundlock-timestamp': at, 'x-poundlock-id': id, 'x-poundlock-signature': signature }
    const operation = `webhook: ${hostOf(url)}`
    const { status } = await callService({ operation, url, headers, body })
    if (status < 200 || status > 299) throw refusedBy(operation, status, undefined)
  }
  return {
    name: 'webhook',
    sendsWhole: true,
    async send(to, request) {
      await send(to, { type: 'approval-waiting', request })
      return { to, message: request.id, whole: true }
    },
    async settle({ to, message }, { answer, cancelledAt, usedAt }) {
      await send(to, {
        type: 'approval-settled',
        id: message,
        ...(answer && { answer }),
        ...(cancelledAt !== undefined && { cancelledAt }),
        ...(usedAt !== undefined && { usedAt }),
      })
    },
    async receive(incoming, take) {
      const problem = signatureProblem(incoming, secret, once)
      if (problem !== null) return refusal(401, problem)
      const given = jsonObject(incoming.body)
      const [id, by, reason] = [asText(given?.['id']), asText(given?.['by']), given?.['reason']]
      const read = readChatCommand(`/approve ${id ?? ''} ${asText(given?.['decision']) ?? ''}`)
      if (read?.kind !== 'answer' || by === undefined || (reason !== undefined && typeof reason !== 'string')) {
        return refusal(400, 'expected { "id", "decision": allow-once | allow-always | deny, "by", "reason"? }')
      }
      const reply = take({ approver: by, ...read, ...(reason !== undefined && { reason: reason.slice(0, 2000) }) })
      return reply === null ? refusal(403, 'this person may not answer') : { status: 200, json: { message: reply } }
    },
  }
}

function signatureProblem({ header, body, now }: IncomingCall, secret: string, once: SignedOnce): string | null {
  const [at, id] = [header('x-poundlock-timestamp'), header('x-poundlock-id')]
  const signature = header('x-poundlock-signature')
  if (at === undefined || id === undefined || signature === undefined) return 'it is not signed'
  if (!/^[\w-]{8,128}$/.test(id)) return 'invalid id: expected 8 to 128 letters, digits, _ or -'
  if (!isRecent(at, now)) return 'its signature is too old'
  if (!sameText(signature, signatureOf(secret, 'in', at, id, body))) return 'its signature is wrong'
  return once.take(id, now) ? null : 'it was taken before'
}

/** Not the path: it can be a secret. */
function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'an invalid URL'
  }
}
