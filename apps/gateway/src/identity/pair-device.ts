import type { ClientInfo, Role, Scope } from '@poundlock/protocol'
import type { DeviceRecord } from './device.ts'
import type { IdentityParts } from './identity-parts.ts'

const MAX_DEVICES = 20_000

/** Why nobody can be paired so; for the one who connects or approves. */
export class PairingImpossible extends Error {
  override readonly name = 'PairingImpossible'
}

/** What a device becomes, as an operator said. */
export interface NewDevice {
  readonly name: string
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly agent?: string
  /** Whether its token alone is accepted over HTTP. */
  readonly bearer?: boolean
  /** The device of the operator. */
  readonly by: string
  /** Of a token that it is sent now. */
  readonly tokenHash?: string
}

/**
 * Writes down a device, in the place of an earlier record of the same key.
 *
 * @throws PairingImpossible, StateFileError; nothing has changed then
 */
export function pairDevice(
  { devices, setupCodes, clock, events }: IdentityParts,
  {
    device,
    client,
  }: { readonly device: { readonly id: string; readonly publicKey: string }; readonly client: ClientInfo },
  { name, role, scopes, agent, bearer, by, tokenHash }: NewDevice,
): DeviceRecord {
  const known = devices.get(device.id)
  if (known?.local) throw new PairingImpossible('it is the device of the user that the gateway runs as')
  if (known === null && devices.size >= MAX_DEVICES) throw new PairingImpossible(`${MAX_DEVICES} devices are paired`)
  const paired: DeviceRecord = {
    id: device.id,
    publicKey: device.publicKey,
    name: freeName(name, device.id, devices.list()),
    role,
    scopes: [...scopes],
    ...(agent !== undefined && { agent }),
    ...(bearer === true && { bearer }),
    tokenHash: null,
    ...(tokenHash !== undefined && { nextTokenHash: tokenHash }),
    pairedAt: clock.now(),
    pairedBy: by,
    client,
  }
  devices.put(paired)
  // Codes that it made grant what it held before.
  setupCodes.dropOf(paired.id)
  events.device(paired)
  return paired
}

/** The name, with a number behind it where another device has it: names are what people revoke by. */
function freeName(name: string, id: string, devices: readonly DeviceRecord[]): string {
  const taken = new Set(devices.filter((device) => device.id !== id).map((device) => nameKey(device.name)))
  if (!taken.has(nameKey(name))) return name
  for (let number = 2; ; number++) {
    const suffix = ` ${number}`
    const candidate = `${name.slice(0, 64 - suffix.length)}${suffix}`
    if (!taken.has(nameKey(candidate))) return candidate
  }
}

/** Names that a person would take for the same one have the same key. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()
