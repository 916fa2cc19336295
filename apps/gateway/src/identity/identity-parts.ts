import type { Clock } from '../clock.ts'
import type { DeviceStore } from './device-store.ts'
import type { DeviceRecord } from './device.ts'
import type { KeyPair } from './key-pair.ts'
import type { PendingPairing, PairingRequests } from './pairing-requests.ts'
import type { SetupCodes } from './setup-codes.ts'
import type { SharedCodes } from './shared-codes.ts'

/** What changes among the devices. */
export interface IdentityEvents {
  readonly device: (device: DeviceRecord, change?: { readonly revokedAt: number }) => void
  readonly pairing: (request: PendingPairing, state: 'pending' | 'approved' | 'rejected' | 'expired') => void
  /** A device was let in by a setup code. */
  readonly joined: (device: DeviceRecord) => void
}

/** What is known of the gateway and of those that may connect to it. */
export interface IdentityParts {
  readonly gateway: KeyPair
  readonly devices: DeviceStore
  /** Those that were made here. */
  readonly setupCodes: SetupCodes
  /** Those of all gateways of the bus; `null` for a gateway alone. */
  readonly sharedCodes: SharedCodes | null
  readonly pairing: PairingRequests
  /** When a device was last given a token with which it has not connected yet: monotonic milliseconds, by its id. */
  readonly renewals: Map<string, number>
  readonly clock: Clock
  readonly events: IdentityEvents
}
