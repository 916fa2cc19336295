import { createPrivateKey } from 'node:crypto'
import { GatewayError, type Hello, type Role, type Scope } from '@poundlock/protocol'
import {
  connectGateway,
  type ConnectOptions,
  type Credential,
  type GatewayClient,
  type ReconnectOptions,
  type ServeRequest,
} from '@poundlock/protocol/client'
import { keyIdentity } from '@poundlock/protocol/node'
import { PoundlockError } from '@poundlock/spec'
import { GatewayHostError } from '../gateway-host-error.ts'
import { newKey, type StoredKey } from '../identity/key-pair.ts'
import { openAddress, type GatewayAddress } from './gateway-address.ts'
import type { PairedGateway, PairedGateways } from './paired-gateways.ts'

/** What a device says of itself when it is paired. */
export interface Pairing extends GatewayAddress {
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** What the device calls itself. */
  readonly name: string
  /** SHA-256 of the gateway's certificate, in hexadecimal. */
  readonly certificate?: string
  /** Of the program that connects. */
  readonly version: string
  /** Told when somebody has to approve the device; it waits for that. */
  readonly onPairing?: (details: Readonly<Record<string, unknown>>) => void
  readonly signal?: AbortSignal
}

/**
 * Pairs this user with a gateway as a new device: with the setup code, or by asking and waiting for approval where there
 * is none. The identity of the gateway is pinned, and key and token are kept before the token is used.
 *
 * @throws ClientError, GatewayError, StateFileError; nothing is kept then
 */
export async function pairWithGateway(store: PairedGateways, pairing: Pairing): Promise<PairedGateway> {
  const { address, code, name, role, scopes, certificate, gatewayId, version, onPairing, signal } = pairing
  const key = newKey()
  let token: string | null = null
  const credential: Credential = code === undefined ? { kind: 'pairing', name } : { kind: 'setup-code', code, name }
  const { client, ready } = begin(
    {
      ...deviceOptions({ address, certificate, key, role, version }),
      credential,
      scopes,
      ...(gatewayId !== undefined && { gatewayId }),
      onToken: (given) => void (token = given),
      ...(onPairing && { onPairing }),
      ...(signal && { signal }),
    },
    address,
  )
  try {
    const hello = await ready
    const paired: PairedGateway = {
      version: 1,
      gateway: { id: hello.gateway.id, name: hello.gateway.name },
      address,
      ...(certificate !== undefined && { certificate }),
      role,
      scopes: [...hello.scopes],
      key,
      token: token!,
    }
    store.save(paired)
    // The first use of the token: until then the gateway also takes what came before it.
    const second = await connectPaired(store, paired, { version })
    second.close()
    return paired
  } finally {
    client.close()
  }
}

export interface ConnectingPaired {
  readonly version: string
  /** Told of what is done about by connecting anew. */
  readonly onProblem?: (error: unknown) => void
}

/**
 * Connects as a paired device, and stays connected once the first connection stands.
 *
 * @throws GatewayHostError `GATEWAY_ABSENT` where none answers; ClientError where another one does, or this one refuses
 */
export async function connectPaired(
  store: PairedGateways,
  paired: PairedGateway,
  { version, onProblem }: ConnectingPaired,
): Promise<GatewayClient> {
  const { address, certificate, key, role, scopes, token, gateway } = paired
  const { client, ready } = begin(
    {
      ...deviceOptions({ address, certificate, key, role, version }),
      credential: { kind: 'token', token },
      scopes,
      gatewayId: gateway.id,
      onToken: (given) => store.save({ ...paired, token: given }),
      ...(onProblem && { onProblem }),
    },
    address,
  )
  await ready
  return client
}

export interface StayingConnected extends ConnectingPaired {
  /** Answers requests of the gateway; of the role `node` alone. */
  readonly serve?: ServeRequest
  readonly reconnect?: ReconnectOptions
  /** Other gateways of the same identity; each attempt is made at the next one. */
  readonly addresses?: readonly string[]
}

/** Stays connected as a paired device, from whenever the gateway can be reached. */
export function stayConnected(
  store: PairedGateways,
  paired: PairedGateway,
  { version, onProblem, serve, reconnect, addresses = [] }: StayingConnected,
): GatewayClient {
  const { address, certificate, key, role, scopes, token, gateway } = paired
  const all = [...new Set([address, ...addresses])]
  let attempts = 0
  return connectGateway({
    ...deviceOptions({ address, certificate, key, role, version }),
    url: () => openAddress(all[attempts++ % all.length]!, certificate),
    credential: { kind: 'token', token },
    scopes,
    gatewayId: gateway.id,
    onToken: (given) => store.save({ ...paired, token: given }),
    ...(onProblem && { onProblem }),
    ...(serve && { serve }),
    reconnect: { ...reconnect, addresses: all.length },
  })
}

/** Connects. Where the first attempt reaches nobody, that is an error: a person waits who may have mistyped it. */
function begin(options: ConnectOptions, address: string): { client: GatewayClient; ready: Promise<Hello> } {
  let problem: unknown
  let wasReached = false
  const client = connectGateway({
    ...options,
    onProblem: (error) => {
      problem = error
      wasReached ||= error instanceof GatewayError
      if (wasReached) options.onProblem?.(error)
    },
  })
  const stop = client.onState((state) => {
    if (state === 'ready') wasReached = true
    if (state === 'waiting' && !wasReached) client.close()
  })
  const ready = client.ready().then(
    (hello) => {
      stop()
      return hello
    },
    (error: unknown) => {
      throw wasReached || problem === undefined || error === problem ? error : absent(address, problem)
    },
  )
  return { client, ready }
}

function absent(address: string, problem: unknown): unknown {
  // The client says itself what it refused.
  if (PoundlockError.isInstance(problem) && problem.code !== 'GATEWAY_CLOSED') return problem
  return new GatewayHostError(`no gateway answers at ${address}: ${reasonOf(problem)}`, {
    code: 'GATEWAY_ABSENT',
    remedy: 'See there whether it runs (poundlock gateway status), and whether the address is right.',
    details: { address },
    cause: problem,
  })
}

/** Of several addresses of one name, each has its own error. */
function reasonOf(problem: unknown): string {
  if (problem instanceof AggregateError) return problem.errors.map((error) => reasonOf(error)).join('; ')
  return problem instanceof Error ? problem.message : String(problem)
}

interface DeviceParts {
  readonly address: string
  readonly certificate: string | undefined
  readonly key: StoredKey
  readonly role: Role
  readonly version: string
}

function deviceOptions({ address, certificate, key, role, version }: DeviceParts) {
  const { publicKey, privateKey } = key
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }
  return {
    url: () => openAddress(address, certificate),
    identity: keyIdentity(createPrivateKey({ format: 'jwk', key: jwk })),
    role,
    client: { name: 'poundlock', version, platform: process.platform },
  } satisfies Partial<ConnectOptions>
}
