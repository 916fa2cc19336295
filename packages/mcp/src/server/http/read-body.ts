import type { IncomingMessage } from 'node:http'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type ReadBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken'; readonly message: string }

/** Reads a body whole, as strict JSON. One that is too large is not read to its end. */
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
    return { kind: 'json', value: JSON.parse(decoder.decode(Buffer.concat(chunks))) as unknown }
  } catch (error) {
    return { kind: 'broken', message: `Parse error: ${(error as Error).message}` }
  }
}
