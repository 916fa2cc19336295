import { statSync } from 'node:fs'
import type { SandboxBackend } from '@poundlock/sandbox'
import type { DockerBackendOptions } from '@poundlock/sandbox-docker'

/** The backend for containers. The code for the engine is loaded on demand: a decision alone needs none of it. */
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
