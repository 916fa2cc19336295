import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, RpcError, type Params } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { describeExit } from '@poundlock/process'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { ClientSession } from '../connection/client-session.ts'
import type { McpClientSide, McpConnection, McpConnectionEvents } from '../connection/mcp-connection.ts'
import { takesBatches } from '../connection/protocol.ts'
import { McpError } from '../mcp-error.ts'
import { endProcess } from './end-process.ts'
import { processTransport } from './process-transport.ts'
import { startError } from './start-error.ts'
import { type StderrRing } from './stderr-ring.ts'

/** Bytes of unread answers to a server; the answers that it can request are short. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024

/** How long the output of a program that has exited is still read. */
const LAST_WORDS_MS = 300

export interface StdioOptions {
  readonly server: string
  /** Started with pipes for all three streams. */
  readonly handle: ProcessHandle
  readonly side: McpClientSide
  readonly events: McpConnectionEvents
  readonly stderr: StderrRing
  readonly startTimeoutMs: number
  readonly maxMessageBytes: number
  readonly signal?: AbortSignal
}

/**
 * Connects to a started program: messages are lines of JSON. Other output is counted and skipped.
 *
 * @throws McpError `MCP_START`; then the program has been ended
 */
export async function openStdio(options: StdioOptions): Promise<McpConnection> {
  const { server, handle } = options
  const { stdin, stdout } = handle
  if (handle.pid === undefined && stdin === null) throw await startError(server, handle)
  if (stdin === null || stdout === null) throw new TypeError('the program was started without pipes')
  const program = new StdioServer(options, { stdin, stdout })
  const { info, hasTools } = await program.introduce()
  return {
    info,
    hasTools,
    ...(handle.pid !== undefined && { pid: handle.pid }),
    listTools: (cursor, request) => program.session.listTools(cursor, request),
    callTool: (tool, input, request) => program.session.callTool(tool, input, request),
    close: () => program.close(),
  }
}

/** A started program, and its output that is not a message. */
class StdioServer {
  readonly session: ClientSession
  readonly #options: StdioOptions
  readonly #connection: Connection
  /** Settles when nothing more comes from it. */
  readonly #ended: Promise<void>
  #noise = 0
  #lastNoise: Uint8Array | undefined
  /** Why it ended. */
  #why: string | undefined
  #isClosing = false
  #isIntroduced = false
  #ending: Promise<void> | undefined

  constructor(options: StdioOptions, { stdin, stdout }: Pipes) {
    this.#options = options
    this.session = new ClientSession(options.server, options.side, options.events)
    this.#connection = this.#connect(stdin)
    this.#ended = this.#read(stdout)
  }

  /** @throws McpError; it is ended then */
  async introduce(): Promise<Introduction> {
    const { server, startTimeoutMs, signal, stderr } = this.#options
    try {
      const introduction = await this.session.introduce(this.#connection, {
        timeoutMs: startTimeoutMs,
        ...(signal && { signal }),
      })
      this.#isIntroduced = true
      return introduction
    } catch (error) {
      this.#isClosing = true
      const code = (error as McpError).code
      // Waits for the end, so that the error shows the program's last output.
      if (code === 'MCP_CLOSED') await this.#ended
      await this.close()
      if (code === 'MCP_CANCELLED') throw error
      const observed = { why: this.#why, noise: this.#noise, lastNoise: this.#lastNoise, stderr, startTimeoutMs }
      throw failedIntroduction(server, error as Error, observed)
    }
  }

  close(): Promise<void> {
    this.#isClosing = true
    this.#connection.close()
    return (this.#ending ??= endProcess(this.#options.handle))
  }

  #connect(stdin: Pipes['stdin']): Connection {
    const { events, maxMessageBytes } = this.#options
    const { session } = this
    return new Connection({
      framing: 'newline',
      transport: processTransport(stdin),
      platform: nodePlatform,
      noiseIsExpected: true,
      skipsByteOrderMark: true,
      takesBatches: () => takesBatches(session.revision),
      limits: { maxFrameBytes: maxMessageBytes, maxIncoming: 64, maxUnreadBytes: MOST_UNREAD_BYTES },
      onRequest: (method: string, params: Params | undefined, context) =>
        session.answer(method, params, context.signal as AbortSignal),
      onNotification: (method, params) => session.notified(method, params),
      onWarning: (warning) => {
        if (warning.kind !== 'noise') return
        this.#noise++
        this.#lastNoise = warning.bytes.slice(0, 200)
      },
      onClose: ({ problem, message }) => {
        if (problem !== undefined) this.#why ??= message
        // At once, so that a caller that gets the error finds the server ended.
        if (this.#isIntroduced && !this.#isClosing) events.onClose(this.#why ?? 'it closed its output')
      },
    })
  }

  async #read(stdout: Pipes['stdout']): Promise<void> {
    const { handle, stderr } = this.#options
    const exited = handle.exited.then(
      (exit) => void (this.#why ??= `it ended: ${exitText(exit)}`),
      (error: unknown) => void (this.#why ??= (error as Error).message),
    )
    const read = readAll(stdout, (chunk) => {
      this.#connection.receive(chunk)
      return this.#connection.closed
    })
    if (handle.stderr) void readAll(handle.stderr, (chunk) => stderr.add(chunk))
    // Each waits a little for the other: the last answer may still be in the pipe, and how it ended tells more than that.
    await Promise.race([
      Promise.all([read, exited]),
      read.then(() => sleep(LAST_WORDS_MS, undefined, { ref: false })),
      exited.then(() => sleep(LAST_WORDS_MS, undefined, { ref: false })),
    ])
    this.#connection.end()
  }
}

type Introduction = Awaited<ReturnType<ClientSession['introduce']>>

type Pipes = { readonly [Name in 'stdin' | 'stdout']: NonNullable<ProcessHandle[Name]> }

/** @param take answers true when it takes no more; leaving the loop closes the pipe */
async function readAll(stream: AsyncIterable<Uint8Array>, take: (chunk: Uint8Array) => unknown): Promise<void> {
  try {
    for await (const chunk of stream) if (take(chunk) === true) return
  } catch {
    // A stream that breaks has ended.
  }
}

const exitText = ({ code, signal }: ProcessExit) =>
  describeExit({ exitCode: code, signal, reason: signal === null ? 'exit' : 'signal' })

function failedIntroduction(
  server: string,
  error: Error,
  observed: {
    readonly why: string | undefined
    readonly noise: number
    readonly lastNoise: Uint8Array | undefined
    readonly stderr: StderrRing
    readonly startTimeoutMs: number
  },
): McpError {
  const code = (error as McpError).code
  const lastLines = observed.stderr.lastLines(5)
  const noisy =
    observed.noise === 0
      ? ''
      : ` It wrote ${observed.noise} ${observed.noise === 1 ? 'line' : 'lines'} to its output that no message is on, the last: ${JSON.stringify(Buffer.from(observed.lastNoise ?? []).toString('utf8'))}.`
  const message =
    code === 'MCP_TIMEOUT'
      ? `it did not answer within ${observed.startTimeoutMs} ms`
      : code === 'MCP_CLOSED'
        ? (observed.why ?? error.message)
        : error.message
  return new McpError(
    `The server ${JSON.stringify(server)} did not introduce itself: ${message}.${noisy}${lastLines === '' ? '' : `\n${lastLines}`}`.replace(
      '..',
      '.',
    ),
    {
      code: 'MCP_START',
      cause: error,
      details: { server, stderr: lastLines },
      remedy: remedyOf(error as McpError, lastLines),
    },
  )
}

function remedyOf({ code, cause }: McpError, lastLines: string): string {
  if (cause instanceof RpcError && cause.unreadable === 'batch') {
    return 'Use a newer version of the server: since the revision 2025-06-18 of the protocol there are no batches.'
  }
  if (code === 'MCP_TIMEOUT') {
    return 'Start its command by hand and look whether it waits for something. A language server, which expects Content-Length headers, never answers; a program that is fetched first may need a longer startTimeoutSeconds.'
  }
  if (/E404|not found in the npm registry|No matching distribution/i.test(lastLines))
    return 'Correct the name of the package.'
  if (/Cannot find module|ModuleNotFoundError|ERR_MODULE_NOT_FOUND/.test(lastLines))
    return 'Install what it needs, or correct its path.'
  return 'Start its command by hand to see what it lacks: a variable, an argument, a file.'
}
