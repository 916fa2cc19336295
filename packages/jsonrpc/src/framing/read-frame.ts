import { ERROR_CODES } from '../messages/message.ts'
import { judgeMessage, type MessageLimits, type ReadMessage } from '../messages/read-message.ts'
import type { TextCodec } from './framing.ts'

const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b

/** What a frame is: a message, or a line that never was meant as one, such as a log line on standard output. */
export type ReadFrame = ReadMessage | { readonly kind: 'noise' }

/**
 * Reads the bytes of one frame.
 *
 * @param noiseIsExpected whether something that does not even begin like JSON is noise: on the output of a program, yes
 */
export function readFrame(
  body: Uint8Array,
  codec: TextCodec,
  options: { readonly limits: MessageLimits; readonly noiseIsExpected: boolean },
): ReadFrame {
  if (options.noiseIsExpected && !beginsLikeMessage(body)) return { kind: 'noise' }
  let text: string
  let value: unknown
  try {
    text = codec.decode(body)
    value = JSON.parse(text)
  } catch (error) {
    const message = `Parse error: ${error instanceof SyntaxError ? error.message : 'it is not UTF-8'}`
    return { kind: 'invalid', id: null, error: { code: ERROR_CODES.parseError, message } }
  }
  return judgeMessage(value, options.limits, { mayBeDeep: opensMoreThan(options.limits.maxDepth, text) })
}

function beginsLikeMessage(body: Uint8Array): boolean {
  let at = 0
  while (isBlank(body[at])) at++
  return body[at] === OPENING_BRACE || body[at] === OPENING_BRACKET
}

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d

/**
 * Whether so many objects and arrays begin in a text that they might lie too deep. Brackets in strings count as well, so
 * that nothing is missed; the value itself is walked only where this says yes.
 */
function opensMoreThan(depth: number, text: string): boolean {
  // Each that is opened is closed.
  if (text.length < 2 * depth) return false
  let left = depth
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (--left < 0) return true
  }
  return false
}
