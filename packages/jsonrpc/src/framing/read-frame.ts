import { RPC_ERROR_CODES } from '../messages/message.ts'
import { checkMessage, type MessageLimits, type ReadMessage } from '../messages/read-message.ts'
import type { FrameBody, TextCodec } from './framing.ts'

const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b
/** Characters that a level of depth takes at least: `[]`, and `{"":}` around another. */
const LEAST_ARRAY = 2
const LEAST_OBJECT = 5
/** The innermost may be `{}`. */
const LEAST_INNERMOST = 2

/** What a frame is: a message, or a line that never was meant as one, such as a log line on standard output. */
export type ReadFrame = ReadMessage | { readonly kind: 'noise' }

export interface FrameOptions {
  readonly limits: MessageLimits
  /** Whether something that does not even begin like JSON is noise: on the output of a program, yes. */
  readonly noiseIsExpected: boolean
  /** What else speaks against a message, by its text: a sentence, or `null`. */
  readonly problemOf?: ((text: string) => string | null) | undefined
  /** Batches are refused unless this says yes. */
  readonly takesBatches?: (() => boolean) | undefined
}

/** Reads one frame. */
export function readFrame(body: FrameBody, codec: TextCodec, options: FrameOptions): ReadFrame {
  if (options.noiseIsExpected && !beginsLikeMessage(body)) return { kind: 'noise' }
  let text: string
  let value: unknown
  try {
    text = typeof body === 'string' ? body : codec.decode(body)
    value = JSON.parse(text)
  } catch (error) {
    const message = `Parse error: ${error instanceof SyntaxError ? error.message : 'it is not UTF-8'}`
    return { kind: 'invalid', id: null, error: { code: RPC_ERROR_CODES.parseError, message } }
  }
  const read = checkMessage(value, options.limits, {
    mayBeDeep: opensMoreThan(options.limits.maxDepth, text),
    takesBatches: Array.isArray(value) && options.takesBatches?.() === true,
  })
  const problem = options.problemOf?.(text) ?? null
  return problem === null ? read : refused(read, problem)
}

/** Reports the problem to the other side, and fails the waiting request. */
function refused(read: ReadMessage, problem: string): ReadMessage {
  const error = { code: RPC_ERROR_CODES.invalidRequest, message: `Invalid request: ${problem}` }
  switch (read.kind) {
    case 'request':
      return { kind: 'invalid', id: read.message.id, error }
    case 'response': {
      const { id } = read.message
      if (id === null) return { kind: 'invalid', id: null, error }
      return { kind: 'invalid', id: null, error, spoiled: { ids: [id], reason: 'malformed', why: problem } }
    }
    case 'notification':
    case 'batch':
      return { kind: 'invalid', id: null, error }
    default:
      return read
  }
}

function beginsLikeMessage(body: FrameBody): boolean {
  let at = 0
  let first = unitAt(body, 0)
  while (isBlank(first)) first = unitAt(body, ++at)
  return first === OPENING_BRACE || first === OPENING_BRACKET
}

const unitAt = (body: FrameBody, at: number) => (typeof body === 'string' ? body.charCodeAt(at) : body[at])

const isBlank = (unit: number | undefined) => unit === 0x20 || unit === 0x09 || unit === 0x0d

/**
 * Whether so many objects and arrays begin in a text that they might lie too deep. Brackets in strings count as well, so
 * that nothing is missed; the value itself is walked only where this says yes.
 */
function opensMoreThan(depth: number, text: string): boolean {
  if (text.length < LEAST_ARRAY * depth) return false
  // What lies too deep is closed so many times behind its bracket: those nearer to the end are none of it.
  const until = text.length - depth
  // Written out: nearly every message of some length comes this far, and few any further.
  let arrays = 0
  for (let at = text.indexOf('['); at !== -1 && at < until && arrays <= depth; at = text.indexOf('[', at + 1)) arrays++
  // What arrays leave of a text is room for so many objects: with few arrays, a short text need not be searched again.
  const room = Math.max(0, text.length - LEAST_ARRAY * arrays - LEAST_INNERMOST)
  if (arrays + 1 + room / LEAST_OBJECT <= depth) return false
  let all = arrays
  for (let at = text.indexOf('{'); at !== -1 && at < until && all <= depth; at = text.indexOf('{', at + 1)) all++
  return all > depth
}
