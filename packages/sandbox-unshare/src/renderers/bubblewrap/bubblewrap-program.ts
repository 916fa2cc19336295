import type { LoopbackListener } from '../../backend/egress.ts'
import { Program, type AssembledProgram } from '../../loader/program.ts'
import { CURRENT_FOLDER, OPEN_FLAG } from '../../program/file-calls.ts'
import { type HostOptions, leaveHost } from '../../program/host-calls.ts'
import { lastNeeded } from '../../program/listener-calls.ts'
import { bindExactly } from '../../program/mount-calls.ts'
import { makeOwnMounts } from '../../program/namespace-calls.ts'
import type { Architecture } from '../../system-calls/system-calls.ts'

/** Descriptors for bubblewrap: inherited ones are closed first, and these lie above those that it opens itself. */
const ARGUMENTS_DESCRIPTOR = 60
const LOADER_DESCRIPTOR = 61
export const FIRST_CONTENT_DESCRIPTOR = 62
const FROM_START = 0

export interface BubblewrapProgramOptions {
  readonly architecture: Architecture
  /** Absolute path of bubblewrap. */
  readonly file: string
  readonly host: HostOptions
  readonly args: readonly string[]
  readonly contents: readonly string[]
  /** As for the program inside: the way to hand the socket over goes through bubblewrap. */
  readonly listeners: readonly LoopbackListener[]
  /** Devices of the host that are shown, and that the command would own. */
  readonly ownedDevices: readonly string[]
}

/**
 * The program before bubblewrap: the steps on the host, then its arguments and all contents in files without names, and
 * then bubblewrap, with the loader as its command. So none of it is written to a disk or shown in a list of processes.
 */
export function bubblewrapProgram(options: BubblewrapProgramOptions): AssembledProgram {
  const program = new Program(options.architecture)
  leaveHost(program, options.host, lastNeeded(options.listeners))
  passText(program, ARGUMENTS_DESCRIPTOR, options.args.map((text) => `${text}\0`).join(''))
  options.contents.forEach((content, index) => passText(program, FIRST_CONTENT_DESCRIPTOR + index, content))
  if (options.ownedDevices.length > 0) keepModes(program, options.ownedDevices)
  const loader = program.cell()
  program.call('openat', [CURRENT_FOLDER, '/proc/self/exe', OPEN_FLAG.path | OPEN_FLAG.closeOnExec], {
    does: 'hold the loader',
    store: loader,
  })
  moveTo(program, loader, LOADER_DESCRIPTOR, 'hold the loader')
  // It is not there inside: only this descriptor leads to it.
  const command = `/proc/self/fd/${String(LOADER_DESCRIPTOR)}`
  const words = program.texts([options.file, '--args', String(ARGUMENTS_DESCRIPTOR), command])
  program.call('execve', [options.file, words, program.texts([])], { does: `execute ${options.file}` })
  return program.assemble()
}

/**
 * Mounts devices read-only over themselves, where bubblewrap binds them from: they can still be written, and their
 * owner cannot change their modes for the whole machine. bubblewrap's `--remount-ro` would disable them as devices.
 */
function keepModes(program: Program, devices: readonly string[]): void {
  const does = 'keep the modes of devices'
  makeOwnMounts(program, does)
  for (const device of devices) bindExactly(program, device, device, ['readOnly'], does)
}

function passText(program: Program, descriptor: number, text: string): void {
  const does = 'pass what bubblewrap is to do'
  const bytes = new TextEncoder().encode(text)
  const file = program.cell()
  program.call('memfd_create', ['poundlock', 0], { does, store: file })
  if (bytes.length > 0) {
    program.call('write', [0, bytes, bytes.length], { does, firstFrom: file })
    program.call('lseek', [0, 0, FROM_START], { does, firstFrom: file })
  }
  moveTo(program, file, descriptor, does)
}

function moveTo(program: Program, from: { readonly address: number }, descriptor: number, does: string): void {
  program.call('dup3', [0, descriptor, 0], { does, firstFrom: from })
  program.call('close', [0], { does, firstFrom: from })
}
