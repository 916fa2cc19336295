import { visibleText } from '@poundlock/spec'
import { ModelError } from '../model/model-error.ts'

/** Bounds of a response of a provider. */
export interface ResponseBounds {
  /** Most bytes of one response. */
  readonly bytes: number
  /** Milliseconds without a byte, also before the first one. */
  readonly idleMs: number
}

export const RESPONSE_BOUNDS: ResponseBounds = { bytes: 64 * 1024 * 1024, idleMs: 300_000 }

/**
 * A `fetch` for a provider: a response that does not end, or says nothing any more, breaks off; and no redirection takes
 * the key to another place.
 */
export function boundedFetch(inner: typeof fetch, { bytes, idleMs }: ResponseBounds): typeof fetch {
  return async (input, init) => {
    const idle = new AbortController()
    const watch = () => setTimeout(() => idle.abort(silent(idleMs)), idleMs).unref()
    let timer = watch()
    const signal = init?.signal ? AbortSignal.any([init.signal, idle.signal]) : idle.signal
    const response = await inner(input, { ...init, signal, redirect: 'manual' }).finally(() => clearTimeout(timer))
    if (response.status >= 300 && response.status < 400)
      throw await redirected(response, input instanceof Request ? input.url : input.toString())
    if (response.body === null) return response
    let taken = 0
    timer = watch()
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          clearTimeout(timer)
          timer = watch()
          taken += chunk.byteLength
          if (taken > bytes) controller.error(endless(bytes))
          else controller.enqueue(chunk)
        },
        flush: () => clearTimeout(timer),
        cancel: () => clearTimeout(timer),
      }),
    )
    return new Response(counted, response)
  }
}

async function redirected(response: Response, url: string): Promise<ModelError> {
  await response.body?.cancel()
  const { origin, pathname } = new URL(response.headers.get('location') ?? '', url)
  return new ModelError(
    visibleText(`${url} leads to ${origin}${pathname} (HTTP ${response.status}), where no key is sent`),
    { code: 'MODEL_ANSWER', remedy: 'Give the base URL of the API itself.', status: response.status, isFinal: true },
  )
}

const silent = (idleMs: number) =>
  new ModelError(`the model said nothing for ${Math.round(idleMs / 1000)} seconds`, {
    code: 'MODEL_STREAM',
    remedy: 'Try again; the conversation is kept.',
  })

const endless = (bytes: number) =>
  new ModelError(`the answer has more than ${bytes} bytes, and was not read further`, {
    code: 'MODEL_ANSWER_TOO_LONG',
    remedy: 'Ask for a smaller step.',
  })
