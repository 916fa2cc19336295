import { IMAGE } from '../loader/program-image.ts'
import type { Program } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'
import { writeText } from './file-calls.ts'
import { PROCESS_CONTROL } from './privilege-calls.ts'

const JOIN_SESSION_KEYRING = 1
const KILL_SIGNAL = 9
export const LAST_DESCRIPTOR = 0xffff_ffff

export interface HostOptions {
  /** Process id of this Node: when it has gone already, nothing starts. */
  readonly parent: number
  /** Whom to become before anything else, which only root can; `null` to stay. */
  readonly become: { readonly uid: number; readonly gid: number } | null
  /** True when Node runs as root: groups that it is in are left. */
  readonly leaveGroups: boolean
  /** A folder to stand in from then on: its path may be closed to whom the process becomes. */
  readonly stand?: string
  /** Files that take the process into its control groups when "0" is written to them. */
  readonly controlGroups: readonly string[]
}

/**
 * Adds the steps while still on the host: close inherited descriptors, and end with Poundlock.
 *
 * @param lastNeeded the last descriptor that the program itself needs; those above are inherited
 */
export function leaveHost(program: Program, options: HostOptions, lastNeeded: number = IMAGE.channel): void {
  for (const file of options.controlGroups) writeText(program, file, '0', { does: `enter the control group ${file}` })
  if (options.stand !== undefined) program.call('chdir', [options.stand], { does: `enter ${options.stand}` })
  if (options.leaveGroups) {
    // The root of a user namespace may not be allowed to; it has no groups of the host then.
    program.call('setgroups', [0, 0], { does: 'leave the groups of root', tolerate: errno('EPERM') })
  }
  if (options.become !== null) {
    const { uid, gid } = options.become
    program.call('setresgid', [gid, gid, gid], { does: 'become the group of the workspace' })
    program.call('setresuid', [uid, uid, uid], { does: 'become the owner of the workspace' })
    // A change of user closes /proc/self to the process itself, which has yet to write its maps there.
    program.call('prctl', [PROCESS_CONTROL.dumpable, 1, 0, 0, 0], { does: 'reopen /proc/self' })
  }
  dieWithParent(program)
  const [go, orphaned] = [program.slot(), program.slot()]
  // It may have died before the signal was asked for.
  program.call('getppid', [], { does: 'look for Poundlock', when: { result: options.parent, goTo: go } })
  program.reach(orphaned)
  program.call('exit_group', [IMAGE.failureExitCode], { does: 'end, being an orphan', goTo: orphaned })
  program.reach(go)
  // Not every container allows the call; the filter refuses all use of keys anyway.
  program.call('keyctl', [JOIN_SESSION_KEYRING, 0], { does: 'leave the session keyring', tolerate: 'any' })
  program.call('close_range', [lastNeeded + 1, LAST_DESCRIPTOR, 0], { does: 'close descriptors that came along' })
}

/** A change of user forgets the signal, so this comes after it. */
export function dieWithParent(program: Program): void {
  program.call('prctl', [PROCESS_CONTROL.parentDeathSignal, KILL_SIGNAL, 0, 0, 0], { does: 'end with the parent' })
}
