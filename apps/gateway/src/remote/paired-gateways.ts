import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Device } from '@poundlock/protocol'
import { type Static, Type } from '@poundlock/spec/schema'
import { checkOwnFolder, makeOwnFolder, namesIn, replaceOwnFile } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { StoredKey } from '../identity/key-pair.ts'
import { readState } from '../identity/read-state.ts'

const CLOSED = { additionalProperties: false }
const { id, name, role, scopes } = Device.properties

/** How this user is paired with a gateway as a device of one role. Key and token are secrets. */
export const PairedGateway = Type.Object(
  {
    version: Type.Literal(1),
    /** The pinned identity: another gateway at this address is refused. */
    gateway: Type.Object({ id, name }, CLOSED),
    /** See `GatewayAddress`. */
    address: Type.String({ minLength: 1, maxLength: 4096 }),
    /** SHA-256 of the certificate that is expected, in hexadecimal; the authorities of the system unless set. */
    certificate: Type.Optional(id),
    role,
    scopes,
    key: StoredKey,
    token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  },
  CLOSED,
)
export type PairedGateway = Static<typeof PairedGateway>

const Chosen = Type.Object({ version: Type.Literal(1), gateway: id }, CLOSED)

const CHOSEN = 'chosen.json'
const PAIRING = /^[0-9a-f]{64}-(?:operator|agent|node)\.json$/

/** The gateways that a user is paired with: one file for each gateway and role, mode 0600. */
export class PairedGateways {
  readonly #folder: string

  /** @param stateFolder the folder of Poundlock's state; absolute */
  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'gateways')
  }

  /** @throws GatewayHostError `GATEWAY_STATE`; StateFileError */
  list(): readonly PairedGateway[] {
    checkOwnFolder(this.#folder, 'private')
    return namesIn(this.#folder)
      .filter((file) => PAIRING.test(file))
      .toSorted()
      .map((file) => readState(join(this.#folder, file), PairedGateway))
      .filter((paired) => paired !== null)
  }

  /**
   * The pairings with one gateway: by its name, its address, or at least 6 digits of its id.
   *
   * @throws GatewayHostError `GATEWAY_UNPAIRED` where there is none, or several gateways fit
   */
  find(reference: string): readonly PairedGateway[] {
    const all = this.list()
    const isBeginning = /^[0-9a-f]{6,64}$/.test(reference)
    const found = all.filter(
      ({ gateway, address }) =>
        gateway.name === reference || address === reference || (isBeginning && gateway.id.startsWith(reference)),
    )
    const ids = new Set(found.map(({ gateway }) => gateway.id))
    if (ids.size === 1) return found
    const shown = JSON.stringify(reference)
    throw new GatewayHostError(
      ids.size === 0 ? `this user is not paired with the gateway ${shown}` : `several gateways are called ${shown}`,
      {
        code: 'GATEWAY_UNPAIRED',
        remedy: ids.size === 0 ? 'Pair it: poundlock gateway connect ADDRESS' : `Name one of ${[...ids].join(', ')}.`,
        details: { known: [...new Set(all.map(({ gateway }) => gateway.name))] },
      },
    )
  }

  /** Keeps a pairing, in the place of an earlier one with the same gateway and role. @throws StateFileError */
  save(paired: PairedGateway): void {
    makeOwnFolder(this.#folder, 'private')
    replaceOwnFile(this.#file(paired), `${JSON.stringify(paired)}\n`)
  }

  /** Removes keys and tokens. The gateway still knows the devices until somebody revokes them. */
  forget(pairings: readonly PairedGateway[]): void {
    for (const paired of pairings) rmSync(this.#file(paired), { force: true })
    const chosen = this.chosen()
    if (pairings.some(({ gateway }) => gateway.id === chosen)) this.choose(null)
  }

  /** The id of the gateway that commands use where none is named; `null` for this machine. */
  chosen(): string | null {
    return readState(join(this.#folder, CHOSEN), Chosen)?.gateway ?? null
  }

  /** @throws StateFileError */
  choose(gateway: string | null): void {
    const file = join(this.#folder, CHOSEN)
    if (gateway === null) return rmSync(file, { force: true })
    makeOwnFolder(this.#folder, 'private')
    replaceOwnFile(file, `${JSON.stringify({ version: 1, gateway })}\n`)
  }

  #file({ gateway, role: own }: PairedGateway): string {
    return join(this.#folder, `${gateway.id}-${own}.json`)
  }
}
