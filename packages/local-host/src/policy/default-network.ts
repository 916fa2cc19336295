import { resolveConfig } from '@poundlock/config'
import { platformDefaults, type LoadedConfig } from '@poundlock/config/node'

/**
 * The network of contained commands where no file says what it is: hosts are asked about one by one where a person can
 * be asked, and there is none where not. Containers have no proxy, so they have none either.
 */
export function withDefaultNetwork(
  loaded: LoadedConfig,
  agent: string,
  asks: boolean,
): { readonly config: LoadedConfig; readonly networkDefault: 'off' | 'ask' } {
  const { network, backend } = loaded.resolved.sandbox
  const isFree = network.origin === 'default' && backend.value === 'unshare'
  if (!asks || !isFree) return { config: loaded, networkDefault: 'off' }
  const resolved = resolveConfig(loaded.sources, agent, { ...platformDefaults(), network: 'ask' })
  return { config: { ...loaded, resolved }, networkDefault: 'ask' }
}
