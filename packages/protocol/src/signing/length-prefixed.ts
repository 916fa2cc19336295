// Every place where this package runs has it; the types of core packages name nothing that Node or a page brings.
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> }

/**
 * Texts as bytes that no other list of texts has: of each its length in UTF-8 bytes, as four bytes with the highest
 * first, then the bytes.
 */
export function lengthPrefixed(fields: readonly string[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const encoded = fields.map((field) => encoder.encode(field))
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + 4 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const field of encoded) {
    view.setUint32(at, field.length)
    bytes.set(field, at + 4)
    at += 4 + field.length
  }
  return bytes
}
