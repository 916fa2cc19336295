import {
  type Defence,
  detectContainer,
  type ProbeReport,
  type SandboxPolicy,
  type SandboxStatus,
} from '@poundlock/sandbox'
import type { GroupLimit } from '../control-groups/control-groups.ts'
import type { Namespace } from '../program/namespace-calls.ts'
import type { Users } from './inside-user.ts'

export const backendName = 'unshare'

/** The namespaces that a command gets. */
export function namespacesFor(policy: SandboxPolicy): readonly Namespace[] {
  return ['user', 'mount', 'pid', 'ipc', 'uts', 'cgroup', ...(policy.network === 'off' ? (['net'] as const) : [])]
}

export interface StatusFacts {
  readonly policy: SandboxPolicy
  readonly report: ProbeReport
  readonly users: Users | null
  /** Which limits are kept by control groups. */
  readonly groupLimits: ReadonlySet<GroupLimit>
}

/** What a sandbox with this policy does here, as the probe has proven it. */
export function describeStatus({ policy, report, users, groupLimits }: StatusFacts): SandboxStatus {
  const active = report.contained
  return {
    backend: backendName,
    enabled: true,
    active,
    filesystem: active ? policy.fileMode : 'off',
    network: active ? policy.network : 'on',
    namespaces: active ? namespacesFor(policy) : [],
    defences: active ? defences(policy, users, groupLimits) : {},
    container: detectContainer(),
    fallbackReasons: active ? [] : [...report.reasons, ...failedChecks(report)],
  }
}

/** Checks that did not hold, as reasons. */
export function failedChecks(report: ProbeReport): readonly string[] {
  return report.checks
    .filter((check) => !check.held)
    .map((check) => `The check "${check.name}" did not hold: to ${check.description} gave ${check.evidence}.`)
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
    'limit:open-files': limit('openFiles'),
    'limit:file-size': limit('fileBytes'),
    'limit:cpu-time': limit('cpuSeconds'),
  }
}
