import {
  type Client,
  type RequestOptions,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import type { McpCallOptions, McpRequestOptions, McpServerInfo, ToolPage } from '../connection/mcp-connection.ts'
import { readToolPage } from '../connection/read-answer.ts'
import { McpError } from '../mcp-error.ts'
import { httpError, isDropped, isUnauthorized } from './http-error.ts'
import type { HttpOptions } from './http-options.ts'
import { makeClient } from './make-client.ts'
import type { OAuthSession } from './oauth-provider.ts'
import { type HttpClientTransport, openTransport } from './open-transport.ts'

/** How often in a row a person is sent to the authorization server for one request. */
const MOST_ROUNDS = 3

/** Accepts any value: the list is read tool by tool, so that one broken tool does not affect the others. */
const ANYTHING: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'poundlock', validate: (value) => ({ value: value as Record<string, unknown> }) },
}

/** A connection to a server over HTTP; `open` comes first. */
export class HttpConnection {
  readonly #options: HttpOptions
  readonly #client: Client
  readonly #session: OAuthSession | undefined
  readonly #makeTransport: () => HttpClientTransport
  #transport: HttpClientTransport
  /** The tools that the server listed, by name. */
  readonly #listed = new Map<string, Tool>()
  #isOpen = false
  #isClosing = false

  constructor(options: HttpOptions) {
    const { transport, again, session } = openTransport({ ...options, client: options.side.name })
    this.#options = options
    this.#transport = transport
    this.#makeTransport = again
    this.#session = session
    this.#client = makeClient(options)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
    this.#client.onclose = () => this.#ended('the connection was closed')
  }

  /** @throws McpError */
  async open(): Promise<{ readonly info: McpServerInfo; readonly hasTools: boolean }> {
    try {
      await this.#authorized(
        () => this.#connect(),
        // One that failed to connect cannot be used again.
        () => void (this.#transport = this.#makeTransport()),
      )
    } catch (error) {
      await this.close()
      throw httpError(this.#options.server, 'initialize', error, 'MCP_START')
    }
    this.#isOpen = true
    return { info: infoOf(this.#client), hasTools: this.#client.getServerCapabilities()?.tools !== undefined }
  }

  async listTools(cursor: string | undefined, options: McpRequestOptions): Promise<ToolPage> {
    if (cursor === undefined) this.#listed.clear()
    const request = { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) }
    const answer = await this.#ask('tools/list', () => this.#client.request(request, ANYTHING, requestOptions(options)))
    const page = readToolPage(this.#options.server, answer)
    for (const tool of page.tools as readonly (Tool | null)[])
      if (typeof tool?.name === 'string') this.#listed.set(tool.name, tool)
    return page
  }

  async callTool(tool: string, input: Readonly<Record<string, unknown>>, options: McpCallOptions): Promise<unknown> {
    const { onProgress, longestCallMs } = options
    const definition = this.#listed.get(tool)
    return this.#ask('tools/call', () =>
      this.#client.callTool(
        { name: tool, arguments: input },
        {
          ...requestOptions(options),
          resetTimeoutOnProgress: true,
          onprogress: (progress) => onProgress?.(progress as never),
          ...(Number.isFinite(longestCallMs) && { maxTotalTimeout: longestCallMs }),
          ...(definition && { toolDefinition: withoutOutput(definition) }),
        },
      ),
    )
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const transport = this.#transport
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession().catch(() => undefined)
    await this.#client.close().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const { startTimeoutMs, signal } = this.#options
    const limits = { timeout: startTimeoutMs, ...(signal && { signal }) }
    try {
      await this.#client.connect(this.#transport, limits)
    } catch (error) {
      // The other side had closed a connection that was kept. An introduction can be repeated.
      if (!isDropped(error)) throw error
      this.#transport = this.#makeTransport()
      await this.#client.connect(this.#transport, limits)
    }
  }

  async #ask<Result>(method: string, attempt: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#authorized(attempt)
    } catch (error) {
      const failure = httpError(this.#options.server, method, error)
      // A server that is gone, or has forgotten the session, is reached anew by the next call.
      if (failure.code === 'MCP_CLOSED') this.#ended(failure.message)
      throw failure
    }
  }

  /** Runs an attempt; when the server requires authorization, lets a person authorize and runs it again. */
  async #authorized<Result>(attempt: () => Promise<Result>, renew?: () => void): Promise<Result> {
    const { server, authorization } = this.#options
    const session = this.#session
    for (let round = 0; ; round++) {
      try {
        return await attempt()
      } catch (error) {
        const address = session?.takeAddress()
        if (!isUnauthorized(error) || !address || !session || round >= MOST_ROUNDS) throw error
        const answer = await authorization!.authorize(server, address)
        if (!session.isOurs(answer)) throw foreignAnswer(server, address)
        await session.finish(() => this.#transport.finishAuth(answer))
        renew?.()
      }
    }
  }

  #ended(why: string): void {
    if (!this.#isOpen || this.#isClosing) return
    this.#isOpen = false
    this.#options.events.onClose(why)
  }
}

const foreignAnswer = (server: string, { origin }: URL): McpError =>
  new McpError(`What came back from ${origin} does not belong to what was asked.`, {
    code: 'MCP_AUTHORIZATION',
    details: { server },
    remedy: `Start again: poundlock mcp login ${server}`,
  })

const requestOptions = ({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): RequestOptions => ({
  timeout: Math.min(timeoutMs, 2 ** 31 - 1),
  ...(signal && { signal }),
})

/** The SDK would compile the output schema of a server into code. */
function withoutOutput({ outputSchema: _claimed, ...tool }: Tool): Tool {
  return tool
}

function infoOf(client: Client): McpServerInfo {
  const { name = '', version = '' } = client.getServerVersion() ?? {}
  const instructions = client.getInstructions()
  return {
    name: name.slice(0, 200),
    version: version.slice(0, 200),
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    ...(instructions && { instructions: instructions.slice(0, 100_000) }),
  }
}
