import { image, recordKind } from '../loader/program-image.ts'
import { Program, type AssembledProgram } from '../loader/program.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { currentFolder, openFlag, writeText } from './file-calls.ts'
import { processControl } from './privilege-calls.ts'

/** The descriptors that the loader and the tools between get. Everything else that leaks in is closed first. */
export const descriptor = {
  channel: image.channel,
  /** The loader itself, opened by Node: a user who may not reach its folder can still run it. */
  loader: 4,
  /** Error output of the tools, kept apart from the command's. */
  diagnostics: 5,
  /** Where the command's standard streams wait while tools run: three of them from here on. */
  streams: 10,
} as const

const joinSessionKeyring = 1
const killSignal = 9
const lastDescriptor = 0xffff_ffff

export interface OuterProgramOptions {
  readonly architecture: Architecture
  /** Process id of this Node: when it has gone already, nothing starts. */
  readonly parent: number
  /** To become before anything else; only root can. */
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** Files that take the process into its control groups when "0" is written to them. */
  readonly controlGroups: readonly string[]
  /** Absolute path of the tool and what it is given. */
  readonly tool: string
  readonly args: readonly string[]
}

/**
 * What the loader does first, still on the host: it lets go of everything that came with the process, ties its life
 * to Node's, and becomes the tool that makes the namespaces.
 */
export function outerProgram(options: OuterProgramOptions): AssembledProgram {
  const program = new Program(options.architecture, recordKind.failedOutside)
  const [go, orphaned] = [program.place(), program.place()]
  for (const file of options.controlGroups) writeText(program, file, '0', { does: `enter the control group ${file}` })
  if (options.user !== null) {
    const { uid, gid } = options.user
    const groups = new Uint8Array(4)
    new DataView(groups.buffer).setUint32(0, gid, true)
    program.call('setgroups', [1, groups], { does: 'leave the groups of root' })
    program.call('setresgid', [gid, gid, gid], { does: 'become the group of the workspace' })
    program.call('setresuid', [uid, uid, uid], { does: 'become the owner of the workspace' })
  }
  // A change of user forgets the signal, so it comes after; and the parent may have died before it was asked for.
  program.call('prctl', [processControl.parentDeathSignal, killSignal, 0, 0, 0], { does: 'end with Poundlock' })
  program.call('getppid', [], { does: 'look for Poundlock', when: { result: options.parent, goTo: go } })
  program.reach(orphaned)
  program.call('exit_group', [image.failureExitCode], { does: 'end, being an orphan', goTo: orphaned })
  program.reach(go)
  program.call('keyctl', [joinSessionKeyring, 0], { does: 'leave the session keyring', tolerate: 'any' })
  for (const stream of [0, 1, 2]) {
    program.call('dup3', [stream, descriptor.streams + stream, 0], { does: 'put the standard streams aside' })
  }
  const nothing = program.cell()
  program.call('openat', [currentFolder, '/dev/null', openFlag.readWrite], { does: 'open /dev/null', store: nothing })
  program.call('dup3', [0, 0, 0], { does: 'give the tool no input', firstFrom: nothing })
  program.call('dup3', [0, 1, 0], { does: 'give the tool no output', firstFrom: nothing })
  program.call('dup3', [descriptor.diagnostics, 2, 0], { does: 'keep the errors of the tool apart' })
  closeAll(program, descriptor.diagnostics, descriptor.streams - 1)
  closeAll(program, descriptor.streams + 3, lastDescriptor)
  program.call('execve', [options.tool, program.texts([options.tool, ...options.args]), program.texts([])], {
    does: `start ${options.tool}`,
  })
  return program.assemble()
}

function closeAll(program: Program, first: number, last: number): void {
  program.call('close_range', [first, last, 0], { does: 'close descriptors that came along' })
}
