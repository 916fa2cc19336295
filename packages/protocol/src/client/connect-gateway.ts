import type { ConnectOptions } from './client-options.ts'
import { GatewayClientSession } from './client-session.ts'
import type { GatewayClient } from './gateway-client.ts'

/**
 * Connects to a gateway and stays connected: after a connection is lost, it connects anew with full jitter, takes up its
 * subscriptions where they stood, and repeats what can be repeated. It stops where the gateway does not let it in.
 *
 * Nothing is said to a gateway but a signature until it proved that it has the key that its id is made of, and neither
 * the token nor a setup code is ever sent.
 *
 * @example
 * const client = connectGateway({ url: 'wss://gateway.example:8787/ws', identity, credential: { kind: 'token', token },
 *   role: 'operator', scopes: ['approvals.read', 'approvals.answer'], client: { name: 'desk', version: '1', platform: 'web' } })
 * const { pending } = await client.request('approvals.list', {})
 */
export function connectGateway(options: ConnectOptions): GatewayClient {
  const session = new GatewayClientSession(options)
  void session.run()
  return session
}
