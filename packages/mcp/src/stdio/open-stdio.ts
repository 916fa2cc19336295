import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Params } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { describeExit } from '@poundlock/process'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { ClientSession } from '../connection/client-session.ts'
import type { McpClientSide, McpConnection, McpConnectionEvents } from '../connection/mcp-connection.ts'
import { McpError } from '../mcp-error.ts'
import { endProcess } from './end-process.ts'
import { processCarrier } from './process-carrier.ts'
import { startError } from './start-error.ts'
import { type StderrRing } from './stderr-ring.ts'

/** Answers to a server that asks and does not read: what it may ask has short ones. */
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
 * Speaks with a program that was started: messages are lines of JSON. What it writes besides is counted and skipped.
 *
 * @throws McpError `MCP_START`; the program is ended then
 */
export async function openStdio(options: StdioOptions): Promise<McpConnection> {
  const { server, handle, side, events, stderr } = options
  const { stdin, stdout } = handle
  if (handle.pid === undefined && stdin === null) throw await startError(server, handle)
  if (stdin === null || stdout === null) throw new TypeError('the program was started without pipes')

  const session = new ClientSession(server, side, events)
  let noise = 0
  let lastNoise: Uint8Array | undefined
  let why: string | undefined
  let isClosing = false
  let isIntroduced = false
  let ending: Promise<void> | undefined
  const connection = new Connection({
    framing: 'newline',
    carrier: processCarrier(stdin),
    platform: nodePlatform,
    noiseIsExpected: true,
    limits: { maxFrameBytes: options.maxMessageBytes, maxIncoming: 64, maxUnreadBytes: MOST_UNREAD_BYTES },
    onRequest: (method: string, params: Params | undefined, context) =>
      session.answer(method, params, context.signal as AbortSignal),
    onNotification: (method, params) => session.notified(method, params),
    onOddity: (oddity) => {
      if (oddity.kind !== 'noise') return
      noise++
      lastNoise = oddity.bytes.slice(0, 200)
    },
    onClose({ problem, message }) {
      if (problem !== undefined) why ??= message
      // At once, so that whoever waits for an answer finds the server ended.
      if (isIntroduced && !isClosing) events.onClose(why ?? 'it closed its output')
    },
  })
  const exited = handle.exited.then(
    (exit) => {
      why ??= `it ended: ${exitText(exit)}`
    },
    (error: unknown) => {
      why ??= (error as Error).message
    },
  )
  const read = readAll(stdout, (chunk) => {
    connection.receive(chunk)
    return connection.closed
  })
  if (handle.stderr) void readAll(handle.stderr, (chunk) => stderr.add(chunk))
  // Each waits a little for the other: the last answer may still be in the pipe, and how it ended tells more than that.
  const ended = Promise.race([
    Promise.all([read, exited]),
    read.then(() => sleep(LAST_WORDS_MS, undefined, { ref: false })),
    exited.then(() => sleep(LAST_WORDS_MS, undefined, { ref: false })),
  ]).then(() => connection.end())

  const close = (): Promise<void> => {
    isClosing = true
    connection.close()
    return (ending ??= endProcess(handle))
  }

  let introduction: Awaited<ReturnType<ClientSession['introduce']>>
  try {
    introduction = await session.introduce(connection, {
      timeoutMs: options.startTimeoutMs,
      ...(options.signal && { signal: options.signal }),
    })
  } catch (error) {
    isClosing = true
    const code = (error as McpError).code
    // What it wrote before it ended tells more than that it ended.
    if (code === 'MCP_CLOSED') await ended
    await close()
    if (code === 'MCP_CANCELLED') throw error
    throw failedIntroduction(server, error as Error, {
      why,
      noise,
      lastNoise,
      stderr,
      startTimeoutMs: options.startTimeoutMs,
    })
  }
  isIntroduced = true
  return {
    info: introduction.info,
    hasTools: introduction.hasTools,
    ...(handle.pid !== undefined && { pid: handle.pid }),
    listTools: (cursor, request) => session.listTools(cursor, request),
    callTool: (tool, input, request) => session.callTool(tool, input, request),
    close,
  }
}

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
  seen: {
    readonly why: string | undefined
    readonly noise: number
    readonly lastNoise: Uint8Array | undefined
    readonly stderr: StderrRing
    readonly startTimeoutMs: number
  },
): McpError {
  const code = (error as McpError).code
  const said = seen.stderr.lastLines(5)
  const noisy =
    seen.noise === 0
      ? ''
      : ` It wrote ${seen.noise} lines to its output that are no messages, the last: ${JSON.stringify(Buffer.from(seen.lastNoise ?? []).toString('utf8'))}.`
  const message =
    code === 'MCP_TIMEOUT'
      ? `it said nothing within ${seen.startTimeoutMs} ms`
      : code === 'MCP_CLOSED'
        ? (seen.why ?? error.message)
        : error.message
  return new McpError(
    `The server ${JSON.stringify(server)} did not introduce itself: ${message}.${noisy}${said === '' ? '' : `\n${said}`}`.replace(
      '..',
      '.',
    ),
    { code: 'MCP_START', cause: error, details: { server, stderr: said }, remedy: remedyOf(error as McpError, said) },
  )
}

function remedyOf({ code, message }: McpError, said: string): string {
  if (message.includes('in a batch')) {
    return 'Use a newer version of the server: since the revision 2025-06-18 of the protocol there are no batches.'
  }
  if (code === 'MCP_TIMEOUT') {
    return 'Start its command by hand and look whether it waits for something. A language server, which expects Content-Length headers, never answers; a program that is fetched first may need a longer startTimeoutSeconds.'
  }
  if (/E404|not found in the npm registry|No matching distribution/i.test(said))
    return 'Correct the name of the package.'
  if (/Cannot find module|ModuleNotFoundError|ERR_MODULE_NOT_FOUND/.test(said))
    return 'Install what it needs, or correct its path.'
  return 'Start its command by hand to see what it lacks: a variable, an argument, a file.'
}
