import { randomUUID } from 'node:crypto'
import { questionFault, type QuestionMethod, type ServedCall, type ServerQuestion } from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'
import type { Assembly } from '../host/assemble.ts'
import type { KeptRequests } from './kept-requests.ts'
import { passingTool, type Passing } from './passing-handlers.ts'
import { ClientCall, type TerminalOf } from './serve-asking.ts'

type Values = Readonly<Record<string, unknown>>

interface PendingCall {
  readonly server: string
  readonly call: ServedCall
  readonly session: string
}

interface QuestionParts {
  readonly assembly: Assembly
  readonly kept: KeptRequests
  readonly terminal: TerminalOf
}

/** Requests of servers while a client's call waits for them: decided like a call, and passed to that client only. */
export class ServerQuestions {
  /** Names under which these requests are decided; they cannot be called. */
  readonly names = new Set<string>()
  readonly #calls = new Set<PendingCall>()
  readonly #passing = new Map<string, Passing>()
  #parts: QuestionParts | undefined

  /** @param servers those that may ask something */
  attach(parts: QuestionParts, servers: readonly string[]): void {
    this.#parts = parts
    for (const server of servers) {
      for (const tool of passingTool(server, 'elsewhere', this.#passing)) {
        if (!QUESTIONS.has(tool.served?.tool ?? '')) continue
        parts.assembly.runtime.tools.add(tool)
        this.names.add(tool.spec.name)
      }
    }
  }

  /** @returns a function that removes it again */
  begin(under: PendingCall): () => void {
    this.#calls.add(under)
    return () => void this.#calls.delete(under)
  }

  readonly onSampling: ServerQuestion = (server, params, signal) =>
    this.#put('sampling/createMessage', server, params, signal)
  readonly onElicitation: ServerQuestion = (server, params, signal) =>
    this.#put('elicitation/create', server, params, signal)

  async #put(method: QuestionMethod, server: string, params: unknown, signal: AbortSignal): Promise<Values> {
    const fault = questionFault(method, params)
    if (fault !== null) throw new Error(`it is not asked: ${fault}`)
    const input = params as Values
    const [only, ...others] = [...this.#calls].filter((one) => one.server === server)
    const capability = method === 'sampling/createMessage' ? 'sampling' : 'elicitation'
    const { questions } = only?.call ?? {}
    // Whose call it is about cannot be known where several wait.
    if (!only || others.length > 0 || !questions?.[capability] || input['mode'] === 'url') {
      throw new Error('no person can be asked')
    }
    const { assembly, kept, terminal } = this.#parts!
    const id = `call_${randomUUID()}`
    const passed: Passing = {
      pass: (decided) => questions.put(method, named(server, decided), signal),
      result: undefined,
      failure: undefined,
    }
    this.#passing.set(id, passed)
    const client = new ClientCall(only.call, { terminal, isKept: false })
    try {
      const outcome = await assembly.runtime.call(
        { id, name: passingTool.nameOf(server, method), input },
        { ...assembly.context, session: only.session },
        { abortSignal: signal, stdin: 'ignore', ask: kept.askFor(client) },
      )
      if (passed.failure !== undefined) throw passed.failure
      if (outcome.status === 'ran' && outcome.withheld === null && passed.result) return passed.result
      throw new Error(outcome.message)
    } finally {
      this.#passing.delete(id)
    }
  }
}

const QUESTIONS: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create'])

/** Names the server in a form, which the client shows as ours. */
const named = (server: string, input: Values): Values =>
  typeof input['message'] === 'string'
    ? {
        ...input,
        message: `The server ${JSON.stringify(server)} asks:\n${visibleText(input['message'], { newlines: 'keep' })}`,
      }
    : input
