import type { IncomingMessage } from 'node:http'
import { ambiguity } from '../ambiguity.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads the body of a request, with a limit. */
export type ReadBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'ambiguous'; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string }

/** Reads a body whole, as strict JSON that can be read in one way only. One that is too large is not read to its end. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { kind: 'too-large' }
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) return { kind: 'too-large' }
      chunks.push(chunk)
    }
    const text = decoder.decode(Buffer.concat(chunks))
    const value: unknown = JSON.parse(text)
    const problem = ambiguity(text)
    return problem === null ? { kind: 'json', value } : { kind: 'ambiguous', message: `Invalid request: ${problem}` }
  } catch (error) {
    return { kind: 'broken', message: `Parse error: ${(error as Error).message}` }
  }
}
