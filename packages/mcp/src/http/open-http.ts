import {
  Client,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type RequestOptions,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import type { McpClientSide, McpConnection, McpConnectionEvents, McpServerInfo } from '../connection/mcp-connection.ts'
import { readToolPage } from '../connection/read-answer.ts'
import { McpError } from '../mcp-error.ts'
import type { McpAuthorization } from './authorization.ts'
import { httpError, isDropped, isUnauthorized } from './http-error.ts'
import { openTransport } from './open-transport.ts'

/** How often in a row a person is sent to the authorization server for one request. */
const MOST_ROUNDS = 3

export interface HttpOptions {
  readonly server: string
  readonly kind: 'http' | 'sse'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly side: McpClientSide
  readonly events: McpConnectionEvents
  readonly startTimeoutMs: number
  readonly maxMessageBytes: number
  readonly authorization?: McpAuthorization
  readonly signal?: AbortSignal
  /** The revision that it spoke lately: one of the older ones is not asked for the newer again. */
  readonly lastRevision?: string
}

/** Takes anything: what a server lists is read tool by tool, so that one bad tool costs itself alone. */
const ANYTHING: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'poundlock', validate: (value) => ({ value: value as Record<string, unknown> }) },
}

/** Revisions from here on have no handshake. */
const FIRST_STATELESS = '2026-07-28'

/** Reaches a server over HTTP, in whichever revision both speak. @throws McpError */
export async function openHttp(options: HttpOptions): Promise<McpConnection> {
  const { server, side, events } = options
  const opened = openTransport({ ...options, client: side.name })
  const { session, again: makeTransport } = opened
  let transport = opened.transport
  const client = makeClient(options)
  let isClosing = false
  let isOpen = false

  /** Does something, and when the server wants to know who asks, has a person say so, and does it again. */
  const authorized = async <Result>(attempt: () => Promise<Result>, renew?: () => void): Promise<Result> => {
    for (let round = 0; ; round++) {
      try {
        return await attempt()
      } catch (error) {
        const address = session?.takeAddress()
        if (!isUnauthorized(error) || !address || !session || round >= MOST_ROUNDS) throw error
        const answer = await options.authorization!.authorize(server, address)
        if (!session.isOurs(answer)) {
          throw new McpError(`What came back from ${address.origin} does not belong to what was asked.`, {
            code: 'MCP_AUTHORIZATION',
            details: { server },
            remedy: `Start again: poundlock mcp login ${server}`,
          })
        }
        await session.finish(() => transport.finishAuth(answer))
        renew?.()
      }
    }
  }
  const ask = async <Result>(method: string, attempt: () => Promise<Result>): Promise<Result> => {
    try {
      return await authorized(attempt)
    } catch (error) {
      const told = httpError(server, method, error)
      // A server that is gone, or has forgotten the session, is reached anew by the next call.
      if (told.code === 'MCP_CLOSED' && isOpen && !isClosing) {
        isOpen = false
        events.onClose(told.message)
      }
      throw told
    }
  }

  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  client.onclose = () => {
    if (!isOpen || isClosing) return
    isOpen = false
    events.onClose('the connection was closed')
  }
  const close = async (): Promise<void> => {
    isClosing = true
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession().catch(() => undefined)
    await client.close().catch(() => undefined)
  }
  const connect = async () => {
    const limits = { timeout: options.startTimeoutMs, ...(options.signal && { signal: options.signal }) }
    try {
      await client.connect(transport, limits)
    } catch (error) {
      // A connection that was kept was closed by the other side meanwhile. An introduction can be made twice.
      if (!isDropped(error)) throw error
      transport = makeTransport()
      await client.connect(transport, limits)
    }
  }
  try {
    await authorized(connect, () => {
      // One that failed to connect cannot be used again.
      transport = makeTransport()
    })
  } catch (error) {
    await close()
    throw httpError(server, 'initialize', error, 'MCP_START')
  }
  isOpen = true
  const listed = new Map<string, Tool>()
  return {
    info: infoOf(client),
    hasTools: client.getServerCapabilities()?.tools !== undefined,
    listTools: async (cursor, request) => {
      if (cursor === undefined) listed.clear()
      const answer = await ask('tools/list', () =>
        client.request(
          { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) },
          ANYTHING,
          requestOptions(request),
        ),
      )
      const page = readToolPage(server, answer)
      for (const tool of page.tools as readonly (Tool | null)[])
        if (typeof tool?.name === 'string') listed.set(tool.name, tool)
      return page
    },
    callTool: (tool, input, request) => {
      const { onProgress, longestCallMs } = request
      const definition = listed.get(tool)
      return ask('tools/call', () =>
        client.callTool(
          { name: tool, arguments: input },
          {
            ...requestOptions(request),
            resetTimeoutOnProgress: true,
            onprogress: (progress) => onProgress?.(progress as never),
            ...(Number.isFinite(longestCallMs) && { maxTotalTimeout: longestCallMs }),
            ...(definition && { toolDefinition: withoutOutput(definition) }),
          },
        ),
      )
    },
    close,
  }
}

const requestOptions = ({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): RequestOptions => ({
  timeout: Math.min(timeoutMs, 2 ** 31 - 1),
  ...(signal && { signal }),
})

/** What a tool answers is not held against its own claims: that would make code of a schema that is not ours. */
function withoutOutput({ outputSchema: _claimed, ...tool }: Tool): Tool {
  return tool
}

function makeClient({ kind, side, lastRevision, events }: HttpOptions): Client {
  // What has two addresses is older than the revisions that begin without a handshake.
  const isOld = kind === 'sse' || (lastRevision !== undefined && lastRevision < FIRST_STATELESS)
  const { name, version, roots, onSampling, onElicitation } = side
  const client = new Client(
    { name, version },
    {
      capabilities: {
        ...(roots && { roots: {} }),
        ...(onSampling && { sampling: {} }),
        ...(onElicitation && { elicitation: { form: { applyDefaults: true }, url: {} } }),
      },
      versionNegotiation: { mode: isOld ? 'legacy' : 'auto' },
      // The default makes code of the server's schemas.
      jsonSchemaValidator: {
        getValidator:
          <Value>(_schema: JsonSchemaType): JsonSchemaValidator<Value> =>
          (value) => ({ valid: true, data: value as Value, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, onChanged: () => events.onToolsChanged() } },
    },
  )
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: [...roots] }))
  if (onSampling) {
    client.setRequestHandler(
      'sampling/createMessage',
      async ({ params }, context) => onSampling(params, context.mcpReq.signal) as never,
    )
  }
  if (onElicitation) {
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }, context) => onElicitation(params, context.mcpReq.signal) as never,
    )
  }
  return client
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
