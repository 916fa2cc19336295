import { PoundlockError } from '@poundlock/spec'

/**
 * `MODEL_REFUSED`: the provider does not take the request. `MODEL_KEY`: it does not take the key, or there is none.
 * `MODEL_BUSY`: too many requests, or a failure on its side. `MODEL_STREAM`: the answer broke off. `MODEL_ANSWER`: what
 * came is no answer of a model. `MODEL_ANSWER_EMPTY`: it has neither text nor calls. `MODEL_ANSWER_TOO_LONG`: it did not
 * end. `MODEL_CONTEXT_FULL`: the conversation is longer than the model takes. `MODEL_UNKNOWN`: no such provider, no
 * address that can be one, or its package is not installed.
 */
export type ModelErrorCode =
  | 'MODEL_REFUSED'
  | 'MODEL_KEY'
  | 'MODEL_BUSY'
  | 'MODEL_STREAM'
  | 'MODEL_ANSWER'
  | 'MODEL_ANSWER_EMPTY'
  | 'MODEL_ANSWER_TOO_LONG'
  | 'MODEL_CONTEXT_FULL'
  | 'MODEL_UNKNOWN'

/** Why a model failed, and whether asking again makes sense. */
export interface ModelErrorOptions {
  /** What went wrong, for programs. */
  readonly code: ModelErrorCode
  /** What mends it, one sentence. */
  readonly remedy: string
  /** The HTTP status, where there was one. */
  readonly status?: number
  /** Milliseconds that the provider wants to be left alone. */
  readonly retryAfterMs?: number
  /** Asking again makes no sense, although it does for others of this code. */
  readonly isFinal?: boolean
  /** The error of the SDK or the network. */
  readonly cause?: unknown
}

const RETRIED: ReadonlySet<ModelErrorCode> = new Set([
  'MODEL_BUSY',
  'MODEL_STREAM',
  'MODEL_ANSWER',
  'MODEL_ANSWER_EMPTY',
])

/** A model that did not answer. */
export class ModelError extends PoundlockError {
  override readonly name: string = 'ModelError'
  declare readonly code: ModelErrorCode
  /** Milliseconds to wait, as the provider asks; `undefined` where it does not say. */
  readonly retryAfterMs: number | undefined
  readonly #isFinal: boolean

  constructor(message: string, { status, retryAfterMs, isFinal = false, ...options }: ModelErrorOptions) {
    super(message, { ...options, ...(status !== undefined && { details: { status } }) })
    this.retryAfterMs = retryAfterMs
    this.#isFinal = isFinal
  }

  /** Whether the same request may succeed later. */
  get isRetried(): boolean {
    return RETRIED.has(this.code) && !this.#isFinal
  }
}
