import type { SandboxBackend } from '@poundlock/sandbox'
import { createDockerBackend } from '@poundlock/sandbox-docker'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'

/** Ways of containing, each with what it leaves when it is killed. */
export const WAYS = ['namespaces', 'pool', 'bubblewrap', 'landlock', 'docker-session', 'docker-agent'] as const
export type Way = (typeof WAYS)[number]

/** @throws Error for a way that is none */
export async function openBackend(way: string, folder: string): Promise<SandboxBackend> {
  const directories = { cacheDirectory: `${folder}/cache`, stateDirectory: `${folder}/state` }
  switch (way as Way) {
    case 'namespaces':
    case 'bubblewrap':
    case 'landlock':
      return createUnshareBackend({ ...directories, renderer: way as 'namespaces' | 'bubblewrap' | 'landlock' })
    case 'pool':
      return createUnshareBackend({ ...directories, renderer: 'namespaces', pool: { size: 3 } })
    case 'docker-session':
    case 'docker-agent':
      return createDockerBackend({
        ...directories,
        scope: way === 'docker-agent' ? 'agent' : 'session',
        agent: 'kills',
        session: 'kills',
      })
    default:
      throw new Error(`${way} is no way of containing: choose one of ${WAYS.join(', ')}`)
  }
}
