import { randomUUID } from 'node:crypto'
import type { MessageId, RequestMessage, ResponseMessage, ErrorMessage } from '@poundlock/jsonrpc'
import { isObject } from '@poundlock/spec'
import { callsOfCommand, callsOfRequest, callsOfToolCall, type AcpCall } from './acp-call.ts'
import type { AcpDecision, AcpGate, EditorAnswer } from './acp-gate.ts'
import { AcpState } from './acp-state.ts'
import { noticeMeta, ownRequest, withNotices } from './editor-request.ts'
import type { ReadableMessage } from './message-lines.ts'
import { CANCELLED, choose, chosenOption, isSelection, shownOptions } from './permission-options.ts'

type Values = Readonly<Record<string, unknown>>
type Answer = ResponseMessage | ErrorMessage

export interface AcpProxyOptions {
  readonly toEditor: (message: object) => void
  readonly toAgent: (message: object) => void
  readonly gate: AcpGate
  /** The folder of a session that was not begun through us. */
  readonly cwd: string
}

/** A question that the editor shows. */
interface Question {
  readonly session: unknown
  /** The request of the agent that it is about. */
  readonly agentId: MessageId
  readonly settle: (answer: Answer | null) => void
}

/** A refused request: what the agent reads. Of the range that JSON-RPC leaves to servers. */
const REFUSED = -32_010
const PERMISSION = 'session/request_permission'
/** They touch only what `terminal/create` has started. */
const OWN_TERMINAL = new Set(['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release'])

/**
 * Stands between an editor and an agent. Requests for permission, and those that the editor would carry out on files
 * and terminals, are decided; every other message passes with all its fields.
 */
export class AcpProxy {
  readonly #options: AcpProxyOptions
  readonly #state = new AcpState()
  readonly #questions = new Map<MessageId, Question>()

  constructor(options: AcpProxyOptions) {
    this.#options = options
  }

  fromEditor({ kind, message }: ReadableMessage): void {
    if (kind === 'response') {
      const { id } = message
      const question = id === null ? undefined : this.#questions.get(id)
      if (id !== null && question !== undefined) return this.#settle(id, question, message)
    } else if (isObject(message.params)) {
      if (kind === 'request') this.#state.requested(message.id, message.params)
      else if (message.method === 'session/cancel') this.#cancel(({ session }) => session === sessionOf(message.params))
    }
    this.#options.toAgent(message)
  }

  fromAgent({ kind, message }: ReadableMessage): void {
    if (kind === 'response') {
      const { id } = message
      if (id !== null) this.#state.answered(id, resultOf(message))
    } else if (message.method === PERMISSION || isEditorsWork(message.method)) {
      // Without an id nothing may be done, but an editor could do it.
      if (kind === 'request') this.#requested(message, isObject(message.params) ? message.params : {})
      return
    } else if (isObject(message.params)) {
      const { method, params } = message
      if (method === 'session/update') this.#state.updated(params)
      if (method === '$/cancel_request') this.#cancel(({ agentId }) => agentId === params['requestId'])
    }
    this.#options.toEditor(message)
  }

  /** Nothing that still waits is carried out. */
  close(): void {
    this.#cancel(() => true)
  }

  #requested(request: RequestMessage, params: Values): void {
    if (request.method === PERMISSION) this.#permission(request, params)
    else this.#request(request, params)
  }

  #permission(request: RequestMessage, params: Values): void {
    const { id } = request
    const decided = this.#decide(this.#subjectOf(params), params['sessionId'])
    const answer = ownAnswer(decided, params)
    if (answer !== null) {
      this.#recorded(id, decided, undefined, () => this.#answer(id, { ...answer, ...noticeMeta(decided) }))
      return
    }
    const options = shownOptions(params)
    this.#ask(request, withNotices({ ...params, options }, decided), (given) => {
      const result = resultOf(given)
      const option = chosenOption(result, options)
      this.#recorded(id, decided, answerOf(option), () => {
        // An option that was not shown is none.
        if (given === null || (isSelection(result) && option === null)) this.#answer(id, CANCELLED)
        else this.#options.toAgent({ ...given, id })
      })
    })
  }

  /** Version 1 names a tool call, version 2 a subject, which may be a command. */
  #subjectOf({ sessionId, toolCall, subject }: Values): readonly AcpCall[] {
    if (isObject(subject) && subject['type'] === 'command') {
      return callsOfCommand(subject['command'], typeof subject['cwd'] === 'string' ? subject['cwd'] : undefined)
    }
    const named = isObject(toolCall) ? toolCall : isObject(subject) ? subject['toolCall'] : null
    return callsOfToolCall(isObject(named) ? this.#state.toolCall(sessionId, named) : {})
  }

  #request(request: RequestMessage, params: Values): void {
    const { method, id } = request
    const { sessionId } = params
    const decide = () => this.#decide(callsOfRequest(method, params, this.#folder(sessionId)), sessionId)
    const decided = decide()
    const settle = (isAllowed: boolean) =>
      isAllowed ? this.#options.toEditor(request) : this.#refuse(id, decided.notices)
    if (decided.decision !== 'ask') {
      this.#recorded(id, decided, undefined, () => settle(decided.decision === 'allow'))
      return
    }
    const own = ownRequest(method, params, decided)
    this.#ask(request, own, (given) => {
      const answer = answerOf(chosenOption(resultOf(given), own.options))
      // Links may lead elsewhere by now.
      const isAllowed = answer === 'allow-once' && decide().decision !== 'deny'
      this.#recorded(id, decided, answer, () => settle(isAllowed))
    })
  }

  /** What cannot be recorded is not done. */
  #recorded(id: MessageId, decided: AcpDecision, answer: EditorAnswer | undefined, act: () => void): void {
    decided.record(answer).then(act, (error: unknown) => this.#refuse(id, [`poundlock: ${String(error)}`]))
  }

  #folder(sessionId: unknown): string {
    return this.#state.folder(sessionId) ?? this.#options.cwd
  }

  #decide(calls: readonly AcpCall[], sessionId: unknown): AcpDecision {
    return this.#options.gate(calls, { cwd: this.#folder(sessionId), session: String(sessionId) })
  }

  /** Its id is ours and cannot be foreseen: no other answer of the editor is taken for this one. */
  #ask({ id: agentId }: RequestMessage, params: Values, settle: Question['settle']): void {
    const id = randomUUID()
    this.#questions.set(id, { session: params['sessionId'], agentId, settle })
    this.#options.toEditor({ jsonrpc: '2.0', id, method: PERMISSION, params })
  }

  #settle(id: MessageId, question: Question, answer: Answer | null): void {
    this.#questions.delete(id)
    question.settle(answer)
  }

  #cancel(isMeant: (question: Question) => boolean): void {
    for (const [id, question] of this.#questions) if (isMeant(question)) this.#settle(id, question, null)
  }

  #answer(id: MessageId, result: object): void {
    this.#options.toAgent({ jsonrpc: '2.0', id, result })
  }

  #refuse(id: MessageId, notices: readonly string[]): void {
    this.#options.toAgent({ jsonrpc: '2.0', id, error: { code: REFUSED, message: notices.join('\n') } })
  }
}

/** What needs no person; `null` where one is asked. */
function ownAnswer({ decision }: AcpDecision, params: Values): object | null {
  if (decision === 'deny') return choose(params, 'reject_once') ?? CANCELLED
  return decision === 'allow' ? choose(params, 'allow_once') : null
}

const resultOf = (given: Answer | null): unknown => (given !== null && 'result' in given ? given.result : null)

const answerOf = (option: Values | null): EditorAnswer =>
  option === null ? 'unknown' : option['kind'] === 'allow_once' ? 'allow-once' : 'deny'

const sessionOf = (params: unknown) => (isObject(params) ? params['sessionId'] : undefined)

/** Requests that the editor carries out itself; of the unknown ones as well. */
const isEditorsWork = (method: string) => /^(?:fs|terminal)\//.test(method) && !OWN_TERMINAL.has(method)
