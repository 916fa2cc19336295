import { Connection, type Params } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { takesBatches } from '../connection/protocol.ts'
import { loadHttp } from '../http/load-http.ts'
import { reachedAt, type ServerSurroundings, startServer } from '../manager/open-server.ts'
import { SERVER_DEFAULTS, type HttpTransport, type McpServerDefinition } from '../servers/server-definition.ts'
import { endProcess } from '../stdio/end-process.ts'
import { processTransport } from '../stdio/process-transport.ts'
import { startError } from '../stdio/start-error.ts'
import { StderrRing } from '../stdio/stderr-ring.ts'
import type { LinkEvents, McpLink } from './mcp-link.ts'

/** Requests of a server that are answered at a time. */
const MOST_QUESTIONS = 16

/** Starts or reaches a server, and says nothing to it. @throws McpError */
export async function openLink(
  definition: McpServerDefinition,
  surroundings: ServerSurroundings & { readonly client: { readonly name: string } },
  events: LinkEvents,
): Promise<McpLink> {
  const { transport } = definition
  return transport.kind === 'stdio'
    ? openProgram(definition, surroundings, events)
    : openAddress({ ...definition, transport }, surroundings, events)
}

const optionsOf = (definition: McpServerDefinition, events: LinkEvents) => ({
  framing: 'newline' as const,
  platform: nodePlatform,
  limits: { maxFrameBytes: { ...SERVER_DEFAULTS, ...definition }.maxMessageBytes, maxIncoming: MOST_QUESTIONS },
  onRequest: (method: string, params: Params | undefined, { signal }: { signal: unknown }) =>
    events.onRequest(method, params, signal as AbortSignal),
  onNotification: events.onNotification,
})

async function openProgram(
  definition: McpServerDefinition,
  surroundings: ServerSurroundings,
  events: LinkEvents,
): Promise<McpLink> {
  const handle = await startServer(definition, surroundings)
  const { stdin, stdout } = handle
  if (stdin === null || stdout === null) throw await startError(definition.name, handle)
  const stderr = new StderrRing()
  let isClosing = false
  let ending: Promise<void> | undefined
  let revision: string | undefined
  const close = () => {
    isClosing = true
    connection.close()
    return (ending ??= endProcess(handle))
  }
  const connection = new Connection({
    ...optionsOf(definition, events),
    transport: processTransport(stdin),
    noiseIsExpected: true,
    skipsByteOrderMark: true,
    takesBatches: () => takesBatches(revision),
    onClose({ message }) {
      if (isClosing) return
      const lastLines = stderr.lastLines(3)
      events.onClose(lastLines === '' ? message : `${message} ${lastLines}`)
      void close()
    },
  })
  handle.exited.catch(() => undefined)
  void readAll(stdout, (chunk) => connection.receive(chunk)).then(() => connection.end())
  if (handle.stderr) void readAll(handle.stderr, (chunk) => stderr.add(chunk))
  return { ...linkOver(connection), agreed: (agreed) => void (revision = agreed), close }
}

async function readAll(stream: AsyncIterable<Uint8Array>, take: (chunk: Uint8Array) => void): Promise<void> {
  try {
    for await (const chunk of stream) take(chunk)
  } catch {
    // A stream that breaks has ended.
  }
}

async function openAddress(
  definition: McpServerDefinition & { readonly transport: HttpTransport },
  surroundings: ServerSurroundings & { readonly client: { readonly name: string } },
  events: LinkEvents,
): Promise<McpLink> {
  const { name, transport: at } = definition
  const reached = reachedAt(name, at, surroundings.hostEnvironment)
  const { openTransport } = await loadHttp(name, () => import('../http/open-transport.ts'))
  const { httpTransport } = await import('./http-transport.ts')
  const { transport } = openTransport({
    server: name,
    kind: at.kind,
    ...reached,
    client: surroundings.client.name,
    maxMessageBytes: { ...SERVER_DEFAULTS, ...definition }.maxMessageBytes,
    ...(surroundings.authorization && { authorization: surroundings.authorization }),
  })
  const encoder = new TextEncoder()
  const receive = (message: object) => connection.receive(encoder.encode(`${JSON.stringify(message)}\n`))
  let isClosing = false
  const connection: Connection = new Connection({
    ...optionsOf(definition, events),
    transport: httpTransport(name, transport, receive),
    onClose: ({ message }) => isClosing || events.onClose(message),
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  transport.onclose = () => connection.end()
  await transport.start()
  return {
    ...linkOver(connection),
    agreed: (revision) => transport.setProtocolVersion(revision),
    async close() {
      isClosing = true
      connection.close()
    },
  }
}

const linkOver = (connection: Connection): Pick<McpLink, 'request' | 'notify'> => ({
  request: (method, params, options) => connection.request(method, params, options),
  notify: (method, params) => connection.notify(method, params),
})
