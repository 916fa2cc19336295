import type { Cell, Program, StepOptions } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'

/** `AT_FDCWD`: paths are taken as they are, or from the current folder. */
export const CURRENT_FOLDER = -100
/** Flags of open(2) that are the same on x64 and arm64. Source: `include/uapi/asm-generic/fcntl.h`. */
export const OPEN_FLAG = {
  writeOnly: 1,
  readWrite: 2,
  create: 0o100,
  closeOnExec: 0o2000000,
  path: 0o10000000,
} as const
const REGULAR_FILE = 0o100000

/** `RESOLVE_NO_SYMLINKS` of openat2(2). */
const WITHOUT_LINKS = 0x04
const OPEN_HOW_BYTES = 24

const encoder = new TextEncoder()

/** Adds a call that opens the entry at a path as a descriptor. It fails when any part of the path is a link. */
export function holdExactly(program: Program, path: string, does: string): Cell {
  const descriptor = program.cell()
  openWithoutLinks(program, path, { does, store: descriptor })
  return descriptor
}

/**
 * The same where that call may be missing: inside of our own sandbox, whose filter refuses it, links are followed, as far
 * as that sandbox goes.
 */
export function holdExactlyWherePossible(program: Program, path: string, does: string, descriptor: Cell): void {
  const [refused, done] = [program.slot(), program.slot()]
  openWithoutLinks(program, path, {
    does,
    store: descriptor,
    tolerate: errno('ENOSYS'),
    when: { result: -errno('ENOSYS'), goTo: refused },
    goTo: done,
  })
  program.reach(refused)
  program.call('openat', [CURRENT_FOLDER, path, OPEN_FLAG.path | OPEN_FLAG.closeOnExec], { does, store: descriptor })
  program.reach(done)
}

function openWithoutLinks(program: Program, path: string, options: StepOptions): void {
  const how = program.words([OPEN_FLAG.path | OPEN_FLAG.closeOnExec, 0, WITHOUT_LINKS])
  program.call('openat2', [CURRENT_FOLDER, path, how, OPEN_HOW_BYTES], options)
}

/** Adds calls that write a text to a file. */
export function writeText(
  program: Program,
  path: string,
  content: string,
  options: { readonly does: string; readonly create?: number; readonly tolerate?: 'any' },
): void {
  const descriptor = program.cell()
  const tolerate = options.tolerate === undefined ? {} : { tolerate: options.tolerate }
  const flags = OPEN_FLAG.writeOnly | OPEN_FLAG.closeOnExec | (options.create === undefined ? 0 : OPEN_FLAG.create)
  program.call('openat', [CURRENT_FOLDER, path, flags, options.create ?? 0], {
    does: options.does,
    store: descriptor,
    ...tolerate,
  })
  writeAndClose(program, descriptor, content, options.does, options.tolerate)
}

/** Adds calls that write a text to a file below an open folder. */
export function writeTextBelow(program: Program, folder: Cell, name: string, content: string, does: string): void {
  const descriptor = program.cell()
  program.call('openat', [0, name, OPEN_FLAG.writeOnly | OPEN_FLAG.closeOnExec], {
    does,
    firstFrom: folder,
    store: descriptor,
  })
  writeAndClose(program, descriptor, content, does)
}

function writeAndClose(program: Program, descriptor: Cell, content: string, does: string, tolerate?: 'any'): void {
  const bytes = encoder.encode(content)
  const lenient = tolerate === undefined ? {} : { tolerate }
  if (bytes.length > 0) {
    program.call('write', [0, bytes, bytes.length], { does, firstFrom: descriptor, ...lenient })
  }
  program.call('close', [0], { does, firstFrom: descriptor, ...lenient })
}

/** Adds a call that makes an empty file, unless something of that name is there. */
export function makeFile(program: Program, path: string, mode: number): void {
  program.call('mknodat', [CURRENT_FOLDER, path, REGULAR_FILE | mode, 0], {
    does: `make a place for ${path}`,
    tolerate: errno('EEXIST'),
  })
}
