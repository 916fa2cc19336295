import type { Architecture } from '../system-calls/system-calls.ts'
import { arm64Code } from './arm64-loader.ts'
import { IMAGE } from './program-image.ts'
import { x64Code } from './x64-loader.ts'

const HEADER_BYTES = 64
const SEGMENT_BYTES = 56
const SEGMENT_COUNT = 3
const CODE_ADDRESS = 0x40_0000
/** Fits pages of 4, 16 and 64 KiB. */
const ALIGNMENT = 0x1_0000

/** `e_machine` and the code. Source: ELF gABI, EM_X86_64 and EM_AARCH64. */
const machines: Readonly<Record<Architecture, readonly [machine: number, code: (channel: number) => Uint8Array]>> = {
  x64: [62, x64Code],
  arm64: [183, arm64Code],
}

const READABLE = 4
const WRITABLE = 2
const EXECUTABLE = 1
const LOAD_SEGMENT = 1
const STACK_SEGMENT = 0x6474_e551

/**
 * The loader as a static executable: no interpreter, no library, nothing that the environment can change. It reads a
 * program from a descriptor and performs it; see `program-image.ts`.
 *
 * Source: System V ABI, ELF-64 object file format.
 */
export function loaderExecutable(architecture: Architecture, channel: number = IMAGE.channel): Uint8Array {
  const [machine, codeFor] = machines[architecture]
  const code = codeFor(channel)
  const start = HEADER_BYTES + SEGMENT_BYTES * SEGMENT_COUNT
  const bytes = new Uint8Array(start + code.length)
  const view = new DataView(bytes.buffer)
  const long = (offset: number, value: number): void => view.setBigUint64(offset, BigInt(value), true)
  // Magic, 64 bits, least significant byte first, version 1.
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  view.setUint16(16, 2, true) // e_type: executable at a fixed address
  view.setUint16(18, machine, true)
  view.setUint32(20, 1, true) // e_version
  long(24, CODE_ADDRESS + start) // e_entry
  long(32, HEADER_BYTES) // e_phoff
  view.setUint16(52, HEADER_BYTES, true)
  view.setUint16(54, SEGMENT_BYTES, true)
  view.setUint16(56, SEGMENT_COUNT, true)
  const segment = (index: number, type: number, flags: number, address: number, inFile: number, inMemory: number) => {
    const at = HEADER_BYTES + index * SEGMENT_BYTES
    view.setUint32(at, type, true)
    view.setUint32(at + 4, flags, true)
    long(at + 16, address)
    long(at + 24, address)
    long(at + 32, inFile)
    long(at + 40, inMemory)
    long(at + 48, type === LOAD_SEGMENT ? ALIGNMENT : 16)
  }
  segment(0, LOAD_SEGMENT, READABLE | EXECUTABLE, CODE_ADDRESS, bytes.length, bytes.length)
  segment(1, LOAD_SEGMENT, READABLE | WRITABLE, IMAGE.address, 0, IMAGE.maximumBytes)
  segment(2, STACK_SEGMENT, READABLE | WRITABLE, 0, 0, 0)
  bytes.set(code, start)
  return bytes
}
