import { join } from 'node:path'
import { GatewayError } from '@poundlock/protocol'
import { type Static, Type } from '@poundlock/spec/schema'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { brokenState, readState } from '../identity/read-state.ts'
import { gatewayFolder } from '../listen/socket-path.ts'
import { isVapidKey, newVapidKey, type VapidKey } from './vapid.ts'

const CLOSED = { additionalProperties: false }
const MOST_SUBSCRIPTIONS = 1000

const PushTarget = Type.Object(
  {
    device: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    endpoint: Type.String({ pattern: '^https://', maxLength: 2048 }),
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
    since: Type.Integer({ minimum: 0 }),
  },
  CLOSED,
)
/** Where the pushes to one device go. Who has it can send there, so that it never leaves the gateway. */
export type PushTarget = Static<typeof PushTarget>

/** `push.json` */
const PushFile = Type.Object(
  {
    version: Type.Literal(1),
    key: Type.Object(
      {
        publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
        privateKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
      },
      CLOSED,
    ),
    subscriptions: Type.Array(PushTarget, { maxItems: MOST_SUBSCRIPTIONS }),
  },
  CLOSED,
)

const REMEDY = 'Restore it from a backup, or move it away: browsers then have to turn their notices on again.'

/** The key that browsers subscribe with, and their subscriptions: one a device, in one file of mode 0600. */
export class PushStore {
  readonly #file: string
  #key: VapidKey | null
  #subscriptions: ReadonlyMap<string, PushTarget>

  /** @throws GatewayHostError `GATEWAY_STATE`; StateFileError */
  constructor(stateFolder: string) {
    this.#file = join(gatewayFolder(stateFolder), 'push.json')
    const stored = readState(this.#file, PushFile, REMEDY)
    if (stored !== null && !isVapidKey(stored.key)) {
      throw brokenState(this.#file, 'the two halves of the key do not belong together', REMEDY)
    }
    this.#key = stored?.key ?? null
    this.#subscriptions = new Map((stored?.subscriptions ?? []).map((one) => [one.device, one]))
  }

  /** Made when it is first asked for. @throws StateFileError */
  key(): VapidKey {
    if (this.#key === null) {
      const key = newVapidKey()
      this.#write(key, this.#subscriptions)
      this.#key = key
    }
    return this.#key
  }

  get(device: string): PushTarget | null {
    return this.#subscriptions.get(device) ?? null
  }

  list(): readonly PushTarget[] {
    return [...this.#subscriptions.values()]
  }

  /**
   * Keeps a subscription in the place of the one that the device had.
   *
   * @throws GatewayError `FORBIDDEN` for the endpoint of another device, `BUSY`; StateFileError
   */
  put(subscription: PushTarget): void {
    const others = this.list().filter(({ device }) => device !== subscription.device)
    if (others.some(({ endpoint }) => endpoint === subscription.endpoint)) {
      throw new GatewayError('This subscription belongs to another device.', {
        code: 'FORBIDDEN',
        path: '/params/endpoint',
        details: { reason: 'not-own' },
      })
    }
    if (others.length >= MOST_SUBSCRIPTIONS) {
      throw new GatewayError(`The gateway keeps ${MOST_SUBSCRIPTIONS} subscriptions, and has as many.`, {
        code: 'BUSY',
        details: { limit: MOST_SUBSCRIPTIONS },
      })
    }
    this.#replace(new Map(this.#subscriptions).set(subscription.device, subscription))
  }

  /** @returns false where there is none. @throws StateFileError */
  remove(device: string): boolean {
    const subscriptions = new Map(this.#subscriptions)
    if (!subscriptions.delete(device)) return false
    this.#replace(subscriptions)
    return true
  }

  #replace(subscriptions: ReadonlyMap<string, PushTarget>): void {
    this.#write(this.key(), subscriptions)
    this.#subscriptions = subscriptions
  }

  #write(key: VapidKey, subscriptions: ReadonlyMap<string, PushTarget>): void {
    const file: Static<typeof PushFile> = { version: 1, key, subscriptions: [...subscriptions.values()] }
    replaceOwnFile(this.#file, `${JSON.stringify(file)}\n`)
  }
}
