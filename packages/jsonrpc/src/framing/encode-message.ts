import type { MessageId, Params } from '../messages/message.ts'
import type { Framing, TextCodec } from './framing.ts'

/** The text of a message with its framing: one text, so that it is one write. */
export const frameText = (text: string, framing: Framing, codec: TextCodec): string =>
  framing === 'newline' ? `${text}\n` : `Content-Length: ${codec.byteLength(text)}\r\n\r\n${text}`

/**
 * The text of a question, or of a notice where `id` is undefined. What holds it is known: only what varies is made JSON.
 *
 * @throws TypeError when `params` cannot be JSON
 */
export function requestText(id: MessageId | undefined, method: string, params: Params | undefined): string {
  const head = `${id === undefined ? '' : `"id":${jsonOf(id)},`}"method":${jsonOf(method)}`
  return params === undefined ? `{"jsonrpc":"2.0",${head}}` : `{"jsonrpc":"2.0",${head},"params":${jsonOf(params)}}`
}

/** The text of an answer. @throws TypeError when `result` cannot be JSON */
export const resultText = (id: MessageId, result: unknown): string =>
  `{"jsonrpc":"2.0","id":${jsonOf(id)},"result":${jsonOf(result)}}`

/** Of a function or a symbol there is no JSON, and without it a message would lack what it is about. */
function jsonOf(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON`)
  return text
}
