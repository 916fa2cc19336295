import type { Architecture } from '../system-calls/system-calls.ts'
import { arm64Code } from './arm64-loader.ts'
import { image } from './program-image.ts'
import { x64Code } from './x64-loader.ts'

const headerBytes = 64
const segmentBytes = 56
const segmentCount = 3
const codeAddress = 0x40_0000
/** Fits pages of 4, 16 and 64 KiB. */
const alignment = 0x1_0000

/** `e_machine` and the code. Source: ELF gABI, EM_X86_64 and EM_AARCH64. */
const machines: Readonly<Record<Architecture, readonly [machine: number, code: (channel: number) => Uint8Array]>> = {
  x64: [62, x64Code],
  arm64: [183, arm64Code],
}

const readable = 4
const writable = 2
const executable = 1
const loadSegment = 1
const stackSegment = 0x6474_e551

/**
 * The loader as a static executable: no interpreter, no library, nothing that the environment can change. It reads a
 * program from a descriptor and performs it; see `program-image.ts`.
 *
 * Source: System V ABI, ELF-64 object file format.
 */
export function loaderExecutable(architecture: Architecture, channel: number = image.channel): Uint8Array {
  const [machine, codeFor] = machines[architecture]
  const code = codeFor(channel)
  const start = headerBytes + segmentBytes * segmentCount
  const bytes = new Uint8Array(start + code.length)
  const view = new DataView(bytes.buffer)
  const long = (offset: number, value: number): void => view.setBigUint64(offset, BigInt(value), true)
  // Magic, 64 bits, least significant byte first, version 1.
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  view.setUint16(16, 2, true) // e_type: executable at a fixed address
  view.setUint16(18, machine, true)
  view.setUint32(20, 1, true) // e_version
  long(24, codeAddress + start) // e_entry
  long(32, headerBytes) // e_phoff
  view.setUint16(52, headerBytes, true)
  view.setUint16(54, segmentBytes, true)
  view.setUint16(56, segmentCount, true)
  const segment = (index: number, type: number, flags: number, address: number, inFile: number, inMemory: number) => {
    const at = headerBytes + index * segmentBytes
    view.setUint32(at, type, true)
    view.setUint32(at + 4, flags, true)
    long(at + 16, address)
    long(at + 24, address)
    long(at + 32, inFile)
    long(at + 40, inMemory)
    long(at + 48, type === loadSegment ? alignment : 16)
  }
  segment(0, loadSegment, readable | executable, codeAddress, bytes.length, bytes.length)
  segment(1, loadSegment, readable | writable, image.address, 0, image.maximumBytes)
  segment(2, stackSegment, readable | writable, 0, 0, 0)
  bytes.set(code, start)
  return bytes
}
