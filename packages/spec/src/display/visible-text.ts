/**
 * Makes a text safe to show to the person who decides about it: what could hide, reorder or erase a part of it on a
 * screen is written as an escape. Control characters (also the C1 set), bidirectional marks, zero-width and other
 * invisible characters, tags, variation selectors, lone surrogates, line separators and unusual blanks are shown, and so
 * is what is put on a character beyond three marks: piled up, they cover the lines around.
 *
 * @param options.newlines `keep` leaves line feeds and tabs as they are; the default shows them too
 */
export function visibleText(text: string, options: { readonly newlines?: 'keep' | 'show' } = {}): string {
  // Nearly every text is plain, and the classes of Unicode take their time.
  if (PLAIN.test(text)) return text
  return text.replace(PILED_UP, escaped).replace(HIDDEN, (character) => {
    if (options.newlines === 'keep' && (character === '\n' || character === '\t')) return character
    const short = SHORT[character]
    if (short !== undefined) return short
    return escaped(character)
  })
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** Marks behind three others, which no script in use needs, and those that enclose or strike out what they stand on. */
const PILED_UP = /(?<=\p{M}{3})\p{M}|\p{Me}|[\u0334-\u0338]/gu

const PLAIN = /^[\x20-\x7E]*$/

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001B': '\\e' }

/** Unicode general categories Cc, Cf, Cs, Co, Cn, Zl, Zp, blanks but the space, and what is rendered as nothing. */
const HIDDEN =
  /[\u034F\u17B4\u17B5\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u115F\u1160\u3164\uFFA0\u2800]/gu
