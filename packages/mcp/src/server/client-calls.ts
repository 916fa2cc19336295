import type { Params } from '@poundlock/jsonrpc'
import { METHODS } from '../connection/protocol.ts'
import type { PeerRequest, ToClient } from './client-peer.ts'
import { type ClientSide, invalidParams, isValues, readToolCall, type Values, valuesOf } from './client-request.ts'
import { asFailure } from './pass-through/routed-link.ts'
import { questionForm, readFormAnswer } from './question-form.ts'
import type { AskThroughClient, ClientQuestions } from './served.ts'
import { SuspendableCall, type SuspendedCalls } from './suspended-calls.ts'

/** Under which a question of ours is put to clients without a handshake. */
const QUESTION_KEY = 'approval'

/** Asks a client that made a handshake, while the call waits; `null` where it cannot show forms. */
export function askByRequest(
  client: ClientSide,
  connection: Pick<ToClient, 'request'>,
  signal: AbortSignal,
): AskThroughClient | null {
  if (!client.showsForms) return null
  return async (question, asking) => {
    const form = questionForm(question, { namesMode: client.revision >= '2025-11-25' })
    try {
      // The caller decides how long it waits.
      const options = { signal: AbortSignal.any([asking, signal]), timeoutMs: Infinity }
      return readFormAnswer(question, await connection.request(METHODS.elicit, form, options))
    } catch (error) {
      return { kind: 'unanswered', message: `the client could not show it: ${(error as Error).message}` }
    }
  }
}

/** Passes requests of a server to a client with a handshake, while its call waits. */
export function questionsByRequest(
  client: ClientSide,
  connection: Pick<ToClient, 'request'>,
  signal: AbortSignal,
): ClientQuestions {
  return {
    sampling: client.samples,
    elicitation: client.showsForms,
    async put(method, params, asking) {
      try {
        const options = { signal: AbortSignal.any([asking, signal]), timeoutMs: Infinity }
        return valuesOf((await connection.request(method, params, options)) as Params)
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}

/**
 * Makes a call of a client without a handshake: a question ends the request, and the next one, which brings the answer,
 * goes on with the same call.
 *
 * @param make makes the call, and gives its result as it is sent
 * @param foreignState takes a `requestState` that is not of ours; without it, it is refused
 * @throws RpcFailure
 */
export async function callWithoutSession(
  params: Values,
  { signal }: Pick<PeerRequest, 'signal'>,
  options: {
    readonly client: ClientSide
    readonly suspended: SuspendedCalls
    readonly make: (live: { readonly signal: AbortSignal; readonly ask: AskThroughClient | null }) => Promise<Values>
    readonly takesForeignState?: boolean
  },
): Promise<Values> {
  const { client, suspended, make, takesForeignState = false } = options
  const of = readToolCall(params)
  const { requestState, inputResponses } = params
  const resumed = requestState === undefined ? null : suspended.resume(requestState, of)
  if (requestState !== undefined && !resumed && !takesForeignState) {
    throw invalidParams('requestState: unknown, used, out of time, or of another call; call anew')
  }
  const call =
    resumed ?? new SuspendableCall((running, ask) => make({ signal: running, ask: client.showsForms ? ask : null }))
  if (resumed) {
    const given = isValues(inputResponses) ? inputResponses[QUESTION_KEY] : undefined
    // Without an answer the question is put again.
    if (given !== undefined && resumed.question) resumed.answer(readFormAnswer(resumed.question, given))
  }
  const stand = await call.follow(signal)
  if (stand.kind === 'done') return stand.result
  return {
    resultType: 'input_required',
    inputRequests: {
      [QUESTION_KEY]: { method: METHODS.elicit, params: questionForm(stand.question, { namesMode: true }) },
    },
    requestState: suspended.suspend(call, of),
  }
}
