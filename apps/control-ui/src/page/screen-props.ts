import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'

/** What each screen gets. */
export interface ScreenProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
  /** What of it is shown, from the address. */
  readonly id: string | null
  /** Whose, from the address: a session, or the gateway. */
  readonly session: string | null
}
