import {
  type Defence,
  detectContainer,
  type ProbeReport,
  type SandboxPolicy,
  type SandboxStatus,
} from '@poundlock/sandbox'
import type { CommandUser } from '../container/command-user.ts'

export const BACKEND_NAME = 'docker'

export interface DockerStatusFacts {
  readonly policy: SandboxPolicy
  readonly report: ProbeReport
  readonly user: CommandUser | null
  readonly rootless: boolean
  /** Whether the filter is ours; else it is the engine's own. */
  readonly ownFilter: boolean
  readonly readOnlyRoot: boolean
}

/** The status of a sandbox with this policy, as the probe has proven it. */
export function describeStatus(facts: DockerStatusFacts): SandboxStatus {
  const { policy, report } = facts
  const active = report.contained
  return {
    backend: BACKEND_NAME,
    enabled: true,
    active,
    filesystem: active ? policy.fileMode : 'off',
    network: active ? policy.network : 'on',
    namespaces: active ? ['mount', 'pid', 'ipc', 'uts', 'cgroup', 'net', ...(facts.rootless ? ['user'] : [])] : [],
    defences: active ? defences(facts) : {},
    container: detectContainer(),
    fallbackReasons: active ? [] : [...report.reasons, ...failedChecks(report)],
  }
}

/** Checks that did not hold, as reasons. */
export function failedChecks(report: ProbeReport): readonly string[] {
  return report.checks
    .filter((check) => !check.passed)
    .map((check) => `The check "${check.name}" did not hold: to ${check.description} gave ${check.evidence}.`)
}

function defences(facts: DockerStatusFacts): Readonly<Record<string, Defence>> {
  const { policy, user, rootless } = facts
  const set = (value: unknown): Defence => (value === undefined ? 'off' : 'active')
  return {
    seccomp: 'active',
    'seccomp:own-filter': facts.ownFilter
      ? 'active'
      : 'unavailable: the processor of the engine is not known here, so the engine’s own filter is used',
    'no-new-privileges': 'active',
    capabilities: 'active',
    'read-only-root': facts.readOnlyRoot ? 'active' : 'off',
    'hidden-host': 'active',
    'private-home': 'active',
    'private-temporary': 'active',
    'protected-paths': policy.protectedPaths.length === 0 ? 'off' : 'active',
    'unprivileged-user':
      user?.uid === 0 && !rootless
        ? 'unavailable: the workspace belongs to root, so the command is root without any capability'
        : 'active',
    'limit:processes': 'active',
    'limit:memory': 'active',
    'limit:memory-together': 'active',
    'limit:open-files': 'active',
    'limit:file-size': set(policy.limits.fileBytes),
    'limit:cpu-time': set(policy.limits.cpuSeconds),
    'limit:inotify-instances':
      'unavailable: the kernel counts them for the user on the whole machine, so a command can use those up',
  }
}
