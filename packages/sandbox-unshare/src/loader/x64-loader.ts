import { type Branch, type Fragment, assemble, label, word } from './machine-code.ts'
import { image, stepLayout } from './program-image.ts'

/** Opcodes of near jumps with a 32-bit distance. Source: Intel SDM volume 2, Jcc and JMP. */
const jumps = {
  always: [0xe9],
  below: [0x0f, 0x82],
  equal: [0x0f, 0x84],
  notEqual: [0x0f, 0x85],
  notAbove: [0x0f, 0x8e],
} as const

function jump(condition: keyof typeof jumps, goTo: string): Branch {
  const opcode = jumps[condition]
  const bytes = opcode.length + 4
  // The processor counts from the end of the instruction.
  return { goTo, bytes, encode: (distance) => [...opcode, ...word(distance - bytes)] }
}

/** `mov edi, value` and its like zero the upper half of the register. */
const setEax = (value: number): Fragment => [0xb8, ...word(value)]
const setEdi = (value: number): Fragment => [0xbf, ...word(value)]
const setEdx = (value: number): Fragment => [0xba, ...word(value)]
const syscall: Fragment = [0x0f, 0x05]

const systemCall = { read: 0, write: 1, exitGroup: 231 } as const

/** Reads a whole program. r12 is the image, r13 the bytes read, rbx the step. */
const readProgram = (channel: number): readonly Fragment[] => [
  [0x41, 0xbc, ...word(image.address)], // mov r12d, image
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
  setEax(systemCall.read),
  syscall,
  [0x48, 0x85, 0xc0], // test rax, rax
  jump('notAbove', 'die'),
  [0x49, 0x01, 0xc5], // add r13, rax
  jump('always', 'read'),
]

/** Performs its steps, one after the other. */
const performSteps: readonly Fragment[] = [
  label('run'),
  [0x49, 0x8b, 0x5c, 0x24, image.entryOffset], // mov rbx, [r12+entry]
  label('step'),
  [0x48, 0x8b, 0x03], // mov rax, [rbx]
  [0x48, 0x83, 0xf8, stepLayout.nextProgram & 0xff], // cmp rax, -1
  jump('equal', 'begin'),
  [0x48, 0x8b, 0x7b, stepLayout.arguments], // mov rdi, [rbx+8]
  [0x48, 0x8b, 0x73, stepLayout.arguments + 8], // mov rsi, [rbx+16]
  [0x48, 0x8b, 0x53, stepLayout.arguments + 16], // mov rdx, [rbx+24]
  [0x4c, 0x8b, 0x53, stepLayout.arguments + 24], // mov r10, [rbx+32]
  [0x4c, 0x8b, 0x43, stepLayout.arguments + 32], // mov r8, [rbx+40]
  [0x4c, 0x8b, 0x4b, stepLayout.arguments + 40], // mov r9, [rbx+48]
  [0x48, 0x8b, 0x4b, stepLayout.firstFrom], // mov rcx, [rbx+firstFrom]
  [0x48, 0x85, 0xc9], // test rcx, rcx
  jump('equal', 'call'),
  [0x48, 0x8b, 0x39], // mov rdi, [rcx]
  label('call'),
  syscall,
  [0x48, 0x8b, 0x4b, stepLayout.store], // mov rcx, [rbx+store]
  [0x48, 0x85, 0xc9], // test rcx, rcx
  jump('equal', 'judge'),
  [0x48, 0x89, 0x01], // mov [rcx], rax
  label('judge'),
  [0x48, 0x3d, ...word(-4095)], // cmp rax, -4095: everything from there on is an error
  jump('below', 'next'),
  [0x48, 0x8b, 0x4b, stepLayout.tolerate], // mov rcx, [rbx+tolerate]
  [0x48, 0x83, 0xf9, 0xff], // cmp rcx, -1
  jump('equal', 'next'),
  [0x48, 0x01, 0xc1], // add rcx, rax
  jump('notEqual', 'fail'),
  label('next'),
  [0x48, 0x8b, 0x4b, stepLayout.onElse], // mov rcx, [rbx+onElse]
  [0x48, 0x3b, 0x43, stepLayout.match], // cmp rax, [rbx+match]
  jump('notEqual', 'go'),
  [0x48, 0x8b, 0x4b, stepLayout.onMatch], // mov rcx, [rbx+onMatch]
  label('go'),
  [0x48, 0x89, 0xcb], // mov rbx, rcx
  jump('always', 'step'),
]

/** Reports the step that failed, and ends. */
const reportFailure = (channel: number): readonly Fragment[] => [
  label('fail'),
  [0x49, 0x89, 0x5c, 0x24, image.failureStepOffset], // mov [r12+step], rbx
  [0x49, 0x89, 0x44, 0x24, image.failureErrnoOffset], // mov [r12+errno], rax
  [0x49, 0x8d, 0x74, 0x24, image.failureOffset], // lea rsi, [r12+failure]
  setEdi(channel),
  setEdx(image.recordBytes),
  setEax(systemCall.write),
  syscall,
  label('die'),
  setEdi(image.failureExitCode),
  setEax(systemCall.exitGroup),
  syscall,
]

/** The loader's instructions for x64, some 250 bytes. `channel` is the descriptor that it reads its program from. */
export function x64Code(channel: number): Uint8Array {
  return assemble([...readProgram(channel), ...performSteps, ...reportFailure(channel)])
}
