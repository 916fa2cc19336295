import { readFileSync } from 'node:fs'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { listenersOf } from '../backend/egress.ts'
import { privateEnvironment } from '../backend/private-environment.ts'
import { sandboxProgram } from '../program/command-program.ts'
import { executionProgram } from '../program/execution-program.ts'
import type { Namespace } from '../program/namespace-calls.ts'
import { reopenedStreams } from '../program/standard-streams.ts'
import { commandFilter } from '../seccomp/command-filter.ts'
import { encodeFilter } from '../seccomp/filter-assembler.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import type { BuildRendering, BuildRequest, Renderer } from './renderer.ts'

/** The namespaces that a command gets. */
export function namespacesFor(policy: SandboxPolicy): readonly Namespace[] {
  return ['user', 'mount', 'pid', 'ipc', 'uts', 'cgroup', ...(policy.network === 'on' ? [] : (['net'] as const))]
}

/** Namespaces and mounts that the loader makes itself: the strongest, and no program of the host takes part. */
export function createNamespacesRenderer(
  architecture: Architecture,
  options: { readonly unixSockets: boolean },
): Renderer {
  const filter = encodeFilter(commandFilter(architecture, options))
  // A socket in the workspace may be a service of the host, and what that does is no part of a view.
  const filterOfViews = () => encodeFilter(commandFilter(architecture, { unixSockets: false }))
  const build = ({ users, policy, plan, limits, controlGroups }: BuildRequest): BuildRendering => ({
    programs: [
      sandboxProgram({
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
        inotifyWatches: halfOfWatches(),
        listeners: listenersOf(policy),
        filter: policy.workspaceView === undefined ? filter : filterOfViews(),
      }),
    ],
    tell: (command) =>
      executionProgram(
        architecture,
        { ...command, env: privateEnvironment(command.env, policy, plan) },
        reopenedStreams(command),
      ),
  })
  return {
    name: 'namespaces',
    mounts: true,
    identity: [Buffer.from(filter).toString('base64')],
    tools: [],
    impossible: () => [],
    refusals: () => [],
    namespaces: namespacesFor,
    defences: () => ({}),
    render(request) {
      const { programs, tell } = build(request)
      return { programs: [...programs, tell(request.command)] }
    },
    build,
  }
}

/** The kernel counts them for the user on the whole machine: one command must not take those of everybody. */
function halfOfWatches(): number | null {
  try {
    const all = Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8'))
    return Number.isSafeInteger(all) && all > 1 ? Math.floor(all / 2) : null
  } catch {
    return null
  }
}
