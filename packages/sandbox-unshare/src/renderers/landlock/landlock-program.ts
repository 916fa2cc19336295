import type { SandboxLimits } from '@poundlock/sandbox'
import { IMAGE, RECORD_KIND } from '../../loader/program-image.ts'
import { type AssembledProgram, type Cell, Program } from '../../loader/program.ts'
import { CLOSE_ON_EXEC, execute } from '../../program/command-program.ts'
import { OPEN_FLAG, writeText } from '../../program/file-calls.ts'
import { dieWithParent, LAST_DESCRIPTOR, leaveHost } from '../../program/host-calls.ts'
import { limitResources } from '../../program/limit-calls.ts'
import { end, EVERY_CHILD, fork, FORK_FLAGS, waitFor } from '../../program/namespace-calls.ts'
import {
  dropBoundingSet,
  dropCapabilities,
  installFilter,
  keepCapability,
  PROCESS_CONTROL,
  untieCapabilities,
} from '../../program/privilege-calls.ts'
import { errno } from '../../system-calls/errno.ts'
import type { Architecture } from '../../system-calls/system-calls.ts'
import { JUDGED_PORTS, judgedRights, movingRight, SCOPES } from './access-rights.ts'
import { addRule, enterRuleset, makeRuleset } from './landlock-calls.ts'
import type { LandlockRule } from './landlock-rules.ts'

/** `CAP_DAC_OVERRIDE`: to read and write files of other users. */
const IGNORE_MODES = 1
const KILL_SIGNAL = 9
/** Every process that this one may signal, save itself: with signals scoped, those of the same sandbox. */
const ALL_PROCESSES = -1

export interface LandlockProgramOptions {
  readonly architecture: Architecture
  /** Process id of this Node. */
  readonly parent: number
  readonly controlGroups: readonly string[]
  /** A user that owns nothing on the host, to become where Node runs as root; `null` to stay who it is. */
  readonly otherUser: number | null
  /** True where this user may write files of others, and its commands shall, too. */
  readonly ignoresModes: boolean
  /** True when Node runs as root. */
  readonly leaveGroups: boolean
  readonly rules: readonly LandlockRule[]
  readonly network: 'off' | 'on'
  readonly limits: SandboxLimits
  /** The filter as `struct sock_filter[]`. */
  readonly filter: Uint8Array
  readonly command: {
    readonly file: string
    readonly args: readonly string[]
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }
}

/**
 * A command without namespaces. Three processes: the first waits, the second watches over the first, the third becomes
 * the command. The first two are in a domain of Landlock, the command in one inside it: so they can end all that the
 * command left, wherever it went, with one call, and it can neither signal them nor look into them. When the first
 * ends, however it does, a pipe tells the second.
 */
export function landlockProgram(options: LandlockProgramOptions): AssembledProgram {
  const program = new Program(options.architecture)
  const [watcher, command, wait] = [program.slot(), program.slot(), program.slot()]
  for (const file of options.controlGroups) writeText(program, file, '0', { does: `enter the control group ${file}` })
  becomeOtherUser(program, options)
  leaveHost(program, { parent: options.parent, become: null, leaveGroups: false, controlGroups: [] })
  const outer = makeRuleset(program, {
    files: movingRight,
    ports: 0,
    scopes: SCOPES.signals | SCOPES.abstractSockets,
  })
  addRule(program, outer, { path: '/', of: 'folder', access: 'move' })
  enterRuleset(program, outer)
  program.call('prctl', [PROCESS_CONTROL.childSubreaper, 1, 0, 0, 0], { does: 'take in what the command leaves' })

  const pipe = program.words([0, 0])
  // Two descriptors of 32 bits: each is read with the bytes after it, and a call uses the lower half.
  const [readEnd, writeEnd]: readonly [Cell, Cell] = [{ address: pipe }, { address: pipe + 4 }]
  program.call('pipe2', [pipe, OPEN_FLAG.closeOnExec], { does: 'make a pipe for the watcher' })
  program.call('clone', [FORK_FLAGS, 0, 0, 0, 0], { does: 'fork the watcher', when: { result: 0, goTo: watcher } })
  program.call('close', [0], { does: 'leave the pipe to the watcher', firstFrom: readEnd })
  fork(program, command, wait)
  closeStreams(program)
  const ended = program.prepareRecord(RECORD_KIND.ended)
  waitFor(program, wait, ended.cell.address)
  program.sendRecord(ended.address, 'tell how the command ended')
  endAll(program)
  const [drain, done] = [program.slot(), program.slot()]
  program.reach(drain)
  program.call('wait4', [-1, 0, EVERY_CHILD, 0], {
    does: 'wait for all that the command left',
    tolerate: errno('ECHILD'),
    when: { result: -errno('ECHILD'), goTo: done },
    goTo: drain,
  })
  program.reach(done)
  end(program)

  program.reach(watcher)
  program.call('close', [0], { does: 'leave the pipe to the first process', firstFrom: writeEnd })
  closeStreams(program)
  program.call('read', [0, program.words([0]), 1], { does: 'wait for the first process to end', firstFrom: readEnd })
  endAll(program)
  end(program)

  program.reach(command)
  becomeCommand(program, options)
  return program.assemble()
}

/** No limit counts root's processes, and root owns files of others: so it becomes a user that owns nothing. */
function becomeOtherUser(program: Program, options: LandlockProgramOptions): void {
  const { otherUser, leaveGroups } = options
  if (leaveGroups) {
    program.call('setgroups', [0, 0], { does: 'leave the groups of root', tolerate: errno('EPERM') })
  }
  if (otherUser !== null) {
    dropBoundingSet(program, IGNORE_MODES)
    untieCapabilities(program)
    program.call('setresgid', [otherUser, otherUser, otherUser], { does: 'become a group that owns nothing' })
    program.call('setresuid', [otherUser, otherUser, otherUser], { does: 'become a user that owns nothing' })
    // With it the workspace can be written, which another user owns; Landlock decides what may be opened at all.
    keepCapability(program, IGNORE_MODES)
  } else if (options.ignoresModes) keepCapability(program, IGNORE_MODES)
  else dropCapabilities(program)
  program.call('prctl', [PROCESS_CONTROL.noNewPrivileges, 1, 0, 0, 0], { does: 'refuse new privileges' })
}

function becomeCommand(program: Program, options: LandlockProgramOptions): void {
  const { command } = options
  dieWithParent(program)
  program.call('setsid', [], { does: 'start a session' })
  limitResources(program, options.limits)
  const ruleset = makeRuleset(program, {
    files: judgedRights,
    ports: options.network === 'off' ? JUDGED_PORTS : 0,
    scopes: SCOPES.signals | SCOPES.abstractSockets,
  })
  for (const rule of options.rules) addRule(program, ruleset, rule)
  enterRuleset(program, ruleset)
  program.during('working-directory', () =>
    program.call('chdir', [command.cwd], { does: `enter the working directory ${command.cwd}` }),
  )
  program.call('close_range', [IMAGE.channel, LAST_DESCRIPTOR, CLOSE_ON_EXEC], { does: 'close all on execution' })
  installFilter(program, options.filter)
  execute(program, command, { knownByHost: true })
}

function closeStreams(program: Program): void {
  program.call('close_range', [0, IMAGE.channel - 1, 0], { does: 'leave the streams to the command' })
}

/** The kernel goes through all processes at once: none can fork itself out of the way. */
function endAll(program: Program): void {
  program.call('kill', [ALL_PROCESSES, KILL_SIGNAL], { does: 'end all that the command left', tolerate: 'any' })
}
