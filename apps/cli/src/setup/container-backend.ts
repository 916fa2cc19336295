import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ResolvedConfig } from '@poundlock/config'
import type { SandboxBackend } from '@poundlock/sandbox'
import type { DockerBackendOptions } from '@poundlock/sandbox-docker'

/** For whom commands run. */
export interface Caller {
  readonly agent: string
  readonly session: string
}

/** What the configuration says of containers, as the backend takes it. */
export function containerOptions(
  state: string,
  { docker, scope }: ResolvedConfig['sandbox'],
  { agent, session }: Caller,
): DockerBackendOptions {
  const { engine, image, binds, network, user, cpus, readOnlyRoot } = docker
  return {
    cacheDirectory: join(state, 'cache', 'sandbox'),
    stateDirectory: state,
    scope: scope.value,
    agent,
    session,
    ...(engine && { engine: engine.value }),
    ...(image && { image: image.value }),
    ...(binds && { binds: binds.value }),
    ...(network && { network: network.value }),
    ...(user && { user: user.value }),
    ...(cpus && { cpus: cpus.value }),
    ...(readOnlyRoot && { readOnlyRoot: readOnlyRoot.value }),
  }
}

/**
 * The backend that contains in containers. What talks to the engine is loaded when it is first asked for something: who
 * only decides about a command needs none of it.
 */
export function containerBackend(options: DockerBackendOptions): SandboxBackend {
  let loading: Promise<SandboxBackend> | null = null
  const load = (): Promise<SandboxBackend> => {
    loading ??= import('@poundlock/sandbox-docker').then(({ createDockerBackend }) => createDockerBackend(options))
    return loading
  }
  return {
    name: 'docker',
    views: { owner: (workspace) => namedOwner(options.user) ?? statSync(workspace) },
    probe: async (wanted) => (await load()).probe(wanted),
    status: async (policy) => (await load()).status(policy),
    open: async (policy) => (await load()).open(policy),
  }
}

function namedOwner(user: string | undefined): { readonly uid: number; readonly gid: number } | null {
  if (user === undefined) return null
  const [uid, gid = uid] = user.split(':').map(Number)
  return uid === undefined || gid === undefined ? null : { uid, gid }
}
