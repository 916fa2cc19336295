import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Where the engine listens: a socket of this machine, or an address. */
export type EngineAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' }

/** The sources of the search; tests pass their own. */
export interface EngineSources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly uid: number
  isSocket(path: string): boolean
}

/**
 * Finds the engine: the named one, else `DOCKER_HOST`, else the first existing socket among the usual places of Docker
 * and Podman.
 *
 * @param wanted as `DOCKER_HOST`: `unix:///path`, `tcp://host:port`, or the path of a socket
 * @returns `null` when the address cannot be read
 */
export function findEngine(wanted: string | undefined, sources: EngineSources = machine): EngineAddress | null {
  const named = wanted ?? sources.env['DOCKER_HOST']
  if (named !== undefined && named !== '') return parseAddress(named)
  const runtime = sources.env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(sources.uid)}`
  const paths = [
    '/var/run/docker.sock',
    join(runtime, 'docker.sock'),
    join(runtime, 'podman/podman.sock'),
    '/run/podman/podman.sock',
  ]
  return { socketPath: paths.find((path) => sources.isSocket(path)) ?? paths[0]! }
}

function parseAddress(text: string): EngineAddress | null {
  if (text.startsWith('/')) return { socketPath: text }
  if (text.startsWith('unix://')) return { socketPath: text.slice('unix://'.length) }
  if (!/^(?:tcp|https?):\/\//.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, port } = new URL(text)
  if (hostname === '') return null
  const secure = protocol === 'https:' || port === '2376'
  return { host: hostname, port: Number(port || 2375), protocol: secure ? 'https' : 'http' }
}

const machine: EngineSources = {
  env: process.env,
  uid: process.getuid?.() ?? 0,
  isSocket(path) {
    try {
      return statSync(path).isSocket()
    } catch {
      return false
    }
  },
}
