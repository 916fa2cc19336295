import type { SandboxPolicy } from '@poundlock/sandbox'
import { descriptor } from '../program/outer-program.ts'

/** The namespaces a command gets, in the words of the status. */
export function namespacesFor(policy: SandboxPolicy): readonly string[] {
  return ['user', 'mount', 'pid', 'ipc', 'uts', 'cgroup', ...(policy.network === 'off' ? ['net'] : [])]
}

/** What unshare(1) is given: the namespaces, a child that dies with it, and the loader as that child. */
export function unshareArguments(policy: SandboxPolicy): readonly string[] {
  return [
    ...namespacesFor(policy).map((name) => `--${name}`),
    '--map-root-user',
    '--fork',
    '--kill-child',
    '--',
    `/proc/self/fd/${String(descriptor.loader)}`,
  ]
}
