import { RPC_ERROR_CODES, type MessageId, type Params, RpcFailure } from '@poundlock/jsonrpc'
import { METHODS } from '../../connection/protocol.ts'
import { readIntroduction } from '../../connection/read-answer.ts'
import { questionFault, type QuestionMethod } from '../../questions/read-question.ts'
import { askByRequest, callWithoutSession } from '../client-calls.ts'
import type { ClientOptions, ClientPeer, PeerRequest, ToClient } from '../client-peer.ts'
import {
  type ClientSide,
  invalidParams,
  isStateless,
  isValues,
  readInitialize,
  readStatelessClient,
  readToolCall,
  type Values,
  valuesOf,
} from '../client-request.ts'
import { SERVER_METHODS } from '../stateless.ts'
import type { SuspendedCalls } from '../suspended-calls.ts'
import type { McpPassThrough, PassedRequest } from './pass-through.ts'
import { restOf, withInput, inputOf } from './passed-input.ts'
import {
  CLIENT_NOTICES,
  PASSED_METHODS,
  PASSED_REVISIONS,
  passedClientCapabilities,
  passedParams,
  passedServerCapabilities,
} from './passed-methods.ts'
import { asFailure, type LinkUser } from './routed-link.ts'
import { ServerLine } from './server-line.ts'

/** Notices that wait for a client that does not read, before further ones are dropped. */
const MOST_WAITING = 256
const LONGEST_INSTRUCTIONS = 100_000
const REFUSED = -32_000

export interface PassThroughOptions extends ClientOptions {
  readonly suspended: SuspendedCalls
  /** Shared by clients without a session, for one that lives as long as one request. */
  readonly shared: ServerLine | undefined
  /** Called when the client ends, with a promise for the end of its calls. */
  readonly onClose: (end: Promise<void>) => void
}

/**
 * Stands between one client and the server: requests pass the gate first, notifications pass unchanged, and unknown
 * methods do not pass.
 */
export class PassThroughPeer implements ClientPeer, LinkUser {
  readonly #server: McpPassThrough
  readonly #options: PassThroughOptions
  readonly #own: ServerLine
  /** For requests that speak for themselves: a server serves them on a connection without a handshake. */
  readonly #stateless: ServerLine
  #client: (ClientSide & { readonly capabilities: Values }) | undefined
  #connection: ToClient | undefined
  #waiting = 0

  constructor(server: McpPassThrough, options: PassThroughOptions) {
    this.#server = server
    this.#options = options
    this.#own = new ServerLine(server, {
      onRequest: (method, params, signal) => this.#serverRequest(method, params, signal),
      // What the client knows of the server is over with it: it must begin anew.
      onClose: (why) => options.end(`the server ${JSON.stringify(server.server)} ended: ${why}`),
      owner: this,
    })
    const refuse = (method: string) => Promise.reject(RpcFailure.methodNotFound(method))
    this.#stateless =
      options.shared ?? new ServerLine(server, { onRequest: refuse, onClose: () => undefined, owner: this })
  }

  get revision(): string | undefined {
    return this.#client?.revision
  }

  attach(connection: ToClient): void {
    this.#connection = connection
  }

  async answer(method: string, params: Params | undefined, request: PeerRequest): Promise<unknown> {
    const values = valuesOf(params)
    if (isStateless(params)) return this.#answerStateless(method, values, request)
    if (method === METHODS.ping) return {}
    if (method === METHODS.initialize) return this.#introduce(values, request)
    if (!this.#client) {
      throw new RpcFailure({
        code: RPC_ERROR_CODES.invalidRequest,
        message: `Invalid request: ${method} before initialize`,
      })
    }
    const passed = methodOf(method, 'handshake')
    const send = (given: Values) => this.#own.request(this, method, given, this.#limits(request))
    const bare = passedParams(values, this.#server.questions)
    if (passed.how === 'listed') return this.#visible(await send(bare))
    if (passed.how === 'forwarded') return send(bare)
    const ask = askByRequest(this.#client, this.#connection!, request.signal)
    return this.#decided(method, bare, {
      pass: send,
      ask,
      line: this.#own,
      signal: request.signal,
      client: this.#client,
    })
  }

  notified(method: string, params: Params | undefined): void {
    if (!this.#client || !CLIENT_NOTICES.has(method) || (params !== undefined && !isValues(params))) return
    this.#own.notify(method, params).catch(() => undefined)
  }

  tell(method: string, params: Values | undefined): void {
    // Bounds the memory when a server floods a client that does not read.
    if (this.#waiting >= MOST_WAITING) return
    this.#waiting++
    const sent = this.#connection!.notify(method, params).catch(() => undefined)
    void sent.finally(() => this.#waiting--)
  }

  /** The server itself tells. */
  toolsChanged(): void {}

  close(): void {
    this.#options.onClose(this.#own.close())
    if (this.#options.shared === undefined) this.#options.onClose(this.#stateless.close())
  }

  async #introduce(params: Values, request: PeerRequest): Promise<Values> {
    if (this.#client) {
      throw new RpcFailure({
        code: RPC_ERROR_CODES.invalidRequest,
        message: 'Invalid request: it was initialized already',
      })
    }
    const client = readInitialize(params)
    const capabilities = passedClientCapabilities(params['capabilities'], this.#server.questions)
    const { protocolVersion, clientInfo } = params
    const sent = { protocolVersion, capabilities, ...(isValues(clientInfo) && { clientInfo }) }
    const answer = await this.#own.request(this, METHODS.initialize, sent, this.#limits(request))
    const { protocolVersion: revision } = readIntroduction(this.#server.server, answer).info
    await this.#own.agreed(revision)
    this.#client = { ...client, revision, capabilities }
    const { instructions } = answer
    return {
      protocolVersion: revision,
      capabilities: passedServerCapabilities(answer['capabilities']),
      serverInfo: answer['serverInfo'],
      ...(typeof instructions === 'string' && { instructions: instructions.slice(0, LONGEST_INSTRUCTIONS) }),
    }
  }

  async #answerStateless(method: string, params: Values, request: PeerRequest): Promise<Values> {
    const client = readStatelessClient(params, PASSED_REVISIONS)
    const passed = methodOf(method, 'stateless')
    const limits = this.#limits(request)
    const line = this.#stateless
    const forward = async (given: Values) => {
      const answer = await line.request(this, method, passedParams(given, this.#server.questions), limits)
      return answer['resultType'] === 'input_required' ? this.#permitted(answer, client, request) : answer
    }
    if (passed.how === 'listens') {
      return line.request(this, method, passedParams(params, this.#server.questions), {
        ...limits,
        timeoutMs: Infinity,
        longestCallMs: Infinity,
      })
    }
    if (passed.how === 'listed') return this.#visible(await forward(params))
    if (method === SERVER_METHODS.discover) {
      const answer = await forward(params)
      return { ...answer, capabilities: passedServerCapabilities(answer['capabilities']) }
    }
    if (passed.how === 'forwarded') return forward(params)
    if (method !== METHODS.callTool)
      return this.#decided(method, params, { pass: forward, ask: null, line, client, signal: request.signal })
    return callWithoutSession(params, request, {
      client,
      suspended: this.#options.suspended,
      takesForeignState: true,
      make: async ({ signal, ask }) => {
        const result = await this.#decided(method, params, { pass: forward, ask, line, client, signal })
        return { resultType: 'complete', ...result }
      },
    })
  }

  /** Has the gate decide, and does it where it may be done. */
  async #decided(
    method: string,
    params: Values,
    how: Pick<PassedRequest, 'ask' | 'pass' | 'signal'> & { readonly line: ServerLine; readonly client: ClientSide },
  ): Promise<Values> {
    const { line, client, ask, signal, pass } = how
    const isCall = method === METHODS.callTool
    const { name } = isCall ? readToolCall(params) : { name: undefined }
    const digest = name === undefined ? undefined : await line.digestOf(name, restOf(params))
    const taken = await this.#server.take({
      method,
      ...(name !== undefined && { tool: name }),
      ...(digest !== undefined && { digest }),
      input: inputOf(method, params),
      session: this.#options.session,
      client: client.name,
      signal,
      ask,
      pass: (input) => pass(withInput(method, params, input)),
    })
    if (taken.kind === 'passed') return taken.result
    if (isCall) return { content: [{ type: 'text', text: taken.message }], isError: true }
    throw new RpcFailure({ code: REFUSED, message: taken.message })
  }

  /** The list without tools that must not be called. Another value than a list is an error. */
  async #visible(answer: Values): Promise<Values> {
    const { tools } = answer
    if (!Array.isArray(tools)) throw new RpcFailure({ code: REFUSED, message: 'the server lists no tools' })
    const callable = await this.#server.callable(tools, this.#options.session)
    return { ...answer, tools: tools.filter((tool) => isValues(tool) && callable.has(tool['name'] as string)) }
  }

  /** What the server asks of the client, while a call of the client waits or at any other time. */
  async #serverRequest(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    if (method === METHODS.ping) return {}
    const capability = { [METHODS.listRoots]: 'roots', [METHODS.sample]: 'sampling', [METHODS.elicit]: 'elicitation' }[
      method
    ]
    // Refuses requests for capabilities that the client has not declared, or that the server may not use.
    if (!this.#client || capability === undefined || this.#client.capabilities[capability] === undefined) {
      throw RpcFailure.methodNotFound(method)
    }
    const values = valuesOf(params)
    const { timeoutMs, longestCallMs } = this.#server.limits
    const forward = async (given: Values) => {
      const timeout = method === METHODS.listRoots ? timeoutMs : longestCallMs
      try {
        return valuesOf((await this.#connection!.request(method, given, { signal, timeoutMs: timeout })) as Params)
      } catch (error) {
        throw asFailure(error)
      }
    }
    if (method === METHODS.listRoots) return forward(values)
    return this.#question(method as QuestionMethod, values, { pass: forward, signal, client: this.#client })
  }

  async #question(
    method: QuestionMethod,
    input: Values,
    { pass, signal, client }: Pick<PassedRequest, 'pass' | 'signal'> & { readonly client: ClientSide },
  ): Promise<Values> {
    const fault = questionFault(method, input)
    if (fault !== null) throw invalidParams(fault)
    const { session } = this.#options
    const taken = await this.#server.take({ method, input, session, client: client.name, signal, ask: null, pass })
    if (taken.kind === 'passed') return taken.result
    throw new RpcFailure({ code: REFUSED, message: taken.message })
  }

  /** A result that asks for something: it passes when all that it asks for may be asked. */
  async #permitted(answer: Values, client: ClientSide, { signal }: PeerRequest): Promise<Values> {
    const { inputRequests } = answer
    for (const one of Object.values(isValues(inputRequests) ? inputRequests : {})) {
      const { method, params } = isValues(one) ? one : {}
      if (method === METHODS.listRoots) continue
      const { sampling, elicitation } = this.#server.questions
      const may = (method === METHODS.sample && sampling) || (method === METHODS.elicit && elicitation)
      if (!may) {
        const name = JSON.stringify(String(method).slice(0, 100))
        throw new RpcFailure({ code: REFUSED, message: `the server asks for ${name}, which it may not` })
      }
      await this.#question(method, isValues(params) ? params : {}, {
        pass: async () => ({}),
        signal,
        client,
      })
    }
    return answer
  }

  #limits({ id, signal }: PeerRequest): {
    id: MessageId
    signal: AbortSignal
    timeoutMs: number
    longestCallMs: number
  } {
    return { id, signal, ...this.#server.limits }
  }
}

function methodOf(method: string, revision: 'handshake' | 'stateless') {
  const passed = Object.hasOwn(PASSED_METHODS, method) ? PASSED_METHODS[method]! : null
  if (passed === null || (passed.in !== 'both' && passed.in !== revision)) throw RpcFailure.methodNotFound(method)
  return passed
}
