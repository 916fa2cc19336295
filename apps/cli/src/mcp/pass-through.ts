import { randomUUID } from 'node:crypto'
import {
  type McpManager,
  type McpPassThrough,
  type PassedRequest,
  type PassedResult,
  recognizeTools,
} from '@poundlock/mcp'
import type { Assembly } from '../setup/assemble.ts'
import { mayBeCalled } from '../tools/may-be-called.ts'
import type { KeptRequests } from './kept-requests.ts'
import { passingHandler, passingTool, type Passing } from './passing-handlers.ts'
import type { ClientAsking } from './serve-asking.ts'
import { DownstreamTools } from './serve-tools.ts'
import { withoutSecrets } from './without-secrets.ts'

/** How often it is looked what a server lists, when a client is told of tools that nobody has seen. */
const LOOK_PAUSE_MS = 5000

/** What a server asks of its client. */
const OF_SERVERS: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create'])

interface PassThroughParts {
  readonly server: string
  readonly manager: McpManager
  readonly assembly: Assembly
  readonly asking: ClientAsking
  readonly kept: KeptRequests
  readonly limits: McpPassThrough['limits']
  readonly questions: McpPassThrough['questions']
  readonly abortSignal: AbortSignal
  /** Set where `--session` names one. */
  readonly session: string | undefined
}

/** One server behind the gate: what is asked of it is decided, recorded, and passed on as it is. */
export function passThrough(parts: PassThroughParts): McpPassThrough & { readonly sync: () => boolean } {
  const { server, manager, assembly, asking, kept, abortSignal } = parts
  const { runtime, context } = assembly
  const passing = new Map<string, Passing>()
  // Before the tools of the server: none of them can pass for one of these.
  for (const tool of passingTool(server, passing)) runtime.tools.add(tool)
  const downstream = new DownstreamTools(manager, runtime, (tool) => passingHandler(tool, passing))
  downstream.sync()

  let looked = -Infinity
  let looking: Promise<unknown> | undefined
  const look = async () => {
    if (performance.now() - looked < LOOK_PAUSE_MS) return
    looking ??= manager
      .refresh(server, abortSignal)
      .then(() => manager.stop(server))
      .finally(() => {
        looked = performance.now()
        looking = undefined
      })
    await looking
    downstream.sync()
  }

  /** The name under which a request is decided, or why it cannot be. */
  async function nameOf({ method, tool, digest }: PassedRequest): Promise<{ name: string } | { refused: string }> {
    if (tool === undefined) return { name: passingTool.nameOf(server, method) }
    const unknown = { refused: `the server ${JSON.stringify(server)} has no tool ${JSON.stringify(tool)}` }
    if (digest === undefined) return unknown
    const known = () => manager.tools(server).find((one) => one.name === tool)
    if (known()?.digest !== digest) await look()
    const found = known()
    if (!found) return unknown
    if (found.digest === digest && found.held === null) return { name: found.publicName }
    return {
      refused: `the tool ${JSON.stringify(tool)} is not what was accepted; look at it: poundlock mcp tools ${server}; accept it: poundlock mcp trust ${server}`,
    }
  }

  return {
    server,
    questions: parts.questions,
    limits: parts.limits,
    sync: () => downstream.sync(),
    open: (events) => manager.open(server, events),
    async callable(tools, session) {
      const recognized = await recognizeTools(manager, server, tools, look)
      const names = new Set(mayBeCalled(assembly, { agent: context.agent, session }).map(({ name }) => name))
      return new Set([...recognized.values()].flatMap((tool) => (names.has(tool.publicName) ? [tool.name] : [])))
    },
    async take(request): Promise<PassedResult> {
      const found = await nameOf(request)
      if ('refused' in found) return { kind: 'refused', message: found.refused }
      const id = `call_${randomUUID()}`
      const passed: Passing = { pass: request.pass, result: undefined, failure: undefined }
      const { client, ask } = request
      passing.set(id, passed)
      const isOfServer = OF_SERVERS.has(request.method)
      const about = {
        client,
        ask,
        isToldProgress: false,
        onNotice: () => undefined,
        onProgress: () => undefined,
      }
      // What the server asks is waited for as long as it takes: nobody would tell it to ask again.
      const forget = isOfServer && ask === null ? () => undefined : asking.begin(id, about)
      try {
        const outcome = await runtime.call(
          { id, name: found.name, input: request.input },
          { ...context, session: parts.session ?? request.session },
          { abortSignal: request.signal, stdin: 'ignore' },
        )
        const { status, withheld, notes, message } = outcome
        // What the other side answered is told as it is; that it was asked is on record.
        if (passed.failure !== undefined) throw passed.failure
        if (status === 'ran' && withheld === null && passed.result !== undefined) {
          return { kind: 'passed', result: withoutSecrets(passed.result) }
        }
        const remedy = kept.takeNote(id)
        const told = remedy === undefined || isOfServer ? [] : [remedy]
        return { kind: 'refused', message: [...notes, message, ...told].join('\n') }
      } finally {
        forget()
        passing.delete(id)
      }
    },
  }
}
