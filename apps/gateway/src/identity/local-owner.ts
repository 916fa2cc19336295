import { join } from 'node:path'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { type Static, Type } from '@poundlock/spec/schema'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { gatewayFolder } from '../listen/socket-path.ts'
import type { IdentityParts } from './identity-parts.ts'
import { fingerprint, newKey, StoredKey } from './key-pair.ts'
import { readState } from './read-state.ts'
import { hashOf, newToken } from './secrets.ts'

const OwnerFile = Type.Object(
  {
    version: Type.Literal(1),
    /** The gateway that it belongs to. */
    gateway: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    key: StoredKey,
    token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  },
  { additionalProperties: false },
)
type OwnerFile = Static<typeof OwnerFile>

const ownerFile = (stateFolder: string): string => join(gatewayFolder(stateFolder), 'owner.json')

/**
 * Makes the device of the user that the gateway runs as, where there is none yet: how the first operator gets in. It
 * holds every scope of an operator, and is taken at the local socket only, which nobody but that user can reach. Who can
 * read its file could change the devices themselves.
 *
 * @throws GatewayHostError `GATEWAY_STATE`; StateFileError
 */
export function openLocalOwner({ devices, gateway, clock }: IdentityParts, stateFolder: string): void {
  const file = ownerFile(stateFolder)
  let stored = readState(file, OwnerFile)
  if (stored === null || stored.gateway !== gateway.id) {
    stored = { version: 1, gateway: gateway.id, key: newKey(), token: newToken() }
    replaceOwnFile(file, `${JSON.stringify(stored)}\n`)
  }
  const id = fingerprint(stored.key.publicKey)
  const tokenHash = hashOf(stored.token)
  const scopes = [...ROLE_SCOPES.operator]
  const known = devices.get(id)
  for (const device of devices.list()) if (device.local && device.id !== id) devices.revoke(device.id, id, clock.now())
  if (known?.local && known.tokenHash === tokenHash && known.scopes.length === scopes.length) return
  devices.put({
    id,
    publicKey: stored.key.publicKey,
    name: known?.name ?? 'owner',
    role: 'operator',
    scopes,
    tokenHash,
    local: true,
    pairedAt: known?.pairedAt ?? clock.now(),
  })
}

/** What the user that the gateway runs as connects with. */
export interface LocalOwner {
  readonly gatewayId: string
  readonly storedKey: StoredKey
  readonly token: string
}

/**
 * Reads it, for a client of the same user. `null` where no gateway has ever run.
 *
 * @throws GatewayHostError `GATEWAY_STATE`; StateFileError
 */
export function readLocalOwner(stateFolder: string): LocalOwner | null {
  const file = ownerFile(stateFolder)
  const stored: OwnerFile | null = readState(file, OwnerFile)
  if (stored === null) return null
  return { gatewayId: stored.gateway, storedKey: stored.key, token: stored.token }
}
