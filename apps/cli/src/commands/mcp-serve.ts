import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { openStandardInput } from '@poundlock/jsonrpc/node'
import { type McpManager, type McpPassThrough, type McpServed, type McpServing, serveStreams } from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'
import { askAndKeep } from '../mcp/ask-and-keep.ts'
import { KeptRequests } from '../mcp/kept-requests.ts'
import { openMcp } from '../mcp/open-mcp.ts'
import { askThroughClients } from '../mcp/serve-asking.ts'
import { servedResult } from '../mcp/serve-result.ts'
import { clientToolParts, DownstreamTools, servedTools } from '../mcp/serve-tools.ts'
import { ServerQuestions } from '../mcp/server-questions.ts'
import { assemble, type PlaceFlags } from '../setup/assemble.ts'
import { outputFolder, pruneOutputFolder } from '../setup/output-folder.ts'
import { stateFolder } from '../setup/state-folder.ts'
import { UsageError } from '../usage-error.ts'

declare const POUNDLOCK_VERSION: string

export interface ServeFlags extends PlaceFlags {
  /** False where clients are never asked: somebody is, elsewhere. */
  readonly elicitation?: boolean
  /** Name of the one server that is served whole, in place of all the tools. */
  readonly passThrough?: string
  /** Over HTTP, instead of standard input and output. */
  readonly http?: boolean
  readonly host?: string
  readonly port?: string
  readonly tokenFile?: string
  readonly allowHost?: readonly string[]
  readonly allowOrigin?: readonly string[]
}

/** Who calls when nobody says who: rules can be for it alone. */
const AGENT = 'mcp'
/** How many built sandboxes wait for the next call. */
const KEPT_SANDBOXES = 2
/** How long a first list of tools waits for servers that were never seen. */
const FIRST_LOOK_MS = 5000

const INSTRUCTIONS = `These tools are guarded: each call is decided by a policy, runs contained where that is possible, and is recorded. A call that is refused says why and what would allow it; do not try to reach the same by another way, ask the person instead. Use these tools rather than unguarded ones of your own.`

/** `poundlock mcp serve`: the guarded tools, for any client of the protocol. Goes on until the client ends it. */
export async function serveMcp(flags: ServeFlags): Promise<void> {
  // Before any server is started for it.
  const listening = flags.http ? (await import('../mcp/serve-http.ts')).readListening(stateFolder(), flags) : null
  if (listening === null) refuseWithoutHttp(flags)
  const stop = watchSignals()
  const serve = async (served: McpServed | McpPassThrough): Promise<McpServing> =>
    listening === null
      ? serveStreams(served, { input: openStandardInput(), output: ownOutput() })
      : (await import('../mcp/serve-http.ts')).serveOverHttp(served, listening)
  const { serving, end } = await (flags.passThrough === undefined
    ? openServing(flags, stop, serve)
    : (await import('../mcp/serve-pass-through.ts')).openPassThrough(
        flags.passThrough,
        { ...flags, agent: flags.agent ?? AGENT },
        stop,
        serve,
      ))
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([serving.closed, stopped])
  await end()
}

/** What says something about HTTP only would be taken for said, and a terminal is nobody who speaks the protocol. */
function refuseWithoutHttp({ host, port, tokenFile, allowHost, allowOrigin }: ServeFlags): void {
  if ([host, port, tokenFile, allowHost, allowOrigin].some((flag) => flag !== undefined)) {
    throw new UsageError('--host, --port, --token-file, --allow-host and --allow-origin are for --http', 'Add --http.')
  }
  if (!isatty(0)) return
  throw new UsageError(
    'mcp serve speaks with a program on its standard input, and there is a terminal',
    'Name the command in the settings of an MCP client (docs/mcp-serve.md has them), or serve over HTTP with --http.',
  )
}

/**
 * Aborts at the first signal that ends programs; at the second, we end at once. The listeners stay: where only those of
 * libraries are left, they end the process before what it started has ended.
 */
function watchSignals(): AbortSignal {
  const stop = new AbortController()
  for (const [name, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(128 + number)
      stop.abort(name)
    })
  }
  return stop.signal
}

/**
 * Puts together what is served, and has it served.
 *
 * @returns what serves it, and what ends it with everything that it started
 */
export async function openServing<S extends McpServing>(
  flags: ServeFlags,
  abortSignal: AbortSignal,
  serve: (served: McpServed) => S | Promise<S>,
): Promise<{ readonly serving: S; readonly end: () => Promise<void> }> {
  let sync: () => void = () => undefined
  const questions = new ServerQuestions()
  const { onSampling, onElicitation } = questions
  const { manager, servers } = await openMcp(flags, { onChange: () => sync(), onSampling, onElicitation })
  const asking = askThroughClients()
  const kept = new KeptRequests(asking.patienceOf)
  const assembly = assemble(
    { ...flags, agent: flags.agent ?? AGENT, session: flags.session ?? AGENT },
    {
      asks: askAndKeep(kept, asking.surface, abortSignal),
      keepsOutput: true,
      redactsResults: true,
      keptSandboxes: KEPT_SANDBOXES,
      tools: clientToolParts,
    },
  )
  const { runtime, context, stateDirectory } = assembly
  /** Also where nothing can be served: a server that was started would keep us. */
  const endParts = async () => {
    kept.end()
    await Promise.all([manager.close(), runtime.close()])
  }
  const asks = servers.filter(({ settings }) => settings.sampling === true || settings.elicitation === true)
  questions.attach(
    assembly,
    asking,
    asks.map(({ name }) => name),
  )
  const downstream = new DownstreamTools(manager, runtime)
  downstream.sync()
  const seen = firstLook(manager, abortSignal)
  const serving = await servedOrEnded(endParts, () =>
    serve({
      info: { name: 'poundlock', title: 'Poundlock', version: POUNDLOCK_VERSION },
      instructions: INSTRUCTIONS,
      async tools(session) {
        await seen
        return servedTools(assembly, session, questions.names)
      },
      async call(call) {
        const id = `call_${randomUUID()}`
        const forget = asking.begin(id, flags.elicitation === false ? { ...call, ask: null } : call)
        const session = flags.session ?? call.session
        const server = manager.find(call.name)?.server
        const answered = server === undefined ? undefined : questions.begin({ server, call, session })
        try {
          const outcome = await runtime.call(
            { id, name: call.name, input: call.input },
            { ...context, session },
            { abortSignal: call.signal, stdin: 'ignore', onUpdate: ({ text }) => call.onProgress(visibleText(text)) },
          )
          if (outcome.runId !== null || outcome.run !== null) pruneOutputFolder(outputFolder(stateDirectory))
          const remedy = kept.takeNote(id)
          return servedResult(outcome, {
            isForeign: downstream.has(outcome.tool),
            ...(remedy !== undefined && { remedy }),
          })
        } finally {
          forget()
          answered?.()
        }
      },
    }),
  )
  sync = () => {
    if (downstream.sync()) serving.toolsChanged()
  }
  sync()
  // Calls are contained without them all the same, or say why they cannot be.
  runtime.warm().catch(() => undefined)
  return {
    serving,
    async end() {
      await serving.close()
      await endParts()
    },
  }
}

/** What serves, or, where that cannot be begun, the end of everything that was begun for it. */
export async function servedOrEnded<S>(end: () => Promise<void>, serve: () => S | Promise<S>): Promise<S> {
  try {
    return await serve()
  } catch (error) {
    await end()
    throw error
  }
}

/** Servers that were never seen are started once, so that their tools are known. Settles when they are, or soon. */
async function firstLook(manager: McpManager, abortSignal: AbortSignal): Promise<void> {
  const unseen = manager.servers().filter(({ state }) => state === 'configured')
  const looks = unseen.map(async ({ name }) => {
    try {
      await manager.refresh(name, abortSignal)
    } catch (error) {
      const { message, remedy } = error as Error & { remedy?: string }
      if (!abortSignal.aborted) complain(remedy === undefined ? message : `${message}\n${remedy}`)
    }
  })
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, FIRST_LOOK_MS)
  await Promise.race([Promise.all(looks), late.promise])
  clearTimeout(timer)
}

/**
 * Standard output that does not block: `process.stdout` waits for a client that does not read, and nothing could be
 * stopped meanwhile.
 */
function ownOutput(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true })
  } catch {
    // It is a file.
    return process.stdout
  }
}

/** Standard output belongs to the client. */
function complain(message: string): void {
  process.stderr.write(`poundlock: ${visibleText(message, { newlines: 'keep' })}\n`)
}
