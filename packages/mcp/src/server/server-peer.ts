import { RPC_ERROR_CODES, type MessageId, type Params, RpcFailure } from '@poundlock/jsonrpc'
import { METHODS } from '../connection/protocol.ts'
import { askByRequest, callWithoutSession, questionsByRequest } from './client-calls.ts'
import type { ClientPeer, PeerRequest, ToClient } from './client-peer.ts'
import {
  type ClientSide,
  invalidParams,
  isStateless,
  isValues,
  progressTokenOf,
  readInitialize,
  readLogLevel,
  readStatelessClient,
  readToolCall,
  SERVED_REVISIONS,
  type Values,
  valuesOf,
} from './client-request.ts'
import { LOG_LEVELS, type LogLevel } from './log-level.ts'
import { pageTools } from './page-tools.ts'
import { ProgressNotices } from './progress-notices.ts'
import type { McpServed, ServedCall } from './served.ts'
import { META, SERVER_METHODS } from './stateless.ts'
import type { SuspendedCalls } from './suspended-calls.ts'
import { wireResult } from './wire-result.ts'

/**
 * The server's half of the protocol for one client: with the handshake of the revisions until 2025-11-25, and without it
 * as since 2026-07-28, whichever way the client speaks.
 */
export class ServerPeer implements ClientPeer {
  readonly #served: McpServed
  readonly #suspended: SuspendedCalls
  readonly #session: string
  readonly #isOneRequest: boolean
  readonly #subscriptions = new Map<MessageId, () => void>()
  #connection: ToClient | undefined
  #client: ClientSide | undefined
  #logLevel: LogLevel = UNSAID_LOG_LEVEL

  constructor(
    served: McpServed,
    options: { readonly session: string; readonly suspended: SuspendedCalls; readonly isOneRequest?: boolean },
  ) {
    this.#served = served
    this.#suspended = options.suspended
    this.#session = options.session
    this.#isOneRequest = options.isOneRequest === true
  }

  get revision(): string | undefined {
    return this.#client?.revision
  }

  attach(connection: ToClient): void {
    this.#connection = connection
  }

  async answer(method: string, params: Params | undefined, request: PeerRequest): Promise<unknown> {
    if (isStateless(params)) return this.#answerStateless(method, valuesOf(params), request)
    if (method === METHODS.ping) return {}
    if (method === METHODS.initialize) return this.#introduce(valuesOf(params))
    const client = this.#client
    switch (method) {
      case METHODS.listTools:
        introduced(client, method)
        return pageTools(await this.#served.tools(this.#session), valuesOf(params)['cursor'])
      case METHODS.callTool:
        return this.#call(introduced(client, method), valuesOf(params), request)
      case SERVER_METHODS.setLevel:
        introduced(client, method)
        this.#logLevel = readLogLevel(valuesOf(params))
        return {}
      default:
        throw RpcFailure.methodNotFound(method)
    }
  }

  /** No notification of a client is needed. */
  notified(): void {}

  toolsChanged(): void {
    if (this.#client) this.#notify(METHODS.toolsChanged)
    for (const id of this.#subscriptions.keys()) this.#notify(METHODS.toolsChanged, { _meta: subscription(id) })
  }

  close(): void {
    for (const end of this.#subscriptions.values()) end()
    this.#subscriptions.clear()
    if (!this.#isOneRequest) this.#served.sessionEnded?.(this.#session)
  }

  #introduce(params: Values): Values {
    if (this.#client) {
      throw new RpcFailure({
        code: RPC_ERROR_CODES.invalidRequest,
        message: 'Invalid request: it was initialized already',
      })
    }
    this.#client = readInitialize(params)
    const { info, instructions } = this.#served
    return {
      protocolVersion: this.#client.revision,
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo: info,
      ...(instructions !== undefined && { instructions }),
    }
  }

  async #answerStateless(method: string, params: Values, request: PeerRequest): Promise<unknown> {
    const client = readStatelessClient(params)
    const { info, instructions } = this.#served
    const whole = (result: Values) => ({ resultType: 'complete', ...result, _meta: { [META.serverInfo]: info } })
    const uncached = { ttlMs: 0, cacheScope: 'private' }
    switch (method) {
      case SERVER_METHODS.discover:
        return whole({
          supportedVersions: SERVED_REVISIONS,
          capabilities: { tools: { listChanged: true }, logging: {} },
          serverInfo: info,
          ...(instructions !== undefined && { instructions }),
          ...uncached,
        })
      case METHODS.listTools:
        return whole({ ...pageTools(await this.#served.tools(this.#session), params['cursor']), ...uncached })
      case METHODS.callTool:
        return this.#callStateless(client, params, request, whole)
      case SERVER_METHODS.listen:
        return this.#listen(params, request, whole)
      default:
        throw RpcFailure.methodNotFound(method)
    }
  }

  async #call(client: ClientSide, params: Values, { signal }: PeerRequest): Promise<Values> {
    const ask = askByRequest(client, this.#connection!, signal)
    const questions = questionsByRequest(client, this.#connection!, signal)
    const progress = this.#progressOf(params)
    try {
      const call = this.#servedCall(client, params, { signal, progress, logLevel: this.#logLevel, ask, questions })
      return wireResult(await this.#served.call(call))
    } finally {
      progress?.end()
    }
  }

  async #callStateless(
    client: ClientSide & { readonly logLevel: LogLevel | null },
    params: Values,
    request: PeerRequest,
    whole: (result: Values) => Values,
  ): Promise<Values> {
    const progress = this.#progressOf(params)
    try {
      return await callWithoutSession(params, request, {
        client,
        suspended: this.#suspended,
        make: async (live) => {
          const call = this.#servedCall(client, params, {
            ...live,
            progress,
            logLevel: client.logLevel,
            questions: null,
          })
          return whole(wireResult(await this.#served.call(call)))
        },
      })
    } finally {
      progress?.end()
    }
  }

  #servedCall(
    client: ClientSide,
    params: Values,
    live: Pick<ServedCall, 'signal' | 'ask' | 'questions'> & {
      readonly progress: ProgressNotices | undefined
      readonly logLevel: LogLevel | null
    },
  ): ServedCall {
    const { signal, ask, questions, progress, logLevel } = live
    return {
      ...readToolCall(params),
      session: this.#session,
      client: client.name,
      signal,
      ask,
      questions,
      wantsProgress: progress !== undefined,
      onProgress: (text) => progress?.add(text),
      onNotice: (level, text) => {
        if (logLevel === null || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return
        this.#notify(SERVER_METHODS.message, { level, logger: this.#served.info.name, data: text })
      },
    }
  }

  #progressOf(params: Values): ProgressNotices | undefined {
    const progressToken = progressTokenOf(params)
    if (progressToken === undefined) return undefined
    return new ProgressNotices((progress) => this.#notify(METHODS.progress, { progressToken, ...progress }))
  }

  /** Goes on until the client gives it up, or we end. */
  async #listen(params: Values, { id, signal }: PeerRequest, whole: (result: Values) => Values): Promise<Values> {
    const { notifications } = params
    if (!isValues(notifications)) throw invalidParams('notifications: expected an object')
    const toolsListChanged = notifications['toolsListChanged'] === true
    this.#notify(SERVER_METHODS.acknowledged, {
      _meta: subscription(id),
      notifications: { ...(toolsListChanged && { toolsListChanged }) },
    })
    await new Promise<void>((resolve) => {
      if (toolsListChanged) this.#subscriptions.set(id, resolve)
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    this.#subscriptions.delete(id)
    return whole({})
  }

  #notify(method: string, params?: Values): void {
    // A connection that has broken says so elsewhere.
    this.#connection?.notify(method, params).catch(() => undefined)
  }
}

/**
 * The level for a client with a handshake that requested none: the server decides. Source: Model Context Protocol,
 * 2025-11-25, Logging. Without a handshake, a request without a level gets no log.
 */
const UNSAID_LOG_LEVEL: LogLevel = 'warning'

const subscription = (id: MessageId) => ({ [META.subscriptionId]: id })

function introduced(client: ClientSide | undefined, method: string): ClientSide {
  if (client) return client
  throw new RpcFailure({
    code: RPC_ERROR_CODES.invalidRequest,
    message: `Invalid request: ${method} before initialize; introduce yourself first, or say ${META.protocolVersion} in _meta`,
  })
}
