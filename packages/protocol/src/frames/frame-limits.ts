/** How large a frame may be; what is larger is refused before it is read. */
export interface FrameLimits {
  /** UTF-8 bytes. */
  readonly maxBytes: number
  /** Objects and arrays within each other. */
  readonly maxDepth: number
  /** Members of objects and entries of arrays, all together. */
  readonly maxValues: number
}

/** Of a frame from somebody of whom nothing is known yet. */
export const LIMITS_BEFORE_CONNECT: FrameLimits = { maxBytes: 64 * 1024, maxDepth: 8, maxValues: 256 }

/** Of a frame from a device that was let in. */
export const LIMITS_AFTER_CONNECT: FrameLimits = { maxBytes: 4 * 1024 * 1024, maxDepth: 64, maxValues: 20_000 }

/** Of a frame from the gateway: lists and audit records are long. */
export const LIMITS_OF_CLIENT: FrameLimits = { maxBytes: 32 * 1024 * 1024, maxDepth: 128, maxValues: 500_000 }

/** Which limit a text of JSON breaks; `null` where it keeps them. It need not be valid: that is for its reader. */
export function brokenLimit(text: string, { maxBytes, maxDepth, maxValues }: FrameLimits): keyof FrameLimits | null {
  // Each unit of the text is a byte at least.
  if (text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes)) return 'maxBytes'
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > maxDepth) return 'maxDepth'
        if (++values > maxValues) return 'maxValues'
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        break
      case COMMA:
        if (++values > maxValues) return 'maxValues'
        break
    }
  }
  return null
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Where the string ends that begins at a quote: its other one has no odd number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    // Half of a pair stands for two of the four bytes that the pair has.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}
