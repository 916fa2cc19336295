import { randomUUID } from 'node:crypto'
import { questionFault, type QuestionMethod, type ServedCall, type ServerQuestion } from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'
import type { Assembly } from '../setup/assemble.ts'
import { passingTool, type Passing } from './passing-handlers.ts'
import type { ClientAsking } from './serve-asking.ts'

type Values = Readonly<Record<string, unknown>>

interface CallUnderWay {
  readonly server: string
  readonly call: ServedCall
  readonly session: string
}

/**
 * What servers ask while a client's call waits for them: decided as a call, put to that client where it may be, and to
 * nobody else's.
 */
export class ServerQuestions {
  /** Names under which questions are decided: nobody can call them. */
  readonly names = new Set<string>()
  readonly #calls = new Set<CallUnderWay>()
  readonly #passing = new Map<string, Passing>()
  #parts: { readonly assembly: Assembly; readonly asking: ClientAsking } | undefined

  /** @param servers those that may ask something */
  attach(assembly: Assembly, asking: ClientAsking, servers: readonly string[]): void {
    this.#parts = { assembly, asking }
    for (const server of servers) {
      for (const tool of passingTool(server, this.#passing)) {
        if (!QUESTIONS.has(tool.served?.tool ?? '')) continue
        assembly.runtime.tools.add(tool)
        this.names.add(tool.spec.name)
      }
    }
  }

  /** @returns what forgets it again */
  begin(under: CallUnderWay): () => void {
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
      throw new Error('there is nobody who can be asked')
    }
    const { assembly, asking } = this.#parts!
    const id = `call_${randomUUID()}`
    const passed: Passing = {
      pass: (decided) => questions.put(method, named(server, decided), signal),
      result: undefined,
      failure: undefined,
    }
    this.#passing.set(id, passed)
    const forget = asking.begin(id, only.call)
    try {
      const outcome = await assembly.runtime.call(
        { id, name: passingTool.nameOf(server, method), input },
        { ...assembly.context, session: only.session },
        { abortSignal: signal, stdin: 'ignore' },
      )
      if (passed.failure !== undefined) throw passed.failure
      if (outcome.status === 'ran' && outcome.withheld === null && passed.result) return passed.result
      throw new Error(outcome.message)
    } finally {
      forget()
      this.#passing.delete(id)
    }
  }
}

const QUESTIONS: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create'])

/** A form says who asks: a client shows it as ours. */
const named = (server: string, input: Values): Values =>
  typeof input['message'] === 'string'
    ? {
        ...input,
        message: `The server ${JSON.stringify(server)} asks:\n${visibleText(input['message'], { newlines: 'keep' })}`,
      }
    : input
