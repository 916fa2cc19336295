import type { Message } from '../messages/message.ts'
import type { Framing, TextCodec } from './framing.ts'

/**
 * A message as it is sent: one text, so that it is one write.
 *
 * @throws TypeError when something in it cannot be JSON
 */
export function encodeMessage(message: Message, framing: Framing, codec: TextCodec): string {
  const text = JSON.stringify(message)
  return framing === 'newline' ? `${text}\n` : `Content-Length: ${codec.byteLength(text)}\r\n\r\n${text}`
}
