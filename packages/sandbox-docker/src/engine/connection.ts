import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { enginePlaces, type EnginePlaces } from './engine-places.ts'

/** Where the engine listens: a socket or named pipe of this machine, or an address. */
export type EngineAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' }

/** The sources of the search; tests pass their own. */
export interface EngineSources extends EnginePlaces {
  isSocket(path: string): boolean
}

/**
 * Finds the engine: the named one, else `DOCKER_HOST`, else the first existing socket among the usual places of Docker
 * and Podman on this system.
 *
 * @param wanted as `DOCKER_HOST`: `unix:///path`, `npipe:////./pipe/name`, `tcp://host:port`, or the path of a socket
 * @returns `null` when the address cannot be read
 */
export function findEngine(wanted: string | undefined, sources: EngineSources = machine): EngineAddress | null {
  const named = wanted ?? sources.env['DOCKER_HOST']
  if (named !== undefined && named !== '') return parseAddress(named)
  const places = enginePlaces(sources)
  return { socketPath: places.find((path) => sources.isSocket(path)) ?? places[0] }
}

function parseAddress(text: string): EngineAddress | null {
  if (text.startsWith('/')) return { socketPath: text }
  if (/^npipe:\/\/\/\/\.\/pipe\/[^/]+$/.test(text)) return { socketPath: text.slice('npipe://'.length) }
  if (text.startsWith('unix://')) return { socketPath: text.slice('unix://'.length) }
  if (!/^(?:tcp|https?):\/\//.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, port } = new URL(text)
  if (hostname === '') return null
  const secure = protocol === 'https:' || port === '2376'
  return { host: hostname, port: Number(port || 2375), protocol: secure ? 'https' : 'http' }
}

const machine: EngineSources = {
  platform: process.platform,
  env: process.env,
  uid: process.getuid?.() ?? 0,
  home: homedir(),
  isSocket(path) {
    // A pipe has no kind that could be looked at.
    if (path.startsWith('//./pipe/')) return existsSync(path)
    try {
      return statSync(path).isSocket()
    } catch {
      return false
    }
  },
}
