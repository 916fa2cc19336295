/** Bytes of machine code, a name for the place that follows, or an instruction that goes to a named place. */
export type Fragment = readonly number[] | { readonly label: string } | Branch

export interface Branch {
  readonly goTo: string
  readonly bytes: number
  /** The instruction, given how far away the place is: in bytes, from the instruction's own start. */
  encode(distance: number): readonly number[]
}

export const label = (name: string): Fragment => ({ label: name })

/** 32 bits, least significant byte first. */
export function word(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]
}

/** Lays fragments out one after the other and points every branch to its label. */
export function assemble(fragments: readonly Fragment[]): Uint8Array {
  const offsets = new Map<string, number>()
  let offset = 0
  for (const fragment of fragments) {
    if ('label' in fragment) offsets.set(fragment.label, offset)
    else offset += 'goTo' in fragment ? fragment.bytes : fragment.length
  }
  const code: number[] = []
  for (const fragment of fragments) {
    if ('label' in fragment) continue
    if (!('goTo' in fragment)) {
      code.push(...fragment)
      continue
    }
    const labelOffset = offsets.get(fragment.goTo)
    if (labelOffset === undefined) throw new TypeError(`machine code goes to ${fragment.goTo}, which is not there`)
    code.push(...fragment.encode(labelOffset - code.length))
  }
  return Uint8Array.from(code)
}
