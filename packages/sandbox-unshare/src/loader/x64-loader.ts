import { type Branch, type Fragment, assemble, label, word } from './machine-code.ts'
import { IMAGE, STEP_LAYOUT } from './program-image.ts'

/** Opcodes of near jumps with a 32-bit distance. Source: Intel SDM volume 2, Jcc and JMP. */
const JUMPS = {
  always: [0xe9],
  below: [0x0f, 0x82],
  equal: [0x0f, 0x84],
  notEqual: [0x0f, 0x85],
  notAbove: [0x0f, 0x8e],
} as const

function jump(condition: keyof typeof JUMPS, goTo: string): Branch {
  const opcode = JUMPS[condition]
  const bytes = opcode.length + 4
  // The processor counts from the end of the instruction.
  return { goTo, bytes, encode: (distance) => [...opcode, ...word(distance - bytes)] }
}

/** `mov edi, value` and its like zero the upper half of the register. */
const setEax = (value: number): Fragment => [0xb8, ...word(value)]
const setEdi = (value: number): Fragment => [0xbf, ...word(value)]
const setEdx = (value: number): Fragment => [0xba, ...word(value)]
const SYSCALL: Fragment = [0x0f, 0x05]

const SYSTEM_CALL = { read: 0, write: 1, exitGroup: 231 } as const

/** Reads a whole program. r12 is the image, r13 the bytes read, rbx the step. */
const readProgram = (channel: number): readonly Fragment[] => [
  [0x41, 0xbc, ...word(IMAGE.address)], // mov r12d, image
  label('begin'),
  [0x45, 0x31, 0xed], // xor r13d, r13d
  label('read'),
  [0x41, 0xbe, ...word(8)], // mov r14d, 8: the length comes first
  [0x49, 0x83, 0xfd, 0x08], // cmp r13, 8
  jump('below', 'want'),
  [0x4d, 0x8b, 0x34, 0x24], // mov r14, [r12]
  label('want'),
  [0x4c, 0x89, 0xf2], // mov rdx, r14
  [0x4c, 0x29, 0xea], // sub rdx, r13
  jump('equal', 'run'),
  [0x4b, 0x8d, 0x34, 0x2c], // lea rsi, [r12+r13]
  setEdi(channel),
  setEax(SYSTEM_CALL.read),
  SYSCALL,
  [0x48, 0x85, 0xc0], // test rax, rax
  jump('notAbove', 'die'),
  [0x49, 0x01, 0xc5], // add r13, rax
  jump('always', 'read'),
]

/** Performs its steps, one after the other. */
const performSteps: readonly Fragment[] = [
  label('run'),
  [0x49, 0x8b, 0x5c, 0x24, IMAGE.entryOffset], // mov rbx, [r12+entry]
  label('step'),
  [0x48, 0x8b, 0x03], // mov rax, [rbx]
  [0x48, 0x83, 0xf8, STEP_LAYOUT.nextProgram & 0xff], // cmp rax, -1
  jump('equal', 'begin'),
  [0x48, 0x8b, 0x7b, STEP_LAYOUT.arguments], // mov rdi, [rbx+8]
  [0x48, 0x8b, 0x73, STEP_LAYOUT.arguments + 8], // mov rsi, [rbx+16]
  [0x48, 0x8b, 0x53, STEP_LAYOUT.arguments + 16], // mov rdx, [rbx+24]
  [0x4c, 0x8b, 0x53, STEP_LAYOUT.arguments + 24], // mov r10, [rbx+32]
  [0x4c, 0x8b, 0x43, STEP_LAYOUT.arguments + 32], // mov r8, [rbx+40]
  [0x4c, 0x8b, 0x4b, STEP_LAYOUT.arguments + 40], // mov r9, [rbx+48]
  [0x48, 0x8b, 0x4b, STEP_LAYOUT.firstFrom], // mov rcx, [rbx+firstFrom]
  [0x48, 0x85, 0xc9], // test rcx, rcx
  jump('equal', 'call'),
  [0x48, 0x8b, 0x39], // mov rdi, [rcx]
  label('call'),
  SYSCALL,
  [0x48, 0x8b, 0x4b, STEP_LAYOUT.store], // mov rcx, [rbx+store]
  [0x48, 0x85, 0xc9], // test rcx, rcx
  jump('equal', 'judge'),
  [0x48, 0x89, 0x01], // mov [rcx], rax
  label('judge'),
  [0x48, 0x3d, ...word(-4095)], // cmp rax, -4095: everything from there on is an error
  jump('below', 'next'),
  [0x48, 0x8b, 0x4b, STEP_LAYOUT.tolerate], // mov rcx, [rbx+tolerate]
  [0x48, 0x83, 0xf9, 0xff], // cmp rcx, -1
  jump('equal', 'next'),
  [0x48, 0x01, 0xc1], // add rcx, rax
  jump('notEqual', 'fail'),
  label('next'),
  [0x48, 0x8b, 0x4b, STEP_LAYOUT.onElse], // mov rcx, [rbx+onElse]
  [0x48, 0x3b, 0x43, STEP_LAYOUT.match], // cmp rax, [rbx+match]
  jump('notEqual', 'go'),
  [0x48, 0x8b, 0x4b, STEP_LAYOUT.onMatch], // mov rcx, [rbx+onMatch]
  label('go'),
  [0x48, 0x89, 0xcb], // mov rbx, rcx
  jump('always', 'step'),
]

/** Reports the step that failed, and ends. */
const reportFailure = (channel: number): readonly Fragment[] => [
  label('fail'),
  [0x49, 0x89, 0x5c, 0x24, IMAGE.failureStepOffset], // mov [r12+step], rbx
  [0x49, 0x89, 0x44, 0x24, IMAGE.failureErrnoOffset], // mov [r12+errno], rax
  [0x49, 0x8d, 0x74, 0x24, IMAGE.failureOffset], // lea rsi, [r12+failure]
  setEdi(channel),
  setEdx(IMAGE.recordBytes),
  setEax(SYSTEM_CALL.write),
  SYSCALL,
  label('die'),
  setEdi(IMAGE.failureExitCode),
  setEax(SYSTEM_CALL.exitGroup),
  SYSCALL,
]

/** The loader's instructions for x64, some 250 bytes. `channel` is the descriptor that it reads its program from. */
export function x64Code(channel: number): Uint8Array {
  return assemble([...readProgram(channel), ...performSteps, ...reportFailure(channel)])
}
