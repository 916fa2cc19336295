import type { PolicyLayer } from '../../model/layer.ts'
import { providerKey } from '../../model/provider-name.ts'
import type { Sender } from '../../model/session-state.ts'
import { showValue } from '../../model/show-value.ts'
import { sourceAt } from '../../model/source-at.ts'

/** Whether a sender may elevate: if not, the gate that is shut, and the key of the configuration that opens it. */
export type ElevatedAnswer =
  | { readonly available: true }
  | {
      readonly available: false
      readonly gate: 'enabled' | 'allowFrom' | 'sandbox'
      readonly key: string
      readonly source: string
      readonly message: string
    }

/** The part of a layer that agents have, too. */
type Layer = Pick<PolicyLayer, 'name' | 'mayLoosen' | 'elevated' | 'exec' | 'locate'>

/**
 * Asks every gate. The owners' layers open them, and each further layer (an agent's, a repository's) can only shut
 * them: it must not say `enabled: false`, and where it has a list, the sender must be on it.
 *
 * @param owners from the least specific; the later value holds
 * @param others agents' layers and those that may not loosen
 */
export function askElevatedGates(
  owners: readonly Layer[],
  others: readonly (Layer & { readonly prefix: string })[],
  sender: Sender,
): ElevatedAnswer {
  const sandboxed = others.find((layer) => !layer.mayLoosen && layer.exec?.host === 'sandbox')
  if (sandboxed) {
    const key = `${sandboxed.prefix}tools.exec.host`
    const message = 'elevated execution is unavailable because this session requires a sandbox'
    return shut('sandbox', key, sourceAt(sandboxed, '/tools/exec/host'), message)
  }
  const enabling = owners.findLast((layer) => layer.elevated?.enabled !== undefined)
  if (enabling?.elevated?.enabled !== true) {
    return shut(
      'enabled',
      'tools.elevated.enabled',
      enabling ? sourceAt(enabling, ENABLED) : 'default',
      'it is not enabled',
    )
  }
  const listing = owners.findLast((layer) => layer.elevated?.allowFrom !== undefined)
  if (!listing || !isListed(listing.elevated!.allowFrom!, sender)) {
    const key = `tools.elevated.allowFrom.${sender.provider}`
    return shut('allowFrom', key, listing ? sourceAt(listing, ALLOW_FROM) : 'default', notListed(sender))
  }
  for (const layer of others) {
    const { elevated, prefix } = layer
    if (elevated?.enabled === false) {
      return shut('enabled', `${prefix}tools.elevated.enabled`, sourceAt(layer, ENABLED), 'it is disabled there')
    }
    if (elevated?.allowFrom && !isListed(elevated.allowFrom, sender)) {
      const key = `${prefix}tools.elevated.allowFrom.${sender.provider}`
      return shut('allowFrom', key, sourceAt(layer, ALLOW_FROM), notListed(sender))
    }
  }
  return { available: true }
}

const ENABLED = '/tools/elevated/enabled'
const ALLOW_FROM = '/tools/elevated/allowFrom'

const notListed = ({ provider, id }: Sender) => `${showValue(id)} of ${showValue(provider)} is not listed`

/** An id must fit as it is: a list that opens something is not read generously. */
function isListed(allowFrom: Readonly<Record<string, readonly string[]>>, { provider, id }: Sender): boolean {
  const key = providerKey(provider)
  if (key === '' || id.trim() === '') return false
  return Object.entries(allowFrom).some(
    ([name, ids]) => providerKey(name) === key && ids.some((listed) => listed === '*' || listed === id),
  )
}

function shut(gate: 'enabled' | 'allowFrom' | 'sandbox', key: string, source: string, why: string): ElevatedAnswer {
  return { available: false, gate, key, source, message: `${why}; the gate is ${gate}, and ${key} opens it` }
}
