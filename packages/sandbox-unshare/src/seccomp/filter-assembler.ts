/** Opcodes of classic BPF. Source: Linux `include/uapi/linux/bpf_common.h` and `filter.h`. */
export const OPCODE = {
  /** Loads 32 bits of `struct seccomp_data`. */
  load: 0x20,
  and: 0x54,
  jumpEqual: 0x15,
  jumpGreaterOrEqual: 0x35,
  jumpAnyBit: 0x45,
  return: 0x06,
} as const

export interface FilterInstruction {
  readonly code: number
  readonly jumpTrue: number
  readonly jumpFalse: number
  readonly value: number
}

type Test = 'jumpEqual' | 'jumpGreaterOrEqual' | 'jumpAnyBit'

type Line =
  | { readonly kind: 'plain'; readonly code: number; readonly value: number }
  | { readonly kind: 'test'; readonly code: number; readonly value: number; readonly label: string }
  | { readonly kind: 'label'; readonly name: string }

/**
 * Writes filters with names instead of counted jumps. Counting by hand once switched a whole list of refusals off
 * without a sign.
 */
export class FilterAssembler {
  readonly #lines: Line[] = []
  #labels = 0

  load(offset: number): void {
    this.#lines.push({ kind: 'plain', code: OPCODE.load, value: offset })
  }

  and(mask: number): void {
    this.#lines.push({ kind: 'plain', code: OPCODE.and, value: mask })
  }

  return(value: number): void {
    this.#lines.push({ kind: 'plain', code: OPCODE.return, value })
  }

  /** Goes to the label when the test holds, else on to the next line. */
  goTo(label: string, test: Test, value: number): void {
    this.#lines.push({ kind: 'test', code: OPCODE[test], value, label })
  }

  label(name: string): void {
    this.#lines.push({ kind: 'label', name })
  }

  newLabel(): string {
    this.#labels += 1
    return `#${String(this.#labels)}`
  }

  assemble(): readonly FilterInstruction[] {
    const offsets = new Map<string, number>()
    let position = 0
    for (const line of this.#lines) {
      if (line.kind === 'label') offsets.set(line.name, position)
      else position += 1
    }
    const instructions: FilterInstruction[] = []
    for (const line of this.#lines) {
      if (line.kind === 'label') continue
      let jumpTrue = 0
      if (line.kind === 'test') {
        const labelOffset = offsets.get(line.label)
        jumpTrue = labelOffset === undefined ? -1 : labelOffset - instructions.length - 1
        if (jumpTrue < 0 || jumpTrue > 255) {
          throw new RangeError(`a filter cannot go to ${line.label}: it must lie 0 to 255 instructions ahead`)
        }
      }
      instructions.push({ code: line.code, jumpTrue, jumpFalse: 0, value: line.value >>> 0 })
    }
    return instructions
  }
}

/** The filter as `struct sock_filter[]`. */
export function encodeFilter(instructions: readonly FilterInstruction[]): Uint8Array {
  const bytes = new Uint8Array(instructions.length * 8)
  const view = new DataView(bytes.buffer)
  instructions.forEach((instruction, index) => {
    view.setUint16(index * 8, instruction.code, true)
    view.setUint8(index * 8 + 2, instruction.jumpTrue)
    view.setUint8(index * 8 + 3, instruction.jumpFalse)
    view.setUint32(index * 8 + 4, instruction.value, true)
  })
  return bytes
}
