import type { SetupGrant } from './setup-codes.ts'

/** A setup code as the gateways of a bus have it. */
export interface SharedCode {
  readonly id: string
  /** SHA-256 of the whole code, which its holder signs with. */
  readonly hash: string
  readonly grant: SetupGrant
  /** When the device was paired that made it; `null` for the user that a gateway runs as. */
  readonly issuerPairedAt: number | null
  readonly expiresAt: number
}

/** The setup codes of all gateways of a bus: each is used once, at one of them. */
export interface SharedCodes {
  /**
   * Lets the other gateways take a code.
   *
   * @returns false where another code has its id
   * @throws GatewayError `UNAVAILABLE`; then treat it as not made
   */
  publish(code: SharedCode): Promise<boolean>
  /** A code that is good. @throws GatewayError `UNAVAILABLE` */
  find(id: string): Promise<SharedCode | null>
  /**
   * Uses up a code that was found.
   *
   * @returns false where it was used meanwhile
   * @throws GatewayError `UNAVAILABLE`; it may be used up then
   */
  use(code: SharedCode): Promise<boolean>
  /** Takes back the codes of a device that was revoked. @throws GatewayError `UNAVAILABLE` */
  dropOf(deviceId: string): Promise<void>
}
