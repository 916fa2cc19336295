import type { Scope } from '@poundlock/protocol'
import {
  connectGateway,
  webIdentity,
  type ClientState,
  type Credential,
  type GatewayClient,
} from '@poundlock/protocol/client'
import { signal } from '@preact/signals'
import { endBrowserPush } from '../notices/browser-push.ts'
import { forgetLastQueue } from '../offline/last-queue.ts'
import { wantsNotices } from '../page/preferences.ts'
import { forgetDevice, loadDevice, saveDevice } from './device-store.ts'

/** How the page stands to its gateway. */
export type LinkState =
  | { readonly kind: 'starting' }
  /** `problem`: why the last attempt failed, or why the device is not let in any more. */
  | { readonly kind: 'unpaired'; readonly problem: string | null }
  | { readonly kind: 'pairing' }
  | { readonly kind: 'paired'; readonly client: GatewayClient }

interface PairingInput {
  readonly code: string
  /** What the device is called in lists. */
  readonly name: string
  readonly gatewayId?: string
}

/** What the page has a use for; it gets of these what its device was given. */
const WANTED: readonly Scope[] = [
  'status.read',
  'sessions.read',
  'sessions.write',
  'tools.call',
  'approvals.read',
  'approvals.answer',
  'devices.read',
  'devices.manage',
  'nodes.read',
  'nodes.manage',
  'audit.read',
  'config.read',
  'config.write',
  'admin',
]
const VERSION = '0.0.0'

/** The page's own connection: pairs this browser, connects, and knows what the state is. */
export class GatewayLink {
  readonly state = signal<LinkState>({ kind: 'starting' })
  /** Of the connection, while the device is paired. */
  readonly connection = signal<ClientState>('connecting')
  /** An attempt to connect has failed since the page was opened. */
  readonly hasFailed = signal(false)
  /** The name of the gateway, once it has said so. */
  readonly gateway = signal<string | null>(null)

  /** What this browser may do. */
  readonly scopes = signal<ReadonlySet<Scope>>(new Set())

  /** Connects as the device that this browser was paired as. */
  async start(): Promise<void> {
    try {
      const device = await loadDevice()
      if (device === null) this.state.value = { kind: 'unpaired', problem: null }
      else await this.#connect(device, { kind: 'token', token: device.token })
    } catch (error) {
      this.state.value = { kind: 'unpaired', problem: textOf(error) }
      await forgetLastQueue().catch(() => undefined)
    }
  }

  /** Pairs this browser with a setup code; with `gatewayId`, of that gateway and no other one. */
  async pair({ code, name, gatewayId }: PairingInput): Promise<void> {
    this.state.value = { kind: 'pairing' }
    try {
      const keys = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
      await this.#connect({ keys, ...(gatewayId && { gatewayId }) }, { kind: 'setup-code', code: code.trim(), name })
    } catch (error) {
      this.state.value = { kind: 'unpaired', problem: textOf(error) }
    }
  }

  /** Ends the connection and forgets the device of this browser. */
  async forget(): Promise<void> {
    if (this.state.value.kind === 'paired') this.state.value.client.close()
    // First, so that the page keeps nothing more.
    this.state.value = { kind: 'unpaired', problem: null }
    wantsNotices.value = false
    // Its push service refuses what the gateway still sends, which ends the subscription there.
    await endBrowserPush().catch(() => undefined)
    await forgetDevice()
  }

  async #connect(
    { keys, gatewayId }: { readonly keys: CryptoKeyPair; readonly gatewayId?: string },
    credential: Credential,
  ): Promise<void> {
    let latest = credential.kind === 'token' ? credential.token : null
    const client = connectGateway({
      url: addressOf(location.href),
      identity: await webIdentity(keys),
      credential,
      role: 'operator',
      scopes: [...WANTED],
      client: { name: 'control-page', version: VERSION, platform: 'browser' },
      ...(gatewayId !== undefined && { gatewayId }),
      onToken: async (token, gateway) => {
        await saveDevice({ keys, token, gatewayId: gateway.id })
        latest = token
      },
    })
    client.onState((state) => {
      this.connection.value = state
      if (state === 'waiting') this.hasFailed.value = true
    })
    const hello = await client.ready()
    this.gateway.value = hello.gateway.name
    this.scopes.value = new Set(hello.scopes)
    this.connection.value = client.state
    this.state.value = { kind: 'paired', client }
    void this.#awaitRefusal(client, () => latest)
  }

  /** Not let in any more: revoked, or another tab of this browser has been given the next token meanwhile. */
  async #awaitRefusal({ closed }: GatewayClient, token: () => string | null): Promise<void> {
    const error = await closed
    if (error === null) return
    try {
      const stored = await loadDevice()
      if (stored !== null && stored.token !== token()) return await this.start()
    } catch {
      // What is stored cannot be read: it is paired anew.
    }
    this.state.value = { kind: 'unpaired', problem: textOf(error) }
    await forgetLastQueue().catch(() => undefined)
  }
}

/** The WebSocket of the gateway that served a page at this address, also below a path of a proxy. */
export function addressOf(page: string): string {
  const url = new URL('./ws', page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  url.search = ''
  return url.href
}

/** What went wrong, in a sentence. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
