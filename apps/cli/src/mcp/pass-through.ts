import { randomUUID } from 'node:crypto'
import {
  type McpManager,
  type McpPassThrough,
  type NamedInputs,
  type PassedRequest,
  type PassedResult,
  recognizeTools,
} from '@poundlock/mcp'
import type { Assembly } from '../host/assemble.ts'
import { mayBeCalled } from '../host/may-be-called.ts'
import type { KeptRequests } from './kept-requests.ts'
import { passingHandler, passingTool, type Passing } from './passing-handlers.ts'
import { ClientCall, type TerminalOf } from './serve-asking.ts'
import { refusedText } from './serve-result.ts'
import { DownstreamTools } from './serve-tools.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Milliseconds between two listings of a server's tools, when clients see tools that are not known. */
const LOOK_PAUSE_MS = 5000

/** Requests of a server to its client. */
const OF_SERVERS: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create'])

interface PassThroughParts {
  readonly server: string
  /** Where it runs. */
  readonly program: NamedInputs['program']
  readonly manager: McpManager
  readonly assembly: Assembly
  readonly terminal: TerminalOf
  /** Whether clients may be asked. */
  readonly showsForms: boolean
  readonly kept: KeptRequests
  readonly limits: McpPassThrough['limits']
  readonly questions: McpPassThrough['questions']
  readonly abortSignal: AbortSignal
  /** The value of `--session`. */
  readonly session: string | undefined
}

/** One server behind the gate: each request to it is decided, recorded, and passed on unchanged. */
export const passThrough = (parts: PassThroughParts): McpPassThrough & { readonly sync: () => boolean } =>
  new GuardedServer(parts)

class GuardedServer implements McpPassThrough {
  readonly server: string
  readonly questions: McpPassThrough['questions']
  readonly limits: McpPassThrough['limits']
  readonly #parts: PassThroughParts
  /** Calls that are running, by call id. */
  readonly #passing = new Map<string, Passing>()
  readonly #downstream: DownstreamTools
  #lookedAt = -Infinity
  #looking: Promise<unknown> | undefined

  constructor(parts: PassThroughParts) {
    const { server, program, manager, assembly } = parts
    this.server = server
    this.questions = parts.questions
    this.limits = parts.limits
    this.#parts = parts
    // Before the tools of the server: none of them can take one of these names.
    for (const tool of passingTool(server, program, this.#passing)) assembly.runtime.tools.add(tool)
    this.#downstream = new DownstreamTools(manager, assembly.runtime, (tool) => passingHandler(tool, this.#passing))
    this.sync()
  }

  sync(): boolean {
    return this.#downstream.sync()
  }

  open(events: Parameters<McpPassThrough['open']>[0]): ReturnType<McpPassThrough['open']> {
    return this.#parts.manager.open(this.server, events)
  }

  async callable(...[tools, session]: Parameters<McpPassThrough['callable']>): Promise<ReadonlySet<string>> {
    const { manager, assembly } = this.#parts
    const recognized = await recognizeTools(manager, this.server, tools, () => this.#look())
    const caller = { agent: assembly.context.agent, session }
    const names = new Set(mayBeCalled(assembly, caller).map(({ name }) => name))
    return new Set([...recognized.values()].flatMap((tool) => (names.has(tool.publicName) ? [tool.name] : [])))
  }

  async take(request: PassedRequest): Promise<PassedResult> {
    const found = await this.#nameOf(request)
    if ('refused' in found) return { kind: 'refused', message: found.refused }
    const { assembly, kept, session = request.session } = this.#parts
    const id = `call_${randomUUID()}`
    const passed: Passing = { pass: request.pass, result: undefined, failure: undefined }
    const client = this.#clientOf(request)
    this.#passing.set(id, passed)
    try {
      const outcome = await assembly.runtime.call(
        { id, name: found.name, input: request.input },
        { ...assembly.context, session },
        { abortSignal: request.signal, stdin: 'ignore', ask: kept.askFor(client) },
      )
      // The client gets the answer of the other side unchanged; the log has the request.
      if (passed.failure !== undefined) throw passed.failure
      if (outcome.status === 'ran' && outcome.withheld === null && passed.result !== undefined) {
        return { kind: 'passed', result: withoutSecrets(passed.result) }
      }
      const remedy = OF_SERVERS.has(request.method) ? undefined : client?.remedy
      const message = refusedText(outcome, { client: client?.end, remedy })
      return { kind: 'refused', message: [...outcome.notes, message].join('\n') }
    } finally {
      this.#passing.delete(id)
    }
  }

  /** The client as an approver; `null` for a request of the server that the client cannot be asked about. */
  #clientOf({ client, method, ask }: PassedRequest): ClientCall | null {
    const isOfServer = OF_SERVERS.has(method)
    if (isOfServer && ask === null) return null
    const asking = {
      client,
      ask: this.#parts.showsForms ? ask : null,
      wantsProgress: false,
      onNotice: () => undefined,
      onProgress: () => undefined,
    }
    // A request of the server waits as long as it takes: a server does not know that it should ask again.
    return new ClientCall(asking, { terminal: this.#parts.terminal, isKept: !isOfServer })
  }

  /** The name under which a request is decided, or the reason why it is refused. */
  async #nameOf({ method, tool, digest }: PassedRequest): Promise<{ name: string } | { refused: string }> {
    const { server } = this
    if (tool === undefined) return { name: passingTool.nameOf(server, method) }
    const unknown = { refused: `the server ${JSON.stringify(server)} has no tool ${JSON.stringify(tool)}` }
    if (digest === undefined) return unknown
    const known = () => this.#parts.manager.tools(server).find((one) => one.name === tool)
    if (known()?.digest !== digest) await this.#look()
    const found = known()
    if (!found) return unknown
    if (found.digest === digest && found.withheldBy === null) return { name: found.publicName }
    return {
      refused: `the tool ${JSON.stringify(tool)} is not what was accepted; look at it: poundlock mcp tools ${server}; accept it: poundlock mcp trust ${server}`,
    }
  }

  /** Lists the tools of the server anew, at most once in `LOOK_PAUSE_MS`. */
  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_PAUSE_MS) return
    const { manager, abortSignal } = this.#parts
    this.#looking ??= manager
      .refresh(this.server, abortSignal)
      .then(() => manager.stop(this.server))
      .finally(() => {
        this.#lookedAt = performance.now()
        this.#looking = undefined
      })
    await this.#looking
    this.sync()
  }
}
