import { ChannelsError } from './channels-error.ts'
import { below, jsonObject } from './inbound/incoming-call.ts'

const MAX_ANSWER_BYTES = 1024 * 1024
/** The longest pause that a service can ask for. */
const LONGEST_PAUSE_MS = 5000

export interface ServiceCall {
  /** For messages: the secrets of a URL do not belong there. */
  readonly operation: string
  readonly url: string
  readonly method?: 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds. 8,000 unless set. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface ServiceAnswer {
  readonly status: number
  readonly text: string
}

/**
 * One call of a service over HTTP: no redirects, an end to waiting and to reading, and one more try when it says that it
 * was too many.
 *
 * @throws ChannelsError `CHANNEL_UNREACHABLE`
 */
export async function callService(call: ServiceCall): Promise<ServiceAnswer> {
  const first = await callOnce(call)
  if (first.status !== 429) return first
  const pause = first.retryAfterMs
  if (pause === null || pause > LONGEST_PAUSE_MS) return first
  await new Promise((resolve) => setTimeout(resolve, pause))
  return callOnce(call)
}

async function callOnce(call: ServiceCall): Promise<ServiceAnswer & { readonly retryAfterMs: number | null }> {
  const { operation, url, method = 'POST', headers = {}, body, timeoutMs = 8000, signal } = call
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = await textOf(response)
    return { status: response.status, text, retryAfterMs: pauseOf(response.headers.get('retry-after'), text) }
  } catch (cause) {
    const why = timeout.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(cause)
    throw new ChannelsError(`${operation}: ${why}`, {
      code: 'CHANNEL_UNREACHABLE',
      remedy: 'Look at the network, and at apiUrl or the target in poundlock.json.',
      // Not the error itself: it can hold the URL, and that a token.
    })
  }
}

/**
 * How long a service wants to be left alone, in milliseconds: Slack and Discord say it in a header, Telegram only in the
 * body. Source: docs.slack.dev, Rate limits; discord.com/developers/docs, Rate Limits; core.telegram.org/bots/api,
 * ResponseParameters. All of them count in seconds.
 */
function pauseOf(header: string | null, text: string): number | null {
  const json = jsonObject(text)
  const given = header ?? below(json, 'parameters', 'retry_after') ?? below(json, 'retry_after')
  const seconds = typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? 'it cannot be reached'
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    // Bytes that are no UTF-8 are not repaired.
    return ''
  }
}

/** The error for a refusal by a service; its reason is shortened to a word. */
export function refusedBy(operation: string, status: number, reason: unknown): ChannelsError {
  const word = typeof reason === 'string' ? `: ${reason.slice(0, 200)}` : ''
  return new ChannelsError(`${operation}: it was refused (${status}${word})`, {
    code: 'CHANNEL_REFUSED',
    remedy: 'Look at the token, at whether the bot is a member of the chat, and at the id of the chat.',
  })
}
