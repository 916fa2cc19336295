import type { InsideUser, MountPlan, SandboxLimits } from '@poundlock/sandbox'
import type { LoopbackListener } from '../backend/egress.ts'
import { IMAGE, RECORD_KIND } from '../loader/program-image.ts'
import { type AssembledProgram, type Cell, Program } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { CURRENT_FOLDER, OPEN_FLAG, writeText } from './file-calls.ts'
import { dieWithParent, type HostOptions, LAST_DESCRIPTOR, leaveHost } from './host-calls.ts'
import { limitResources } from './limit-calls.ts'
import { closeHandOver, handOverListener, lastNeeded } from './listener-calls.ts'
import { becomeWaiter, end, fork, makeNamespaces, type Namespace, waitFor } from './namespace-calls.ts'
import { raiseLoopback } from './network-calls.ts'
import { becomeUnprivileged, installFilter, PROCESS_CONTROL } from './privilege-calls.ts'
import { buildView } from './view-calls.ts'

/** `CLOSE_RANGE_CLOEXEC` */
export const CLOSE_ON_EXEC = 4

/** Of a limit on memory, the part that can be shared in this way. */
const SHARED_SHARE = 4
const PAGE_BYTES = 4096

/** Half of a user's default limit (`fs.inotify.max_user_instances` = 128). */
const INOTIFY_INSTANCES = 64

/** Exit codes of shells. Source: POSIX, Shell Command Language, 2.8.2. */
const EXIT_CODE = { notExecutable: 126, notFound: 127 } as const

export interface CommandProgramOptions {
  readonly architecture: Architecture
  readonly host: HostOptions
  readonly namespaces: readonly Namespace[]
  /** Who the process is on the host once it has become whom it shall be. */
  readonly hostUser: { readonly uid: number; readonly gid: number }
  readonly user: InsideUser
  readonly plan: MountPlan
  readonly limits: SandboxLimits
  /** How many files and folders a command may have watched; `null` for as many as its user. */
  readonly inotifyWatches: number | null
  /** Places inside whose listening sockets go to Poundlock. */
  readonly listeners: readonly LoopbackListener[]
  /** The filter as `struct sock_filter[]`. */
  readonly filter: Uint8Array
  readonly command: {
    readonly file: string
    readonly args: readonly string[]
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }
}

export type SandboxProgramOptions = Omit<CommandProgramOptions, 'command'>

/**
 * All that happens between Node's spawn and the command, but for the command itself, which `executionProgram` tells.
 * Three processes perform it: the first leaves the host, makes the namespaces, and waits outside; the second is the
 * first process inside, builds the view, and waits inside; the third gives up every privilege, and then reads what to
 * execute: whatever it is told, it can do no more than the command could. When the second ends, the kernel ends all
 * that the command left; when Node ends, so does the first, and with it the second.
 */
export function sandboxProgram(options: SandboxProgramOptions): AssembledProgram {
  const program = new Program(options.architecture)
  const [inside, waitOutside, command, waitInside] = [program.slot(), program.slot(), program.slot(), program.slot()]
  leaveHost(program, options.host, lastNeeded(options.listeners))
  makeNamespaces(program, options.namespaces, options.hostUser)
  fork(program, inside, waitOutside)
  becomeWaiter(program, [[0, LAST_DESCRIPTOR]])
  waitFor(program, waitOutside, program.cell().address)
  end(program)

  program.reach(inside)
  dieWithParent(program)
  // The processes inside are a group of their own: a signal for them does not end the one outside, and all with it.
  program.call('setsid', [], { does: 'start a session' })
  const processes = program.cell()
  prepareInside(program, options, processes)
  fork(program, command, waitInside)
  const ended = program.prepareRecord(RECORD_KIND.ended)
  // Nothing inside can look into the first process: it holds the channel.
  program.call('prctl', [PROCESS_CONTROL.dumpable, 0, 0, 0, 0], { does: 'close the first process to others' })
  becomeWaiter(program, [
    [0, IMAGE.channel - 1],
    [IMAGE.channel + 1, LAST_DESCRIPTOR],
  ])
  waitFor(program, waitInside, ended.cell.address)
  program.sendRecord(ended.address, 'tell how the command ended')
  end(program)

  program.reach(command)
  becomeUnprivileged(program, processes, options.user)
  limitResources(program, options.limits)
  program.call('close_range', [IMAGE.channel + 1, LAST_DESCRIPTOR, 0], { does: 'close what the building needed' })
  program.call('close_range', [IMAGE.channel, IMAGE.channel, CLOSE_ON_EXEC], { does: 'close the channel on execution' })
  // Until it executes the command, which undoes this, only root may inspect it or change what it read.
  program.call('prctl', [PROCESS_CONTROL.dumpable, 0, 0, 0, 0], { does: 'close the process to others' })
  installFilter(program, options.filter)
  program.next('take the command')
  return program.assemble()
}

function prepareInside(program: Program, options: SandboxProgramOptions, processes: Cell): void {
  const mask = program.cell()
  program.call('umask', [0], { does: 'set modes exactly', store: mask })
  // In some containers /proc/sys cannot be written; the filter refuses further namespaces as well.
  writeText(program, '/proc/sys/user/max_user_namespaces', '1', {
    does: 'allow one user namespace, the command’s own',
    tolerate: 'any',
  })
  // The kernel counts them for the user on the whole machine: one command must not take those of everybody.
  writeText(program, '/proc/sys/user/max_inotify_instances', String(INOTIFY_INSTANCES), {
    does: 'limit inotify instances',
    tolerate: 'any',
  })
  if (options.inotifyWatches !== null) {
    writeText(program, '/proc/sys/user/max_inotify_watches', String(options.inotifyWatches), {
      does: 'limit inotify watches',
      tolerate: 'any',
    })
  }
  // Such memory counts for no process. Kernels before 5.19 do not allow the setting here.
  if (options.limits.memoryBytes !== undefined) {
    const pages = Math.floor(options.limits.memoryBytes / SHARED_SHARE / PAGE_BYTES)
    writeText(program, '/proc/sys/kernel/shmall', String(pages), {
      does: 'limit System V shared memory',
      tolerate: 'any',
    })
  }
  program.call('openat', [CURRENT_FOLDER, '/proc', OPEN_FLAG.path | OPEN_FLAG.closeOnExec], {
    does: 'hold the host’s /proc',
    store: processes,
  })
  if (options.namespaces.includes('net')) raiseLoopback(program)
  handOverListener(program, options.listeners)
  buildView(program, options.plan, options.host.stand ?? null)
  closeHandOver(program, options.listeners)
  program.call('umask', [0], { does: 'take the file mode mask back', firstFrom: mask })
}

/** Adds the report that all is ready, and the command; when it cannot be executed, it exits as a shell would. */
export function execute(
  program: Program,
  command: CommandProgramOptions['command'],
  { knownByHost = false } = {},
): void {
  const { file, args, env } = command
  const unstarted = program.prepareRecord(RECORD_KIND.unstarted)
  const environment = program.texts(Object.entries(env).map(([name, value]) => `${name}=${value}`))
  const argumentList = program.texts([file, ...args])
  const missing = program.slot()
  const ready = program.prepareRecord(RECORD_KIND.ready)
  if (knownByHost) program.call('getpid', [], { does: 'look up the own process', store: ready.cell })
  program.sendRecord(ready.address, 'tell that all is ready')
  program.call('execve', [file, argumentList, environment], {
    does: `execute ${file}`,
    tolerate: 'any',
    store: unstarted.cell,
    when: { result: -errno('ENOENT'), goTo: missing },
  })
  complain(program, `poundlock: ${file}: cannot be executed\n`, unstarted.address, EXIT_CODE.notExecutable)
  program.reach(missing)
  complain(program, `poundlock: ${file}: not found\n`, unstarted.address, EXIT_CODE.notFound)
}

function complain(program: Program, text: string, unstarted: number, code: number): void {
  const bytes = new TextEncoder().encode(text)
  const does = 'tell that the command did not start'
  program.sendRecord(unstarted, does)
  program.call('write', [2, bytes, bytes.length], { does, tolerate: 'any' })
  program.call('exit_group', [code], { does })
}
