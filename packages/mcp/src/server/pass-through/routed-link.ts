import { type MessageId, RpcError, RpcFailure } from '@poundlock/jsonrpc'
import { METHODS } from '../../connection/protocol.ts'
import type { LinkEvents, McpLink } from '../../link/mcp-link.ts'
import { isValues, progressTokenOf, type Values } from '../client-request.ts'
import { META, SERVER_METHODS } from '../stateless.ts'
import { PASSED_NOTICES } from './passed-methods.ts'

/** A user of a link. */
export interface LinkUser {
  tell(method: string, params: Values | undefined): void
}

export interface RoutedRequest {
  /** Of the client's own. */
  readonly id: MessageId
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly longestCallMs: number
}

interface ProgressTarget {
  readonly user: LinkUser
  readonly as: MessageId
  readonly extend: () => void
}

/** Source: JSON-RPC 2.0, section 5.1: errors of the server's own begin here. */
const SERVER_GONE = -32_000

/**
 * A link that clients share without hearing of each other: what the server tells under a name that a client gave goes to
 * that client, under that name.
 */
export class RoutedLink {
  readonly #tokens = new Map<number, ProgressTarget>()
  readonly #subscriptions = new Map<MessageId, ProgressTarget>()
  readonly #owner: LinkUser | undefined
  #link: McpLink | undefined
  #lastToken = 0

  /** @param owner the only user: it gets messages without a recipient */
  constructor(owner?: LinkUser) {
    this.#owner = owner
  }

  attach(link: McpLink): void {
    this.#link = link
  }

  /** @throws RpcFailure what the server answered, or that it did not */
  async request(user: LinkUser, method: string, params: Values, request: RoutedRequest): Promise<Values> {
    const { signal, timeoutMs, longestCallMs } = request
    const wanted = progressTokenOf(params)
    const token = wanted === undefined ? undefined : ++this.#lastToken
    const sent =
      token === undefined ? params : { ...params, _meta: { ...(params['_meta'] as Values), progressToken: token } }
    const limit = new AbortController()
    const timer = Number.isFinite(longestCallMs) ? setTimeout(() => limit.abort(), longestCallMs).unref() : undefined
    let subscription: MessageId | undefined
    try {
      const answer = await this.#link!.request(method, sent, {
        signal: AbortSignal.any([signal, limit.signal]),
        timeoutMs,
        onStart: ({ id, extend }) => {
          if (token !== undefined) this.#tokens.set(token, { user, as: wanted!, extend })
          if (method !== SERVER_METHODS.listen) return
          subscription = id
          this.#subscriptions.set(id, { user, as: request.id, extend })
        },
      })
      if (!isValues(answer)) throw new RpcFailure({ code: SERVER_GONE, message: 'the server answered without values' })
      return subscription === undefined ? answer : renamed(answer, request.id)
    } catch (error) {
      throw asFailure(error)
    } finally {
      clearTimeout(timer)
      if (token !== undefined) this.#tokens.delete(token)
      if (subscription !== undefined) this.#subscriptions.delete(subscription)
    }
  }

  readonly onNotification: LinkEvents['onNotification'] = (method, params) => {
    if (!PASSED_NOTICES.has(method) || (params !== undefined && !isValues(params))) return
    if (method === METHODS.progress) {
      const target = this.#tokens.get(params?.['progressToken'] as number)
      target?.extend()
      return target?.user.tell(method, { ...params, progressToken: target.as })
    }
    const meta = isValues(params?.['_meta']) ? params['_meta'] : {}
    const subscribed = meta[META.subscriptionId]
    if (subscribed !== undefined) {
      const target = this.#subscriptions.get(subscribed as MessageId)
      return target?.user.tell(method, renamed(params!, target.as))
    }
    // A message without a recipient must not reach the client of another user.
    this.#owner?.tell(method, params)
  }
}

/** With the name that the client gave the subscription. */
const renamed = (values: Values, id: MessageId): Values => {
  const meta = isValues(values['_meta']) ? values['_meta'] : {}
  return Object.hasOwn(meta, META.subscriptionId)
    ? { ...values, _meta: { ...meta, [META.subscriptionId]: id } }
    : values
}

export function asFailure(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error
  return new RpcFailure(error.remote ?? { code: SERVER_GONE, message: `the server gave no answer: ${error.message}` })
}
