import { existsSync } from 'node:fs'
import { listenerPort } from '../../backend/egress.ts'
import { privateEnvironment } from '../../backend/private-environment.ts'
import { reopenedStreams } from '../../program/standard-streams.ts'
import { commandFilter } from '../../seccomp/command-filter.ts'
import { encodeFilter } from '../../seccomp/filter-assembler.ts'
import type { Architecture } from '../../system-calls/system-calls.ts'
import { namespacesFor } from '../namespaces-renderer.ts'
import type { Renderer } from '../renderer.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { bubblewrapProgram, firstContentDescriptor } from './bubblewrap-program.ts'
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
    refusals: () => [],
    namespaces: namespacesFor,
    defences: ({ fileMode }) => ({
      'limit:scratch-entries':
        fileMode === 'off' ? 'off' : 'unavailable: bwrap takes a size of private folders, and no number of files',
      'limit:inotify-instances': 'unavailable: bwrap lets nobody lower it, so a command can use up those of its user',
    }),
    render({ users, policy, plan, limits, controlGroups, command }) {
      const { file, disablesNamespaces } = bubblewrap()
      const { args, contents } = bubblewrapArguments({
        plan,
        user: users.inside,
        network: policy.network,
        firstDescriptor: firstContentDescriptor,
        isProcessEntry: (name) => existsSync(`/proc/${name}`),
        disablesNamespaces,
      })
      const host = {
        parent: process.pid,
        become: users.become,
        leaveGroups: process.geteuid?.() === 0,
        controlGroups,
      }
      const port = listenerPort(policy)
      const ownsDevices = host.leaveGroups && users.become === null
      const ownedDevices = ownsDevices
        ? plan.steps.flatMap((step) => (step.kind === 'device' ? [step.target] : []))
        : []
      return {
        programs: [
          bubblewrapProgram({ architecture, file: file ?? '', host, args, contents, listenerPort: port, ownedDevices }),
          arrivalProgram(architecture),
          insideProgram({
            architecture,
            limits,
            listenerPort: port,
            filter,
            streams: reopenedStreams(command),
            command: { ...command, env: privateEnvironment(command.env, policy, plan) },
          }),
        ],
      }
    },
  }
}
