import type { SandboxPolicy } from '@poundlock/sandbox'
import { privateEnvironment } from '../backend/private-environment.ts'
import { commandProgram } from '../program/command-program.ts'
import type { Namespace } from '../program/namespace-calls.ts'
import { commandFilter } from '../seccomp/command-filter.ts'
import { encodeFilter } from '../seccomp/filter-assembler.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import type { Renderer } from './renderer.ts'

/** The namespaces that a command gets. */
export function namespacesFor(policy: SandboxPolicy): readonly Namespace[] {
  return ['user', 'mount', 'pid', 'ipc', 'uts', 'cgroup', ...(policy.network === 'off' ? (['net'] as const) : [])]
}

/** Namespaces and mounts that the loader makes itself: the strongest, and no program of the host takes part. */
export function createNamespacesRenderer(
  architecture: Architecture,
  options: { readonly unixSockets: boolean },
): Renderer {
  const filter = encodeFilter(commandFilter(architecture, options))
  // A socket in the workspace may be a service of the host, and what that does is no part of a view.
  const filterOfViews = encodeFilter(commandFilter(architecture, { unixSockets: false }))
  return {
    name: 'namespaces',
    mounts: true,
    identity: [Buffer.from(filter).toString('base64')],
    tools: [],
    impossible: () => [],
    refusals: () => [],
    namespaces: namespacesFor,
    defences: () => ({}),
    render: ({ users, policy, plan, limits, controlGroups, command }) => ({
      programs: [
        commandProgram({
          architecture,
          host: {
            parent: process.pid,
            become: users.become,
            leaveGroups: process.geteuid?.() === 0,
            ...(policy.workspaceView && { stand: policy.workspaceView.folder }),
            controlGroups,
          },
          namespaces: namespacesFor(policy),
          hostUser: users.host,
          user: users.inside,
          plan,
          limits,
          filter: policy.workspaceView === undefined ? filter : filterOfViews,
          command: { ...command, env: privateEnvironment(command.env, policy, plan) },
        }),
      ],
    }),
  }
}
