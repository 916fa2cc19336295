import { isAbsolute } from 'node:path'
import { endLeftRunning, noteRunning, type ProcessCommand, startProcess } from '@poundlock/process'
import type { ProcessHandle } from '@poundlock/spec'
import type { McpClientSide, McpConnection, McpConnectionEvents } from '../connection/mcp-connection.ts'
import type { McpAuthorization } from '../http/authorization.ts'
import { loadHttp } from '../http/load-http.ts'
import { McpError } from '../mcp-error.ts'
import { expandVariables } from '../servers/expand-variables.ts'
import {
  type HttpTransport,
  SERVER_DEFAULTS,
  type McpServerDefinition,
  type StdioTransport,
} from '../servers/server-definition.ts'
import { serverEnvironment } from '../servers/server-environment.ts'
import { openStdio } from '../stdio/open-stdio.ts'
import type { StderrRing } from '../stdio/stderr-ring.ts'

/** A server's program, ready to start: everything filled in. */
export type ServerCommand = Required<Pick<ProcessCommand, 'file' | 'args' | 'cwd' | 'env'>>

/** What starting or reaching servers needs of the app. */
export interface ServerSurroundings {
  /** Our own environment, of which servers get the harmless part. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>
  /** Absolute: where servers start that say nothing about it. */
  readonly cwd: string
  /**
   * Starts a program in a sandbox, with pipes for all three streams. Without it, servers that must be contained do not
   * start.
   */
  readonly startContained?: (definition: McpServerDefinition, command: ServerCommand) => Promise<ProcessHandle>
  /**
   * The folder that lists running servers, so that those of a killed process are ended before the next start. Other
   * users must not be able to write it.
   */
  readonly runningDirectory?: string
  /** Authorizes with HTTP servers that require it. */
  readonly authorization?: McpAuthorization
}

export interface OpenRequest {
  readonly definition: McpServerDefinition
  readonly side: McpClientSide
  readonly events: McpConnectionEvents
  readonly stderr: StderrRing
  readonly signal?: AbortSignal
  /** The revision of the protocol that it spoke within the last day. */
  readonly lastRevision?: string
}

/** Starts or reaches a server and introduces us. @throws McpError */
export async function openServer(request: OpenRequest, surroundings: ServerSurroundings): Promise<McpConnection> {
  const { definition } = request
  const { transport, name } = definition
  const limits = { ...SERVER_DEFAULTS, ...definition }
  if (transport.kind !== 'stdio') {
    const { url, headers } = reachedAt(name, transport, surroundings.hostEnvironment)
    const { openHttp } = await loadHttp(name, () => import('../http/open-http.ts'))
    const { side, events, signal, lastRevision } = request
    return openHttp({
      server: name,
      kind: transport.kind,
      url,
      headers,
      side,
      events,
      startTimeoutMs: limits.startTimeoutMs,
      maxMessageBytes: limits.maxMessageBytes,
      ...(surroundings.authorization && { authorization: surroundings.authorization }),
      ...(signal && { signal }),
      ...(lastRevision !== undefined && { lastRevision }),
    })
  }
  const handle = await startServer(definition, surroundings)
  return openStdio({
    server: name,
    handle,
    side: request.side,
    events: request.events,
    stderr: request.stderr,
    startTimeoutMs: limits.startTimeoutMs,
    maxMessageBytes: limits.maxMessageBytes,
    ...(request.signal && { signal: request.signal }),
  })
}

/** Where a server is reached, everything filled in. @throws McpError `MCP_DEFINITION` */
export function reachedAt(
  server: string,
  transport: HttpTransport,
  variables: ServerSurroundings['hostEnvironment'],
): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
  const fill = (text: string, at: string) => expandVariables(text, variables, `${server}: ${at}`)
  const text = fill(transport.url, 'url')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    // Not the text itself: it may contain secrets from variables.
    throw new McpError(`The server ${JSON.stringify(server)} has an address that is not an http or https address.`, {
      code: 'MCP_DEFINITION',
      details: { server },
      remedy: `Correct its url: ${JSON.stringify(transport.url)}.`,
    })
  }
  const headers = Object.entries(transport.headers).map(([name, value]) => [name, fill(value, `headers.${name}`)])
  return { url, headers: Object.fromEntries(headers) as Record<string, string> }
}

/** The program of a server, ready to start: variables are filled in. @throws McpError `MCP_DEFINITION` */
export function serverCommand(
  server: string,
  transport: StdioTransport,
  { hostEnvironment, cwd }: Pick<ServerSurroundings, 'hostEnvironment' | 'cwd'>,
): ServerCommand {
  const fill = (text: string, at: string) => expandVariables(text, hostEnvironment, `${server}: ${at}`)
  const folder = transport.cwd === undefined ? cwd : fill(transport.cwd, 'cwd')
  if (!isAbsolute(folder)) {
    throw new McpError(
      `The server ${JSON.stringify(server)} is to start in ${JSON.stringify(folder)}, which is not absolute.`,
      {
        code: 'MCP_DEFINITION',
        details: { server },
        remedy: 'Write an absolute path, for example with ${HOME}.',
      },
    )
  }
  return {
    file: fill(transport.command, 'command'),
    args: transport.args.map((argument, index) => fill(argument, `args[${index}]`)),
    cwd: folder,
    env: serverEnvironment(transport, hostEnvironment),
  }
}

/**
 * Refuses to start a program outside of a call that was decided.
 *
 * @throws McpError `MCP_START` where only a call may start the server
 */
export function refuseWithheldStart({ name, startsForCallsOnly }: McpServerDefinition): void {
  if (startsForCallsOnly === undefined) return
  const { reason, remedy } = startsForCallsOnly
  throw new McpError(`The server ${JSON.stringify(name)} is not started: ${reason}.`, {
    code: 'MCP_START',
    details: { server: name },
    remedy,
  })
}

/** Starts the program of a server, in a sandbox where it must be. @throws McpError */
export async function startServer(
  definition: McpServerDefinition,
  surroundings: ServerSurroundings,
): Promise<ProcessHandle> {
  const { transport, name } = definition
  if (transport.kind !== 'stdio') throw new TypeError('it is not a program')
  const command = serverCommand(name, transport, surroundings)
  const { startContained } = surroundings
  if (definition.contained !== true) return startNoted(command, surroundings.runningDirectory)
  if (startContained) return startContained(definition, command)
  throw new McpError(
    `The server ${JSON.stringify(definition.name)} must be contained, and nothing here can contain it.`,
    {
      code: 'MCP_START',
      details: { server: definition.name },
      remedy: 'Give the manager a sandbox, or say in the configuration that the server runs without one.',
    },
  )
}

/** The server ends when this process ends, by any cause; if its watcher was ended too, the next start finds it. */
function startNoted(command: ServerCommand, folder: string | undefined): ProcessHandle {
  const start = () => startProcess({ ...command, stdin: 'pipe', output: 'pipe', endsWithUs: true })
  if (folder === undefined) return start()
  endLeftRunning(folder)
  const handle = start()
  if (handle.pid === undefined) return handle
  try {
    const forget = noteRunning(folder, handle.pid)
    handle.exited.then(forget, forget)
  } catch {
    // It runs all the same, and ends with us as long as we are not killed.
  }
  return handle
}
