import { accessSync, constants } from 'node:fs'
import {
  type Defence,
  detectContainer,
  type ProbeReport,
  type SandboxPolicy,
  type SandboxStatus,
} from '@poundlock/sandbox'
import type { GroupLimit } from '../control-groups/control-groups.ts'
import { reasonsOf } from '../renderers/prove-renderers.ts'
import type { Renderer } from '../renderers/renderer.ts'
import type { Users } from './inside-user.ts'

export const BACKEND_NAME = 'unshare'

export interface UnshareStatusFacts {
  readonly policy: SandboxPolicy
  readonly report: ProbeReport
  /** The one that was proven, or `null`. */
  readonly renderer: Renderer | null
  readonly users: Users | null
  /** Which limits are kept by control groups. */
  readonly groupLimits: ReadonlySet<GroupLimit>
}

/** The status of a sandbox with this policy, as the probe has proven it. */
export function describeStatus({ policy, report, renderer, users, groupLimits }: UnshareStatusFacts): SandboxStatus {
  const refusals = renderer?.refusals(policy) ?? []
  const active = report.contained && renderer !== null && refusals.length === 0
  return {
    backend: BACKEND_NAME,
    ...(active ? { renderer: renderer.name } : {}),
    enabled: true,
    active,
    filesystem: active ? policy.fileMode : 'off',
    network: active ? policy.network : 'on',
    namespaces: active ? renderer.namespaces(policy) : [],
    defences: active ? { ...defences(policy, users, groupLimits), ...renderer.defences(policy) } : {},
    container: detectContainer(),
    fallbackReasons: active ? weaknesses(report, renderer) : [...reasonsOf(report), ...refusals],
  }
}

/** Without mounts a command sees more of the host: then it is worth saying why nothing stronger is used. */
function weaknesses(report: ProbeReport, renderer: Renderer): readonly string[] {
  if (renderer.mounts) return []
  return (report.failed ?? []).flatMap(({ renderer: stronger, reasons }) =>
    reasons.map((reason) => `Renderer ${stronger}: ${reason}`),
  )
}

function defences(
  policy: SandboxPolicy,
  users: Users | null,
  groupLimits: ReadonlySet<GroupLimit>,
): Readonly<Record<string, Defence>> {
  const files = policy.fileMode === 'off' ? 'off' : 'active'
  const asRoot = users?.host.uid === 0
  const limit = (name: keyof SandboxPolicy['limits']): Defence => {
    if (policy.limits[name] === undefined) return 'off'
    if (name === 'processes' && asRoot && !groupLimits.has('processes')) {
      return 'unavailable: Linux does not count the processes of root, and no control group can be made here'
    }
    return 'active'
  }
  return {
    seccomp: 'active',
    'no-new-privileges': 'active',
    capabilities: 'active',
    'hidden-host': files,
    'private-home': files,
    'private-temporary': files,
    'protected-paths': policy.protectedPaths.length === 0 ? 'off' : 'active',
    'unprivileged-user': asRoot
      ? 'unavailable: the workspace belongs to root, so the command is root’s outside and a normal user inside'
      : 'active',
    'limit:processes': limit('processes'),
    'limit:memory': limit('memoryBytes'),
    'limit:memory-together':
      policy.limits.memoryBytes === undefined || groupLimits.has('memoryBytes')
        ? limit('memoryBytes')
        : 'unavailable: no control group can be made here, so the limit holds for each process and not for all together',
    'limit:memory-shared':
      policy.limits.memoryBytes === undefined || groupLimits.has('memoryBytes')
        ? limit('memoryBytes')
        : 'unavailable: no control group can be made here, and memory that is shared by mapping or without a name counts for no process',
    'limit:open-files': limit('openFiles'),
    'limit:file-size': limit('fileBytes'),
    'limit:cpu-time': limit('cpuSeconds'),
    'limit:scratch-entries': files,
    'limit:inotify-instances': inotifyLimit(),
  }
}

/** In a user namespace the number can be lowered, where `/proc/sys` may be written at all. */
function inotifyLimit(): Defence {
  try {
    accessSync('/proc/sys/user/max_inotify_instances', constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') {
      return 'unavailable: /proc/sys cannot be written here, so a command can use up the inotify instances of its user'
    }
  }
  return 'active'
}
