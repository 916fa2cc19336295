import { join } from 'node:path'
import {
  entryAt,
  gatherSystemFacts,
  giveBack,
  type Defence,
  type SandboxLimits,
  type SandboxPolicy,
  type SystemFacts,
} from '@poundlock/sandbox'
import { privateEnvironment } from '../../backend/private-environment.ts'
import { withinHardLimits } from '../../program/hard-limits.ts'
import { commandFilter } from '../../seccomp/command-filter.ts'
import { encodeFilter } from '../../seccomp/filter-assembler.ts'
import type { Architecture } from '../../system-calls/system-calls.ts'
import type { Renderer, Rendering, RenderRequest } from '../renderer.ts'
import { countProcesses } from './count-processes.ts'
import { landlockDefences } from './landlock-defences.ts'
import { landlockProgram } from './landlock-program.ts'
import { landlockRefusals, landlockRules } from './landlock-rules.ts'
import { makeScratchFolder, removeScratchLeftovers } from './scratch-folder.ts'
import { ignoresModes, strangerFor, strangerReason } from './stranger.ts'

/** The first process and the one that watches over it. */
const waiters = 2

export interface LandlockRendererOptions {
  readonly unixSockets: boolean
  /** Where private HOME and TMPDIR are made. */
  readonly stateDirectory: string
}

/**
 * What can be kept where namespaces are refused, as in a container with the usual settings: Landlock for files,
 * signals and abstract sockets, the system call filter for what Landlock does not judge. A command sees that other
 * files and processes exist, and cannot open, change or signal them.
 */
export function createLandlockRenderer(architecture: Architecture, options: LandlockRendererOptions): Renderer {
  const uid = process.geteuid?.() ?? -1
  const stranger = strangerFor(uid)
  const scratchBase = join(options.stateDirectory, 'scratch')
  let system: SystemFacts | null = null
  let cleaned = false
  const filterFor = (network: SandboxPolicy['network']): Uint8Array =>
    encodeFilter(
      commandFilter(architecture, {
        unixSockets: options.unixSockets,
        internetSockets: network === 'on',
        sharedWith: stranger === null ? 'owner' : 'stranger',
      }),
    )

  const render = (request: RenderRequest): Rendering => {
    const { policy, command } = request
    if (!cleaned) removeScratchLeftovers(scratchBase)
    cleaned = true
    const scratch = makeScratchFolder(scratchBase, stranger)
    const places = { home: scratch.home, temporary: scratch.temporary }
    const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
    const program = landlockProgram({
      architecture,
      parent: process.pid,
      controlGroups: request.controlGroups,
      stranger,
      leaveGroups: uid === 0,
      ignoresModes: uid !== 0 && ignoresModes(),
      rules: landlockRules(policy, { system: request.system, scratch: Object.values(places), entryAt }),
      network: policy.network === 'on' ? 'on' : 'off',
      limits: limitsAbove(request.limits, stranger ?? uid),
      filter: filterFor(policy.network),
      command: { ...command, env: environmentFor(command.env, policy, places, stranger) },
    })
    return {
      programs: [program],
      async cleanUp() {
        await scratch.remove()
        if (stranger !== null) for (const folder of writable) await giveBack(folder, stranger)
      },
    }
  }

  return {
    name: 'landlock',
    mounts: false,
    // Made when it is asked for: where a stronger one is proven, nobody does.
    get identity() {
      return ['landlock 1', Buffer.from(filterFor('off')).toString('base64')]
    },
    tools: [],
    impossible() {
      const reason = strangerReason(stranger)
      return reason === null ? [] : [reason]
    },
    refusals: (policy) => landlockRefusals(policy, (system ??= gatherSystemFacts())),
    namespaces: () => [],
    defences: (policy): Readonly<Record<string, Defence>> => landlockDefences(policy, stranger !== null),
    render,
  }
}

function limitsAbove(limits: SandboxLimits, uid: number): SandboxLimits {
  const { processes } = limits
  if (processes === undefined) return limits
  // A limit of whoever contains this process holds for all of us together, and cannot be raised.
  return withinHardLimits({ ...limits, processes: processes + waiters + countProcesses(uid) })
}

function environmentFor(
  env: Readonly<Record<string, string>>,
  policy: SandboxPolicy,
  places: { readonly home: string; readonly temporary: string },
  stranger: number | null,
): Readonly<Record<string, string>> {
  const own = privateEnvironment(env, policy, places)
  if (stranger === null || 'GIT_CONFIG_COUNT' in own) return own
  // Git works in no repository of somebody else unless it is told to; here all are.
  return { ...own, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
}
