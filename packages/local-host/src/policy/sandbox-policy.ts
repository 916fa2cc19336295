import { join } from 'node:path'
import type { ResolvedConfig } from '@poundlock/config'
import { hostGitIdentity, type SandboxPolicy } from '@poundlock/sandbox'
import { PROTECTED_PATHS } from '@poundlock/spec'
import type { Location } from '../place/workspace.ts'
import { cachePath } from './cache-path.ts'

/** The policy of the sandbox, from the configuration. */
export function sandboxPolicy(
  { sandbox }: ResolvedConfig,
  { workspace }: Location,
  machine: {
    readonly home: string
    readonly stateDirectory: string
    readonly hiddenPaths: readonly string[]
    readonly readPaths: readonly string[]
  },
): SandboxPolicy {
  const { home, stateDirectory } = machine
  const absolute = (path: string) => (path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path)
  const limits = Object.fromEntries(Object.entries(sandbox.limits).map(([name, limit]) => [name, limit.value]))
  const access = sandbox.workspaceAccess.value
  return {
    // Where commands may not write the workspace, they see only the listed paths.
    fileMode: access === 'rw' ? sandbox.fileMode.value : 'allow-list',
    workspace,
    readPaths: [
      ...(access === 'ro' ? [workspace] : []),
      ...machine.readPaths,
      ...sandbox.readPaths.value.map(absolute),
    ],
    writePaths: sandbox.writePaths.value.map(absolute),
    protectedPaths: [...PROTECTED_PATHS.map((entry) => entry.path), ...sandbox.protectedPaths.value],
    hiddenPaths: [...machine.hiddenPaths, ...sandbox.hiddenPaths.value.map(absolute)],
    ...sandboxNetwork(sandbox),
    limits,
    ...(sandbox.caches.value && { cachePath: cachePath(workspace, stateDirectory) }),
    ...(sandbox.gitIdentity.value && {
      gitIdentity: hostGitIdentity(home, process.env['XDG_CONFIG_HOME'] || undefined),
    }),
  }
}

/** The network as a sandbox has it: one that asks is an allowlist to which answers add. */
export function sandboxNetwork({
  network,
  egress,
}: Pick<ResolvedConfig['sandbox'], 'network' | 'egress'>): Pick<SandboxPolicy, 'network' | 'egress'> {
  const rules = egress.value
  if (network.value === 'ask') {
    const elseOff = network.origin === 'default'
    return { network: 'allowlist', egress: { rules, asks: true, ...(elseOff && { elseOff }) } }
  }
  return network.value === 'allowlist' ? { network: 'allowlist', egress: { rules } } : { network: network.value }
}
