/** Values that agree with `value` in the bits of `mask`. */
export interface MaskedValue {
  readonly mask: number
  readonly value: number
}

/** All bits of a 32-bit argument. The kernel looks at no others, so a filter must not either. */
export const WHOLE_WORD = 0xffff_ffff

/**
 * All values but some, as a list of masks. A filter of this kind cannot subtract: so it lists all values whose highest
 * bit differs from every refused one, then the next bit, and so on.
 */
export function allBut(refused: readonly number[]): readonly MaskedValue[] {
  const allowed: MaskedValue[] = []
  const visit = (prefix: number, bit: number, inside: readonly number[]): void => {
    const mask = bit >= 31 ? 0 : (WHOLE_WORD << (bit + 1)) >>> 0
    if (inside.length === 0) allowed.push({ mask, value: prefix })
    else if (bit >= 0) {
      const isSet = (value: number) => ((value >>> bit) & 1) === 1
      visit(
        prefix,
        bit - 1,
        inside.filter((value) => !isSet(value)),
      )
      visit((prefix | (1 << bit)) >>> 0, bit - 1, inside.filter(isSet))
    }
  }
  visit(0, 31, refused)
  return allowed
}
