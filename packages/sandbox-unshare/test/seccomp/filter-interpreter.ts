import { type FilterInstruction, OPCODE } from '../../src/seccomp/filter-assembler.ts'

export interface TestedCall {
  readonly architecture: number
  readonly number: number
  readonly args?: readonly bigint[]
}

/** Runs a filter as the kernel would, and refuses what the kernel would refuse. Source: Linux `net/core/filter.c`. */
export function interpret(filter: readonly FilterInstruction[], call: TestedCall): number {
  const data = new DataView(new ArrayBuffer(64))
  data.setUint32(0, call.number, true)
  data.setUint32(4, call.architecture, true)
  call.args?.forEach((value, index) => data.setBigUint64(16 + index * 8, BigInt.asUintN(64, value), true))
  let accumulator = 0
  for (let position = 0; position < filter.length; position += 1) {
    const { code, jumpTrue, jumpFalse, value } = filter[position]!
    const jump = (taken: boolean): void => {
      position += taken ? jumpTrue : jumpFalse
    }
    if (code === OPCODE.load) {
      if (value % 4 !== 0 || value > 60) throw new RangeError(`loads from ${String(value)}`)
      accumulator = data.getUint32(value, true)
    } else if (code === OPCODE.and) accumulator = (accumulator & value) >>> 0
    else if (code === OPCODE.jumpEqual) jump(accumulator === value)
    else if (code === OPCODE.jumpGreaterOrEqual) jump(accumulator >= value)
    else if (code === OPCODE.jumpAnyBit) jump((accumulator & value) !== 0)
    else if (code === OPCODE.return) return value
    else throw new RangeError(`unknown instruction ${String(code)}`)
  }
  throw new RangeError('the filter ends without an answer')
}
