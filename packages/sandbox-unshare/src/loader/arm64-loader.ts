import { type Branch, type Fragment, assemble, label, word } from './machine-code.ts'
import { IMAGE, STEP_LAYOUT } from './program-image.ts'

/** Registers by number; 31 is the zero register. */
const ZERO = 31

const CONDITIONS = { equal: 0, notEqual: 1, below: 3, notAbove: 13 } as const

// Source of the encodings: Arm Architecture Reference Manual for A-profile, chapter C6.
const instruction = (value: number): Fragment => word(value)
const moveImmediate = (register: number, value: number): Fragment =>
  instruction((0xd280_0000 | (value << 5) | register) >>> 0)
const moveImmediateHigh = (register: number, value: number): Fragment =>
  instruction((0xd2a0_0000 | ((value >>> 16) << 5) | register) >>> 0)
const load = (target: number, base: number, offset: number): Fragment =>
  instruction((0xf940_0000 | ((offset / 8) << 10) | (base << 5) | target) >>> 0)
const store = (source: number, base: number, offset: number): Fragment =>
  instruction((0xf900_0000 | ((offset / 8) << 10) | (base << 5) | source) >>> 0)
const addRegister = (target: number, left: number, right: number): Fragment =>
  instruction((0x8b00_0000 | (right << 16) | (left << 5) | target) >>> 0)
const addImmediate = (target: number, left: number, value: number): Fragment =>
  instruction((0x9100_0000 | (value << 10) | (left << 5) | target) >>> 0)
/** `subs`, and `cmp` when the target is the zero register. */
const subtractRegister = (target: number, left: number, right: number): Fragment =>
  instruction((0xeb00_0000 | (right << 16) | (left << 5) | target) >>> 0)
const compareImmediate = (left: number, value: number): Fragment =>
  instruction((0xf100_0000 | (value << 10) | (left << 5) | ZERO) >>> 0)
/** `cmn`: compares with the negative of a value. */
const compareNegative = (left: number, value: number): Fragment =>
  instruction((0xb100_0000 | (value << 10) | (left << 5) | ZERO) >>> 0)
const compareNegativeRegister = (left: number, right: number): Fragment =>
  instruction((0xab00_0000 | (right << 16) | (left << 5) | ZERO) >>> 0)
const selectWhenEqual = (target: number, yes: number, no: number): Fragment =>
  instruction((0x9a80_0000 | (no << 16) | (CONDITIONS.equal << 12) | (yes << 5) | target) >>> 0)
const supervisorCall: Fragment = instruction(0xd400_0001)

const branch = (goTo: string): Branch => ({
  goTo,
  bytes: 4,
  encode: (distance) => word((0x1400_0000 | ((distance >> 2) & 0x3ff_ffff)) >>> 0),
})
const branchWhen = (condition: keyof typeof CONDITIONS, goTo: string): Branch => ({
  goTo,
  bytes: 4,
  encode: (distance) => word((0x5400_0000 | (((distance >> 2) & 0x7_ffff) << 5) | CONDITIONS[condition]) >>> 0),
})
const branchWhenZero = (register: number, goTo: string): Branch => ({
  goTo,
  bytes: 4,
  encode: (distance) => word((0xb400_0000 | (((distance >> 2) & 0x7_ffff) << 5) | register) >>> 0),
})

const SYSTEM_CALL = { read: 63, write: 64, exitGroup: 94 } as const

/** Reads a whole program. x19 is the image, x20 the bytes read, x21 the step; a system call keeps these registers. */
const readProgram = (channel: number): readonly Fragment[] => [
  moveImmediateHigh(19, IMAGE.address),
  label('begin'),
  moveImmediate(20, 0),
  label('read'),
  moveImmediate(22, 8), // the length comes first
  compareImmediate(20, 8),
  branchWhen('below', 'want'),
  load(22, 19, IMAGE.lengthOffset),
  label('want'),
  subtractRegister(2, 22, 20),
  branchWhen('equal', 'run'),
  addRegister(1, 19, 20),
  moveImmediate(0, channel),
  moveImmediate(8, SYSTEM_CALL.read),
  supervisorCall,
  compareImmediate(0, 0),
  branchWhen('notAbove', 'die'),
  addRegister(20, 20, 0),
  branch('read'),
]

/** Performs its steps, one after the other. */
const performSteps: readonly Fragment[] = [
  label('run'),
  load(21, 19, IMAGE.entryOffset),
  label('step'),
  load(8, 21, STEP_LAYOUT.number),
  compareNegative(8, -STEP_LAYOUT.nextProgram),
  branchWhen('equal', 'begin'),
  load(0, 21, STEP_LAYOUT.arguments),
  load(1, 21, STEP_LAYOUT.arguments + 8),
  load(2, 21, STEP_LAYOUT.arguments + 16),
  load(3, 21, STEP_LAYOUT.arguments + 24),
  load(4, 21, STEP_LAYOUT.arguments + 32),
  load(5, 21, STEP_LAYOUT.arguments + 40),
  load(9, 21, STEP_LAYOUT.firstFrom),
  branchWhenZero(9, 'call'),
  load(0, 9, 0),
  label('call'),
  supervisorCall,
  load(9, 21, STEP_LAYOUT.store),
  branchWhenZero(9, 'judge'),
  store(0, 9, 0),
  label('judge'),
  compareNegative(0, 4095), // everything from -4095 on is an error
  branchWhen('below', 'next'),
  load(9, 21, STEP_LAYOUT.tolerate),
  compareNegative(9, 1),
  branchWhen('equal', 'next'),
  compareNegativeRegister(9, 0),
  branchWhen('notEqual', 'fail'),
  label('next'),
  load(9, 21, STEP_LAYOUT.match),
  load(10, 21, STEP_LAYOUT.onMatch),
  load(11, 21, STEP_LAYOUT.onElse),
  subtractRegister(ZERO, 0, 9),
  selectWhenEqual(21, 10, 11),
  branch('step'),
]

/** Reports the step that failed, and ends. */
const reportFailure = (channel: number): readonly Fragment[] => [
  label('fail'),
  store(21, 19, IMAGE.failureStepOffset),
  store(0, 19, IMAGE.failureErrnoOffset),
  addImmediate(1, 19, IMAGE.failureOffset),
  moveImmediate(0, channel),
  moveImmediate(2, IMAGE.recordBytes),
  moveImmediate(8, SYSTEM_CALL.write),
  supervisorCall,
  label('die'),
  moveImmediate(0, IMAGE.failureExitCode),
  moveImmediate(8, SYSTEM_CALL.exitGroup),
  supervisorCall,
]

/** The loader's instructions for arm64. `channel` is the descriptor that it reads its program from. */
export function arm64Code(channel: number): Uint8Array {
  return assemble([...readProgram(channel), ...performSteps, ...reportFailure(channel)])
}
