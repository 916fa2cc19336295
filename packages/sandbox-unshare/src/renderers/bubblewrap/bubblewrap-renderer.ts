import { existsSync } from 'node:fs'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { listenersOf } from '../../backend/egress.ts'
import { privateEnvironment } from '../../backend/private-environment.ts'
import { reopenedStreams } from '../../program/standard-streams.ts'
import { commandFilter } from '../../seccomp/command-filter.ts'
import { encodeFilter } from '../../seccomp/filter-assembler.ts'
import type { Architecture } from '../../system-calls/system-calls.ts'
import { namespacesFor } from '../namespaces-renderer.ts'
import type { Renderer, Rendering, RenderRequest } from '../renderer.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { bubblewrapProgram, FIRST_CONTENT_DESCRIPTOR } from './bubblewrap-program.ts'
import { type Bubblewrap, findBubblewrap } from './find-bubblewrap.ts'
import { arrivalProgram, insideProgram } from './inside-program.ts'

/**
 * The same plan, kept by bubblewrap: needed where the system lets no other program make namespaces, as Ubuntu does
 * since 24.04. It makes the view; limits, the filter and the command are the loader's, as everywhere.
 */
export function createBubblewrapRenderer(
  architecture: Architecture,
  options: { readonly unixSockets: boolean },
): Renderer {
  const filter = encodeFilter(commandFilter(architecture, options))
  let found: Bubblewrap | null = null
  const bubblewrap = (): Bubblewrap => (found ??= findBubblewrap())
  return {
    name: 'bubblewrap',
    mounts: true,
    identity: ['bubblewrap 2', Buffer.from(filter).toString('base64')],
    get tools() {
      const { file } = bubblewrap()
      return file === null ? [] : [file]
    },
    impossible() {
      const { reason } = bubblewrap()
      return reason === null ? [] : [reason]
    },
    refusals: lowPortRefusals,
    namespaces: namespacesFor,
    defences: ({ fileMode }) => ({
      'limit:scratch-entries':
        fileMode === 'off' ? 'off' : 'unavailable: bwrap takes a size of private folders, and no number of files',
      'limit:inotify-instances': 'unavailable: bwrap cannot lower it, so a command can use up those of its user',
    }),
    render: (request) => renderBubblewrap(request, bubblewrap(), filter),
  }
}

function renderBubblewrap(
  { architecture, users, policy, plan, limits, controlGroups, command }: RenderRequest,
  { file, disablesNamespaces }: Bubblewrap,
  filter: Uint8Array,
): Rendering {
  const listeners = listenersOf(policy)
  const { args, contents } = bubblewrapArguments({
    plan,
    user: users.inside,
    network: policy.network,
    firstDescriptor: FIRST_CONTENT_DESCRIPTOR,
    isProcessEntry: (name) => existsSync(`/proc/${name}`),
    disablesNamespaces,
  })
  const host = {
    parent: process.pid,
    become: users.become,
    leaveGroups: process.geteuid?.() === 0,
    controlGroups,
  }
  const ownsDevices = host.leaveGroups && users.become === null
  const ownedDevices = ownsDevices ? plan.steps.flatMap((step) => (step.kind === 'device' ? [step.target] : [])) : []
  return {
    programs: [
      bubblewrapProgram({ architecture, file: file ?? '', host, args, contents, listeners, ownedDevices }),
      arrivalProgram(architecture),
      insideProgram({
        architecture,
        limits,
        listeners,
        filter,
        streams: reopenedStreams(command),
        command: { ...command, env: privateEnvironment(command.env, policy, plan) },
      }),
    ],
  }
}

/** The network inside belongs to a namespace that bubblewrap has left when it starts something: nothing there may take such a port. */
function lowPortRefusals(policy: SandboxPolicy): readonly string[] {
  const low = listenersOf(policy).find(({ port }) => port < 1024)
  if (low === undefined) return []
  return [
    `The renderer "bubblewrap" cannot pass port ${String(low.port)} of this machine on, as every port below 1024. ` +
      'Name a service with a higher port in sandbox.egress, for example "localhost:8080".',
  ]
}
