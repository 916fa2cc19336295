import type { InsideUser, MountPlan, SandboxLimits } from '@poundlock/sandbox'
import { image, recordKind } from '../loader/program-image.ts'
import { Program, type AssembledProgram } from '../loader/program.ts'
import type { FilterInstruction } from '../seccomp/filter-assembler.ts'
import { errno } from '../system-calls/errno.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { currentFolder, openFlag, writeText } from './file-calls.ts'
import { limitResources } from './limit-calls.ts'
import { raiseLoopback } from './network-calls.ts'
import { descriptor } from './outer-program.ts'
import { becomeUnprivileged, dropCapabilities, installFilter, processControl } from './privilege-calls.ts'
import { buildView } from './view-calls.ts'

/** `SIGCHLD`: a plain fork. */
const forkFlags = 17
/** `__WALL`: children of every kind. */
const everyChild = 0x4000_0000
const closeOnExec = 4
const lastDescriptor = 0xffff_ffff

/** What shells exit with. Source: POSIX, Shell Command Language, 2.8.2. */
const exitCode = { notExecutable: 126, notFound: 127 } as const

export interface InnerProgramOptions {
  readonly architecture: Architecture
  readonly plan: MountPlan
  readonly user: InsideUser
  readonly limits: SandboxLimits
  readonly ownNetwork: boolean
  readonly filter: readonly FilterInstruction[]
  readonly command: {
    readonly file: string
    readonly args: readonly string[]
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }
}

/**
 * What the loader does inside the new namespaces, as their first process: it builds the view, forks the command, which
 * becomes unprivileged and starts, and waits for it. When it ends, the kernel ends all that the command left.
 */
export function innerProgram(options: InnerProgramOptions): AssembledProgram {
  const program = new Program(options.architecture)
  for (const stream of [0, 1, 2]) {
    program.call('dup3', [descriptor.streams + stream, stream, 0], { does: 'take the standard streams back' })
  }
  program.call('close_range', [image.channel + 1, lastDescriptor, 0], { does: 'close what only the tool needed' })
  const [mask, processes] = [program.cell(), program.cell()]
  program.call('umask', [0], { does: 'set modes exactly', store: mask })
  writeText(program, '/proc/sys/user/max_user_namespaces', '1', { does: 'allow one user namespace, the command’s own' })
  program.call('openat', [currentFolder, '/proc', openFlag.path | openFlag.closeOnExec], {
    does: 'hold the host’s /proc',
    store: processes,
  })
  if (options.ownNetwork) raiseLoopback(program)
  buildView(program, options.plan)
  program.call('umask', [0], { does: 'take the file mode mask back', firstFrom: mask })

  const [command, wait, ended] = [program.place(), program.place(), program.place()]
  program.call('clone', [forkFlags, 0, 0, 0, 0], {
    does: 'fork',
    store: { matchOf: wait },
    when: { result: 0, goTo: command },
  })
  waitForCommand(program, wait, ended)

  program.reach(command)
  becomeUnprivileged(program, processes, options.user)
  limitResources(program, options.limits)
  program.call('chdir', [options.command.cwd], { does: `enter the working directory ${options.command.cwd}` })
  program.call('close_range', [image.channel, lastDescriptor, closeOnExec], { does: 'close all on execution' })
  installFilter(program, options.filter)
  execute(program, options.command)
  return program.assemble()
}

/** The first process reaps what is left to it and tells how the command ended. It cannot be looked into from inside. */
function waitForCommand(
  program: Program,
  wait: ReturnType<Program['place']>,
  ended: ReturnType<Program['place']>,
): void {
  const status = program.recordCell(recordKind.ended)
  program.call('prctl', [processControl.dumpable, 0, 0, 0, 0], { does: 'close the first process to others' })
  dropCapabilities(program)
  program.call('close_range', [0, image.channel - 1, 0], { does: 'leave the streams to the command' })
  program.call('close_range', [image.channel + 1, lastDescriptor, 0], { does: 'leave the rest' })
  program.reach(wait)
  program.call('wait4', [-1, program.addressOf(status), everyChild, 0], {
    does: 'wait for the command',
    when: { result: 0, goTo: ended },
    goTo: wait,
  })
  program.reach(ended)
  program.record(recordKind.ended, status, 'tell how the command ended')
  program.call('exit_group', [0], { does: 'end' })
}

function execute(program: Program, command: InnerProgramOptions['command']): void {
  const { file, args, env } = command
  const unstarted = program.recordCell(recordKind.unstarted)
  const environment = program.texts(Object.entries(env).map(([name, value]) => `${name}=${value}`))
  const argumentList = program.texts([file, ...args])
  const missing = program.place()
  program.record(recordKind.ready, null, 'tell that all is ready')
  program.call('execve', [file, argumentList, environment], {
    does: `execute ${file}`,
    tolerate: 'any',
    store: unstarted,
    when: { result: -errno('ENOENT'), goTo: missing },
  })
  complain(program, `poundlock: ${file}: cannot be executed\n`, unstarted, exitCode.notExecutable)
  program.reach(missing)
  complain(program, `poundlock: ${file}: not found\n`, unstarted, exitCode.notFound)
}

function complain(program: Program, text: string, unstarted: ReturnType<Program['cell']>, code: number): void {
  const bytes = new TextEncoder().encode(text)
  const does = 'tell that the command did not start'
  program.record(recordKind.unstarted, unstarted, does)
  program.call('write', [2, bytes, bytes.length], { does, tolerate: 'any' })
  program.call('exit_group', [code], { does })
}
