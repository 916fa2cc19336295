import { type Connection, RPC_ERROR_CODES, RpcError, RpcFailure, type Params } from '@poundlock/jsonrpc'
import { McpError } from '../mcp-error.ts'
import type {
  McpCallOptions,
  McpClientSide,
  McpConnectionEvents,
  McpProgress,
  McpRequestOptions,
  McpServerInfo,
  ToolPage,
} from './mcp-connection.ts'
import { HANDSHAKE_REVISIONS, METHODS } from './protocol.ts'
import { quoteServer } from './quote-server.ts'
import { readIntroduction, readToolPage } from './read-answer.ts'

type Values = Readonly<Record<string, unknown>>

const SIGN_OF_LIFE_MS = 5000

interface PendingCall {
  /** Begins its time anew. */
  readonly extend: () => void
  readonly onProgress: ((progress: McpProgress) => void) | undefined
}

/** The client's half of the protocol. The caller opens and ends the connection. */
export class ClientSession {
  readonly #server: string
  readonly #side: McpClientSide
  readonly #events: Pick<McpConnectionEvents, 'onToolsChanged'>
  readonly #progress = new Map<number, PendingCall>()
  #connection: Connection | undefined
  #revision: string | undefined
  #lastToken = 0

  constructor(server: string, side: McpClientSide, events: Pick<McpConnectionEvents, 'onToolsChanged'>) {
    this.#server = server
    this.#side = side
    this.#events = events
  }

  /** The revision that was agreed on, once it was. */
  get revision(): string | undefined {
    return this.#revision
  }

  /** Introduces both sides to each other. @throws McpError */
  async introduce(
    connection: Connection,
    options: McpRequestOptions,
  ): Promise<{ readonly info: McpServerInfo; readonly hasTools: boolean }> {
    this.#connection = connection
    const { name, version, roots, onSampling, onElicitation } = this.#side
    const capabilities = {
      ...(roots && { roots: { listChanged: false } }),
      ...(onSampling && { sampling: {} }),
      ...(onElicitation && { elicitation: { form: {}, url: {} } }),
    }
    const params = { protocolVersion: HANDSHAKE_REVISIONS[0]!, capabilities, clientInfo: { name, version } }
    const introduction = readIntroduction(this.#server, await this.#ask(METHODS.initialize, params, options))
    this.#revision = introduction.info.protocolVersion
    await connection.notify(METHODS.initialized).catch((error: unknown) => {
      throw asMcpError(this.#server, METHODS.initialize, error)
    })
    return introduction
  }

  async listTools(cursor: string | undefined, options: McpRequestOptions): Promise<ToolPage> {
    const answer = await this.#ask(METHODS.listTools, cursor === undefined ? {} : { cursor }, options)
    return readToolPage(this.#server, answer)
  }

  async callTool(tool: string, input: Values, options: McpCallOptions): Promise<unknown> {
    const { onProgress, longestCallMs, signal } = options
    const progressToken = ++this.#lastToken
    // Not AbortSignal.timeout, which would be kept for as long after the call is over.
    const limit = new AbortController()
    const timer = Number.isFinite(longestCallMs) ? setTimeout(() => limit.abort(), longestCallMs).unref() : undefined
    const given = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
    const params = { name: tool, arguments: input, _meta: { progressToken } }
    try {
      return await this.#ask(METHODS.callTool, params, { timeoutMs: options.timeoutMs, signal: given }, (extend) =>
        this.#progress.set(progressToken, { extend, onProgress }),
      )
    } catch (error) {
      if (!limit.signal.aborted || signal?.aborted === true) throw error
      throw new McpError(
        `The server ${JSON.stringify(this.#server)} did not end the call within ${longestCallMs} ms.`,
        {
          code: 'MCP_TIMEOUT',
          remedy: 'Ask for less at a time, or raise maxCallSeconds of the server.',
        },
      )
    } finally {
      clearTimeout(timer)
      this.#progress.delete(progressToken)
    }
  }

  /** Answers what the server asks of us. */
  async answer(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    const { roots, onSampling, onElicitation } = this.#side
    if (method === METHODS.ping) return {}
    if (method === METHODS.listRoots && roots) return { roots }
    if (method === METHODS.sample && onSampling) return this.#refusable(onSampling, params, signal)
    if (method === METHODS.elicit && onElicitation) return this.#refusable(onElicitation, params, signal)
    throw RpcFailure.methodNotFound(method)
  }

  /** Takes what the server tells us. */
  notified(method: string, params: Params | undefined): void {
    if (method === METHODS.toolsChanged) return this.#events.onToolsChanged()
    if (method !== METHODS.progress || !isValues(params)) return
    const { progressToken, progress, total, message } = params
    // A server may have made the number a text.
    const call = this.#progress.get(Number(progressToken))
    if (!call || typeof progress !== 'number') return
    call.extend()
    call.onProgress?.({
      progress,
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message: message.slice(0, 1000) }),
    })
  }

  async #refusable(
    answer: (params: unknown, signal: AbortSignal) => Promise<unknown>,
    params: Params | undefined,
    signal: AbortSignal,
  ): Promise<unknown> {
    // A call that waits for a person is not stuck; its longest time still holds.
    const timer = setInterval(() => this.#extend(), SIGN_OF_LIFE_MS).unref()
    try {
      return await answer(params, signal)
    } catch (error) {
      if (error instanceof RpcFailure) throw error
      throw new RpcFailure({ code: RPC_ERROR_CODES.internalError, message: (error as Error).message })
    } finally {
      clearInterval(timer)
      this.#extend()
    }
  }

  #extend(): void {
    for (const { extend } of this.#progress.values()) extend()
  }

  async #ask(
    method: string,
    params: Values,
    { signal, timeoutMs }: McpRequestOptions,
    onStart?: (extend: () => void) => void,
  ): Promise<unknown> {
    try {
      return await this.#connection!.request(method, params, {
        timeoutMs,
        ...(signal && { signal }),
        ...(onStart && { onStart: ({ extend }) => onStart(extend) }),
      })
    } catch (error) {
      throw asMcpError(this.#server, method, error)
    }
  }
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const CODES = {
  REMOTE: 'MCP_REMOTE',
  TIMEOUT: 'MCP_TIMEOUT',
  CANCELLED: 'MCP_CANCELLED',
  CLOSED: 'MCP_CLOSED',
  LIMIT: 'MCP_CLOSED',
  UNSENDABLE: 'MCP_INPUT',
} as const

function asMcpError(server: string, method: string, error: unknown): unknown {
  if (!(error instanceof RpcError)) return error
  const { code, remote, message } = error
  return new McpError(`The server ${JSON.stringify(server)}, asked for ${method}: ${quoteServer(message)}`, {
    code: CODES[code],
    cause: error,
    details: { server, method, ...(remote && { remote: { code: remote.code, message: remote.message } }) },
  })
}
