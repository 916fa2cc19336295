/**
 * Every pattern of a secret needs one of these, in any case. Written as a regular expression without groups, each at least
 * three characters long.
 */
const HINTS =
  /key|token|github_pat|whsec_|:\*:|:543\d:|:6432:|sig=|secret|passw|passphrase|credential|auth|bearer|sess|sid=|sign|:\/\/|curl|mysql|sshpass|slack|webhook|\/bot|sk[-_]|rk_|gh[pousr]_|gl[a-z]{2,6}[-_]|xox|xapp-|A[KSBC][ICA]A|AIza|ya29|1\/\/0|npm_|pypi-|hf_|gsk_|xai-|SG\.|do[opr]_v1_|shp[a-z]{2}_|hv[sbr]\.|dckr_|dapi|lin_|SK[0-9a-f]|ATATT|sbp_|pplx-|r8_|fm[12]|bk[a-z]{2}_|NRAK|dp\.|PMAK|rubygems_|cio|\d:[\w-]{35}|eyJ/i

/** From this length on, looking at three characters at a time is faster. */
const LONG = 1024
/** From this length on, looking at the bytes of two characters at a time is. */
const VERY_LONG = 16 * 1024

/** Whether a text may hold a secret. */
export function isHinted(text: string): boolean {
  if (text.length < LONG) return HINTS.test(text)
  scanner ??= createScanner()
  return text.length < VERY_LONG ? isHintedBetween(scanner, text, 0, text.length) : isHintedInBytes(scanner, text)
}

/** Kinds of characters: 26 letters, and these. */
const DIGIT = 26
const SIGNS = '_-/:'
const FIRST_SIGN = 27
const OTHER = 31
const KIND_BITS = 5
const THREE = (1 << (3 * KIND_BITS)) - 1
const NOTHING = (OTHER << KIND_BITS) | OTHER

interface Scanner {
  /** The kind of each byte: of those of an ASCII character its own. */
  readonly kinds: Uint8Array
  /** Whether a hint may begin with these three kinds. */
  readonly begins: Uint8Array
  /** Finds a hint at its `lastIndex`. */
  readonly here: RegExp
}

let scanner: Scanner | undefined

function isHintedBetween({ kinds, begins, here }: Scanner, text: string, start: number, end: number): boolean {
  let three = NOTHING
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    three = ((three << KIND_BITS) | (code < 128 ? kinds[code]! : OTHER)) & THREE
    if (begins[three] === 0) continue
    here.lastIndex = at - 2
    if (here.test(text)) return true
  }
  return false
}

// Every place where this package runs has it; the types of core packages name nothing that Node or a page brings.
declare const TextEncoder: new () => {
  encodeInto(text: string, bytes: Uint8Array): { readonly written: number }
}

/** Characters that are looked at together; two of them again with the next ones, since a hint may begin there. */
const PART = 64 * 1024
const OVERLAP = 2

interface ByteScanner {
  readonly encoder: InstanceType<typeof TextEncoder>
  /** The same memory: a part, and zeros behind it. */
  readonly bytes: Uint8Array
  readonly pairs: Uint16Array
  /** Whether two bytes may be the first and the second, or the second and the third, of a hint. */
  readonly mayBelong: Uint8Array
}

let byteScanner: ByteScanner | undefined

function isHintedInBytes(scan: Scanner, text: string): boolean {
  const byBytes = (byteScanner ??= createByteScanner(scan))
  for (let start = 0; start < text.length; start += PART - OVERLAP) {
    const part = text.slice(start, start + PART)
    const { written } = byBytes.encoder.encodeInto(part, byBytes.bytes)
    // Only where each character is one byte, places are the same in both.
    const isHintedHere =
      written === part.length
        ? isHintedInPart(scan, byBytes, { text, start, length: written })
        : isHintedBetween(scan, text, start, start + part.length)
    if (isHintedHere) return true
  }
  return false
}

interface Part {
  readonly text: string
  readonly start: number
  readonly length: number
}

/** A pair at an even place is in every hint, whether that begins at an even place or an odd one. */
function isHintedInPart(
  { kinds, begins, here }: Scanner,
  { bytes, pairs, mayBelong }: ByteScanner,
  { text, start, length }: Part,
): boolean {
  bytes.fill(0, length, length + 3)
  const end = (length + 1) >> 1
  for (let pair = 0; pair < end; pair++) {
    if (mayBelong[pairs[pair]!] === 0) continue
    const at = pair * 2
    const two = (kinds[bytes[at]!]! << KIND_BITS) | kinds[bytes[at + 1]!]!
    if (begins[(two << KIND_BITS) | kinds[bytes[at + 2]!]!] !== 0) {
      here.lastIndex = start + at
      if (here.test(text)) return true
    }
    if (at > 0 && begins[(kinds[bytes[at - 1]!]! << (2 * KIND_BITS)) | two] !== 0) {
      here.lastIndex = start + at - 1
      if (here.test(text)) return true
    }
  }
  return false
}

function createByteScanner({ kinds, begins }: Scanner): ByteScanner {
  const kindPairs = new Uint8Array(1 << (2 * KIND_BITS))
  for (const [three, isBegin] of begins.entries()) {
    if (isBegin === 0) continue
    kindPairs[three >> KIND_BITS] = 1
    kindPairs[three & (kindPairs.length - 1)] = 1
  }
  const bytes = new Uint8Array(PART * 3 + 4)
  const pairs = new Uint16Array(bytes.buffer)
  const mayBelong = new Uint8Array(1 << 16)
  for (let first = 0; first < 256; first++) {
    for (let second = 0; second < 256; second++) {
      // In the order of bytes of this machine.
      bytes[0] = first
      bytes[1] = second
      mayBelong[pairs[0]!] = kindPairs[(kinds[first]! << KIND_BITS) | kinds[second]!]!
    }
  }
  return { encoder: new TextEncoder(), bytes, pairs, mayBelong }
}

function createScanner(): Scanner {
  const kinds = Uint8Array.from({ length: 256 }, (_, code) => (code < 128 ? kindOf(String.fromCharCode(code)) : OTHER))
  const begins = new Uint8Array(1 << (3 * KIND_BITS))
  for (const hint of HINTS.source.split('|')) {
    const [first, second, third] = beginningOf(hint).map((part) => kindsOf(part, kinds))
    for (const one of first!) {
      for (const two of second!) {
        for (const three of third!) begins[(one << (2 * KIND_BITS)) | (two << KIND_BITS) | three] = 1
      }
    }
  }
  return { kinds, begins, here: new RegExp(HINTS.source, 'iy') }
}

function kindOf(character: string): number {
  if (/[a-z]/i.test(character)) return character.toLowerCase().charCodeAt(0) - 97
  if (/\d/.test(character)) return DIGIT
  const at = SIGNS.indexOf(character)
  return at < 0 ? OTHER : FIRST_SIGN + at
}

/** What its first three characters may be: a character, an escape or a class each. */
function beginningOf(hint: string): readonly string[] {
  const parts = [...hint.matchAll(/(\[[^\]]+\]|\\.|.)(?:\{(\d)[^}]*\})?/g)]
  return parts.flatMap(([, part, least = '1']) => Array.from({ length: Number(least) }, () => part!)).slice(0, 3)
}

function kindsOf(part: string, kinds: Uint8Array): ReadonlySet<number> {
  const pattern = new RegExp(part, 'i')
  return new Set([...kinds].filter((_, code) => code < 128 && pattern.test(String.fromCharCode(code))))
}
