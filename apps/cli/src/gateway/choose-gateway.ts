import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '@poundlock/local-host'

/** Through which gateway a command goes. */
export interface GatewayChoice {
  readonly gateway?: string
}

/** What `--gateway` takes for this machine. */
export const THIS_MACHINE = 'local'

/** What a command names, or the environment does: a name, an address or the beginning of an id; `null` for this machine. */
export function namedGateway({ gateway }: GatewayChoice): string | null {
  const named = gateway ?? (process.env['POUNDLOCK_GATEWAY'] || undefined)
  if (named !== undefined) return named === THIS_MACHINE ? null : named
  const store = join(stateFolder(), 'gateways')
  return existsSync(join(store, 'chosen.json')) ? CHOSEN : null
}

/** Stands for the gateway of `poundlock gateway use`; no name or address is empty. */
export const CHOSEN = ''
