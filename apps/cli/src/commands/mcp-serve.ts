import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { openStandardInput } from '@poundlock/jsonrpc/node'
import { keepOutput, outputFolder, pruneOutputFolder, stateFolder } from '@poundlock/local-host'
import {
  McpError,
  type McpManager,
  type McpPassThrough,
  type McpServed,
  type McpServing,
  serveStreams,
} from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'
import { assemble, type Assembly } from '../host/assemble.ts'
import { askAndKeep } from '../mcp/ask-and-keep.ts'
import { ownTerminal } from '../mcp/asking/own-terminal.ts'
import { familiarInput } from '../mcp/familiar-input.ts'
import { firstLook } from '../mcp/first-look.ts'
import type { KeptRequests } from '../mcp/kept-requests.ts'
import { learnLater } from '../mcp/learn-later.ts'
import { openMcp } from '../mcp/open-mcp.ts'
import { policyTools, PROPOSE_GRANT } from '../mcp/policy-tools.ts'
import { proposeGrant } from '../mcp/propose-grant.ts'
import { ClientCall, type TerminalOf } from '../mcp/serve-asking.ts'
import type { ServeFlags } from '../mcp/serve-flags.ts'
import { refusedText, servedResult } from '../mcp/serve-result.ts'
import { clientToolParts, DownstreamTools, servedTools } from '../mcp/serve-tools.ts'
import { servedOrEnded } from '../mcp/served-or-ended.ts'
import { ServerQuestions } from '../mcp/server-questions.ts'
import { UsageError } from '../usage-error.ts'

declare const POUNDLOCK_VERSION: string

/** The agent of calls without `--agent`; rules can name it. */
const AGENT = 'mcp'
/** Sandboxes that are built ahead for the next calls. */
const KEPT_SANDBOXES = 2

const INSTRUCTIONS = `These tools are guarded: each call is decided by a policy, runs contained where that is possible, and is recorded. A call that is refused says why and what would allow it; do not try to reach the same by another way, ask the person instead. Use these tools rather than unguarded ones of your own.`

/** `poundlock mcp serve`: serves the guarded tools to an MCP client, until the client ends it. */
export async function serveMcp(flags: ServeFlags): Promise<void> {
  // A mistake in the flags is found before any server is started.
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
  const ended = await Promise.race([serving.closed, stopped])
  await end()
  if (ended?.isFault !== true) return
  throw new McpError(`no longer serving: ${ended.message}`, {
    code: 'MCP_CLOSED',
    ...(ended.problem !== undefined && { remedy: HOW_CLIENTS_SPEAK }),
  })
}

const HOW_CLIENTS_SPEAK = `Set the client up for a server of MCP over stdio: each message is JSON in UTF-8 on a line of its own, without headers, and of at most 16 MiB.`

/** Refuses flags that need --http, and a terminal as input: no client of the protocol is there. */
function refuseWithoutHttp({ host, port, tokenFile, allowHost, allowOrigin }: ServeFlags): void {
  if ([host, port, tokenFile, allowHost, allowOrigin].some((flag) => flag !== undefined)) {
    throw new UsageError('--host, --port, --token-file, --allow-host and --allow-origin are for --http', {
      remedy: 'Add --http.',
    })
  }
  if (!isatty(0)) return
  throw new UsageError('mcp serve speaks with a program on its standard input, and there is a terminal', {
    remedy:
      'Name the command in the settings of an MCP client (docs/mcp-serve.md has them), or serve over HTTP with --http.',
  })
}

/**
 * Aborts at the first signal; a second one ends this process at once. The listeners stay: a library's listener alone
 * would end the process before its children have ended.
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
 * Opens everything that is served, and serves it.
 *
 * @returns the server, and a function that ends it with everything that it started
 */
export async function openServing<S extends McpServing>(
  flags: ServeFlags,
  abortSignal: AbortSignal,
  serve: (served: McpServed) => S | Promise<S>,
): Promise<{ readonly serving: S; readonly end: () => Promise<void> }> {
  let sync: () => void = () => undefined
  const questions = new ServerQuestions()
  const { onSampling, onElicitation } = questions
  const { manager, servers, ruleProblems } = await openMcp(flags, { onChange: () => sync(), onSampling, onElicitation })
  // Clients keep the standard error of a server.
  for (const problem of ruleProblems) process.stderr.write(`poundlock: ${visibleText(problem)}\n`)
  // A client over HTTP has another terminal.
  const terminal: TerminalOf = flags.http === true ? () => null : ownTerminal
  const assembly = await assemble(
    { ...flags, agent: flags.agent ?? AGENT, session: flags.session ?? AGENT },
    { keepsOutput: true, redactsResults: true, readySandboxes: KEPT_SANDBOXES, tools: clientToolParts },
  )
  const kept = askAndKeep(assembly, abortSignal, flags.beside)
  const { runtime, context } = assembly
  for (const handler of policyTools(assembly, flags)) runtime.tools.add(handler)
  /** Also when serving fails: a server that was started would keep this process alive. */
  const endParts = async () => {
    kept.end()
    await Promise.all([manager.close(), runtime.close()])
  }
  const asks = servers.filter(({ settings }) => settings.sampling === true || settings.elicitation === true)
  questions.attach(
    { assembly, kept, terminal },
    asks.map(({ name }) => name),
  )
  const downstream = new DownstreamTools(manager, runtime)
  downstream.sync()
  const listed = firstLook(manager, abortSignal)
  const parts = { flags, assembly, kept, terminal, questions, manager, downstream, listed }
  const serving = await servedOrEnded(endParts, () => serve(guardedTools(parts)))
  sync = () => {
    if (downstream.sync()) serving.toolsChanged()
  }
  sync()
  // A call without a warm sandbox opens one itself, or says why it cannot.
  runtime.warm().catch(() => undefined)
  return {
    serving,
    async end() {
      await serving.close()
      learnLater(manager, { ...flags, workspace: context.workspace })
      await endParts()
    },
  }
}

interface ServedParts {
  readonly flags: ServeFlags
  readonly assembly: Assembly
  readonly kept: KeptRequests
  readonly terminal: TerminalOf
  readonly questions: ServerQuestions
  readonly manager: McpManager
  readonly downstream: DownstreamTools
  /** Settles when the tools of all servers are known, or after five seconds. */
  readonly listed: Promise<void>
}

/** The guarded tools, as clients list and call them. */
function guardedTools(parts: ServedParts): McpServed {
  const { flags, assembly, kept, terminal, questions, manager, downstream, listed } = parts
  const { runtime, context, stateDirectory } = assembly
  return {
    info: { name: 'poundlock', title: 'Poundlock', version: POUNDLOCK_VERSION },
    instructions: INSTRUCTIONS,
    async tools(session) {
      await listed
      return servedTools(assembly, session, questions.names)
    },
    async call(call) {
      const client = new ClientCall(flags.elicitation === false ? { ...call, ask: null } : call, { terminal })
      const session = flags.session ?? call.session
      if (call.name === PROPOSE_GRANT.name) {
        return proposeGrant(assembly, {
          input: call.input,
          session,
          abortSignal: call.signal,
          ask: kept.askFor(client),
          refused: (outcome) => refusedText(outcome, { client: client.end, remedy: client.remedy }),
        })
      }
      const server = manager.find(call.name)?.server
      const answered = server === undefined ? undefined : questions.begin({ server, call, session })
      try {
        const outcome = await runtime.call(
          { id: `call_${randomUUID()}`, name: call.name, input: familiarInput(call.name, call.input) },
          { ...context, session },
          {
            abortSignal: call.signal,
            stdin: 'ignore',
            onUpdate: ({ text }) => call.onProgress(visibleText(text)),
            ask: kept.askFor(client),
            asksBeforeStart: call.ask === null || flags.elicitation === false,
          },
        )
        if (outcome.runId !== null || outcome.run !== null) pruneOutputFolder(outputFolder(stateDirectory))
        return servedResult(outcome, {
          isForeign: downstream.has(outcome.tool),
          events: await runtime.takeEvents(session),
          keep: (output) => keepOutput(stateDirectory, output),
          client: client.end,
          remedy: client.remedy,
        })
      } finally {
        answered?.()
      }
    },
  }
}

/**
 * Standard output that does not block: `process.stdout` waits for a client that does not read, and blocks everything
 * else meanwhile.
 */
function ownOutput(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true })
  } catch {
    // It is a file.
    return process.stdout
  }
}
