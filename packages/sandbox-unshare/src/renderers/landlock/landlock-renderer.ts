import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Defence,
  entryAt,
  gatherSystemFacts,
  gitIdentitySettings,
  type SandboxLimits,
  type SandboxPolicy,
  type SystemFacts,
} from '@poundlock/sandbox'
import { giveBack } from '@poundlock/workspace-guard'
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
import { ignoresModes, otherUserFor, otherUserReason } from './other-user.ts'
import { makeScratchFolder, removeScratchLeftovers } from './scratch-folder.ts'

/** The first process and the one that watches over it. */
const WAITERS = 2

export interface LandlockRendererOptions {
  readonly unixSockets: boolean
  /** Where private HOME and TMPDIR are made. */
  readonly stateDirectory: string
}

/**
 * The containment where namespaces are refused, as in a container with the usual settings: Landlock for files, signals
 * and abstract sockets, the system call filter for the rest. A command sees that other files and processes exist, and
 * cannot open, change or signal them.
 */
export function createLandlockRenderer(architecture: Architecture, options: LandlockRendererOptions): Renderer {
  const uid = process.geteuid?.() ?? -1
  const otherUser = otherUserFor(uid)
  const scratchBase = join(options.stateDirectory, 'scratch')
  let system: SystemFacts | null = null
  let cleaned = false
  const filterFor = (network: SandboxPolicy['network']): Uint8Array =>
    encodeFilter(
      commandFilter(architecture, {
        unixSockets: options.unixSockets,
        internetSockets: network === 'on',
        sharedWith: otherUser === null ? 'owner' : 'stranger',
      }),
    )

  const render = (request: RenderRequest): Rendering => {
    if (!cleaned) removeScratchLeftovers(scratchBase)
    cleaned = true
    const scratch = makeScratchFolder(scratchBase, otherUser)
    return renderLandlock(request, { uid, otherUser, scratch, filter: filterFor(request.policy.network) })
  }

  return {
    name: 'landlock',
    mounts: false,
    // Made on demand: not needed where a stronger renderer is proven.
    get identity() {
      return ['landlock 1', Buffer.from(filterFor('off')).toString('base64')]
    },
    tools: [],
    impossible() {
      const reason = otherUserReason(otherUser)
      return reason === null ? [] : [reason]
    },
    refusals: (policy) => landlockRefusals(policy, (system ??= gatherSystemFacts())),
    namespaces: () => [],
    defences: (policy): Readonly<Record<string, Defence>> => landlockDefences(policy, otherUser !== null),
    render,
  }
}

interface LandlockFacts {
  readonly uid: number
  /** Whom the command runs as, where that is another than this user. */
  readonly otherUser: number | null
  readonly scratch: ReturnType<typeof makeScratchFolder>
  readonly filter: Uint8Array
}

function renderLandlock(request: RenderRequest, { uid, otherUser, scratch, filter }: LandlockFacts): Rendering {
  const { architecture, policy, command } = request
  const identity = gitIdentitySettings(policy.gitIdentity ?? {})
  // Nothing can be put in the place of the machine's settings; those of the private HOME yield to the repository, too.
  if (identity !== '') writeFileSync(join(scratch.home, '.gitconfig'), identity, { mode: 0o644 })
  const { cachePath } = policy
  const cache = cachePath !== undefined && entryAt(cachePath) === 'folder' ? cachePath : null
  const places = { home: scratch.home, temporary: scratch.temporary, cache }
  const program = landlockProgram({
    architecture,
    parent: process.pid,
    controlGroups: request.controlGroups,
    otherUser,
    leaveGroups: uid === 0,
    ignoresModes: uid !== 0 && ignoresModes(),
    rules: landlockRules(policy, { system: request.system, scratch: [scratch.home, scratch.temporary], entryAt }),
    network: policy.network === 'on' ? 'on' : 'off',
    limits: limitsAbove(request.limits, otherUser ?? uid),
    filter,
    command: { ...command, env: environmentFor(command.env, policy, places, otherUser) },
  })
  const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
  return {
    programs: [program],
    async cleanUp() {
      await scratch.remove()
      if (otherUser !== null) for (const folder of writable) await giveBack(folder, otherUser)
    },
  }
}

function limitsAbove(limits: SandboxLimits, uid: number): SandboxLimits {
  const { processes } = limits
  if (processes === undefined) return limits
  // A limit of an outer container holds for all processes together, and cannot be raised.
  return withinHardLimits({ ...limits, processes: processes + WAITERS + countProcesses(uid) })
}

function environmentFor(
  env: Readonly<Record<string, string>>,
  policy: SandboxPolicy,
  places: Parameters<typeof privateEnvironment>[2],
  otherUser: number | null,
): Readonly<Record<string, string>> {
  const own = privateEnvironment(env, policy, places)
  if (otherUser === null || 'GIT_CONFIG_COUNT' in own) return own
  // Git refuses repositories of other users unless it is told otherwise; here all are of another user.
  return { ...own, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
}
