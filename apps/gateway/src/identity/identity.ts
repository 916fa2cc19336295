import { join } from 'node:path'
import type { ConnectParams } from '@poundlock/protocol'
import { makeOwnFolder } from '@poundlock/state-files/node'
import type { Clock } from '../clock.ts'
import { gatewayFolder } from '../listen/socket-path.ts'
import { authenticate } from './authenticate.ts'
import type { Connecting } from './connect-proof.ts'
import { DeviceStore } from './device-store.ts'
import type { IdentityEvents, IdentityParts } from './identity-parts.ts'
import { gatewayKey, type KeyPair } from './key-pair.ts'
import { openLocalOwner } from './local-owner.ts'
import { PairingRequests, type PairingLimits } from './pairing-requests.ts'
import { SetupCodes, type SetupCodeLimits } from './setup-codes.ts'
import type { SharedCodes } from './shared-codes.ts'

export interface IdentityOptions {
  readonly stateFolder: string
  readonly clock: Clock
  readonly events: IdentityEvents
  readonly setupCodes?: Partial<SetupCodeLimits>
  readonly pairing?: Partial<PairingLimits>
}

const TEN_MINUTES_MS = 10 * 60 * 1000

/** Who the gateway is, who may connect to it, and who asks to. */
export class Identity implements IdentityParts {
  readonly gateway: KeyPair
  readonly devices: DeviceStore
  readonly setupCodes: SetupCodes
  sharedCodes: SharedCodes | null = null
  readonly pairing: PairingRequests
  readonly renewals = new Map<string, number>()
  readonly clock: Clock
  readonly events: IdentityEvents

  /** @throws GatewayHostError `GATEWAY_STATE`; StateFileError when a file cannot be trusted, read or made */
  constructor({ stateFolder, clock, events, setupCodes, pairing }: IdentityOptions) {
    const folder = gatewayFolder(stateFolder)
    makeOwnFolder(folder)
    this.clock = clock
    this.events = events
    this.gateway = gatewayKey(join(folder, 'identity.json'))
    this.devices = new DeviceStore(join(folder, 'devices.json'))
    this.setupCodes = new SetupCodes({ maxCodes: 100, lifetimeMs: TEN_MINUTES_MS, ...setupCodes }, clock)
    this.pairing = new PairingRequests(
      { maxRequests: 256, maxRequestsPerAddress: 16, lifetimeMs: TEN_MINUTES_MS, ...pairing },
      clock,
      (request) => events.pairing(request, 'expired'),
    )
    openLocalOwner(this, stateFolder)
  }

  /** See `authenticate`. */
  authenticate(params: ConnectParams, connecting: Connecting): ReturnType<typeof authenticate> {
    return authenticate(this, params, connecting)
  }

  /** Writes what was kept back. @throws StateFileError */
  close(): void {
    this.devices.close()
  }
}
