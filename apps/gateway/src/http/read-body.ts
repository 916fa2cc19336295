import type { IncomingMessage } from 'node:http'
import { decodeJson, GatewayError, type FrameLimits } from '@poundlock/protocol'

/**
 * Reads a body. What is larger is not read to its end.
 *
 * @returns `null` for one that is too large
 */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a body of JSON as strictly as a frame. @throws GatewayError `BAD_FRAME`, `FRAME_TOO_LARGE` */
export async function readJsonBody(request: IncomingMessage, limits: FrameLimits): Promise<unknown> {
  const bytes = await readBytes(request, limits.maxBytes)
  if (bytes !== null) return decodeJson(bytes, limits, 'body')
  const expected = `at most ${limits.maxBytes} bytes`
  throw new GatewayError(`The body is too large: expected ${expected}.`, { code: 'FRAME_TOO_LARGE', expected })
}

/** Whether a body says that it is JSON. A page can send other types to another site without asking it first. */
export const saysJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(headers['content-type'] ?? '')
