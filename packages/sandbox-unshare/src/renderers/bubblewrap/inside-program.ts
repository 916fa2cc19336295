import type { SandboxLimits } from '@poundlock/sandbox'
import type { LoopbackListener } from '../../backend/egress.ts'
import { IMAGE, RECORD_KIND } from '../../loader/program-image.ts'
import { type AssembledProgram, Program } from '../../loader/program.ts'
import { CLOSE_ON_EXEC, execute } from '../../program/command-program.ts'
import { dieWithParent, LAST_DESCRIPTOR } from '../../program/host-calls.ts'
import { limitResources } from '../../program/limit-calls.ts'
import { closeHandOver, handOverListener } from '../../program/listener-calls.ts'
import { becomeWaiter, end, fork, waitFor } from '../../program/namespace-calls.ts'
import { dropCapabilities, installFilter, PROCESS_CONTROL } from '../../program/privilege-calls.ts'
import { type ReopenedStream, reopenStreams } from '../../program/standard-streams.ts'
import type { Architecture } from '../../system-calls/system-calls.ts'

export interface InsideProgramOptions {
  readonly architecture: Architecture
  readonly limits: SandboxLimits
  /** Places inside whose listening sockets go to Poundlock. */
  readonly listeners: readonly LoopbackListener[]
  /** The filter as `struct sock_filter[]`. */
  readonly filter: Uint8Array
  readonly streams: readonly ReopenedStream[]
  readonly command: {
    readonly file: string
    readonly args: readonly string[]
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }
}

/**
 * The loader's first steps inside: it ties its life to bubblewrap's outer process and waits for the rest. bubblewrap
 * requests that signal, too, but late: if its outer process has died before, no signal comes, and the processes inside
 * would never end. Poundlock answers only while it lives, and so does that process, which ends with it.
 */
export function arrivalProgram(architecture: Architecture): AssembledProgram {
  const program = new Program(architecture)
  dieWithParent(program)
  program.sendRecord(program.prepareRecord(RECORD_KIND.entered).address, 'tell to be inside')
  program.next('take the rest')
  return program.assemble()
}

/**
 * What the loader does then as the first process inside: it keeps the channel, starts the command, and
 * tells how it ended. When it ends, the kernel ends all that the command left.
 */
export function insideProgram(options: InsideProgramOptions): AssembledProgram {
  const program = new Program(options.architecture)
  const [command, wait] = [program.slot(), program.slot()]
  handOverListener(program, options.listeners)
  closeHandOver(program, options.listeners)
  program.call('close_range', [IMAGE.channel + 1, LAST_DESCRIPTOR, 0], { does: 'close what bubblewrap was given' })
  fork(program, command, wait)
  const ended = program.prepareRecord(RECORD_KIND.ended)
  program.call('prctl', [PROCESS_CONTROL.dumpable, 0, 0, 0, 0], { does: 'close the first process to others' })
  becomeWaiter(program, [
    [0, IMAGE.channel - 1],
    [IMAGE.channel + 1, LAST_DESCRIPTOR],
  ])
  waitFor(program, wait, ended.cell.address)
  program.sendRecord(ended.address, 'tell how the command ended')
  end(program)

  program.reach(command)
  dropCapabilities(program)
  program.call('prctl', [PROCESS_CONTROL.noNewPrivileges, 1, 0, 0, 0], { does: 'refuse new privileges' })
  limitResources(program, options.limits)
  reopenStreams(program, options.streams)
  program.during('working-directory', () =>
    program.call('chdir', [options.command.cwd], { does: `enter the working directory ${options.command.cwd}` }),
  )
  program.call('close_range', [IMAGE.channel, LAST_DESCRIPTOR, CLOSE_ON_EXEC], { does: 'close all on execution' })
  installFilter(program, options.filter)
  execute(program, options.command)
  return program.assemble()
}
