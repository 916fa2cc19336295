import { ERROR_CODES } from '../messages/message.ts'
import { type MessageLimits, type ReadMessage, readMessage } from '../messages/read-message.ts'
import type { TextCodec } from './framing.ts'

const OPENING = new Set([0x7b, 0x5b])
const BLANKS = new Set([0x20, 0x09, 0x0d])

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
  let value: unknown
  try {
    value = JSON.parse(codec.decode(body))
  } catch (error) {
    const message = `Parse error: ${error instanceof SyntaxError ? error.message : 'it is not UTF-8'}`
    return { kind: 'invalid', id: null, error: { code: ERROR_CODES.parseError, message } }
  }
  return readMessage(value, options.limits)
}

function beginsLikeMessage(body: Uint8Array): boolean {
  let at = 0
  while (BLANKS.has(body[at]!)) at++
  return OPENING.has(body[at]!)
}
