import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES, type Role, type Scope } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { onTestFinished } from 'vitest'
import { startGateway, type Gateway, type GatewayOptions } from '../../src/index.ts'
import { LOOPBACK } from './loopback.ts'
import { connectTest, testKey, type Connecting, type TestConnection, type TestKey } from './test-client.ts'

export { LOOPBACK }

/** A gateway in this process, with real sockets and files of its own. */
export interface TestGateway {
  readonly gateway: Gateway
  readonly stateFolder: string
  /** Over TCP. */
  readonly url: string
  readonly socketUrl: string
  /** Every line of the log. */
  readonly log: readonly string[]
  /** Connects as the user that the gateway runs as. */
  readonly owner: (scopes?: readonly Scope[], at?: string) => Promise<TestConnection>
  /** Pairs a device with a setup code. */
  readonly pair: (role: Role, scopes: readonly Scope[], more?: object) => Promise<Paired>
  readonly connect: (connecting: Connecting) => Promise<TestConnection>
}

export interface Paired {
  readonly key: TestKey
  readonly token: string
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly connection: TestConnection
  /** Connects again, with the token. */
  readonly again: (more?: Partial<Connecting>) => Promise<TestConnection>
}

export async function openTestGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const stateFolder = options.stateFolder ?? temporaryFolder()
  const log: string[] = []
  const gateway = await startGateway({
    stateFolder,
    name: 'test gateway',
    version: '0.0.0',
    tcp: LOOPBACK,
    log: (event, fields) => void log.push(JSON.stringify({ event, ...fields })),
    ...options,
  })
  onTestFinished(() => gateway.close())
  const url = `ws://127.0.0.1:${gateway.port}/ws`
  const socketUrl = `ws+unix://${join(stateFolder, 'gateway', 'gateway.sock')}:/ws`
  const connect = (connecting: Connecting) => connectTest(url, connecting)
  const owner = (scopes: readonly Scope[] = ROLE_SCOPES.operator, at = socketUrl) => {
    const { key, token } = JSON.parse(readFileSync(join(stateFolder, 'gateway', 'owner.json'), 'utf8'))
    const privateKey = createPrivateKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey, d: key.privateKey },
    })
    const id = gateway.services.identity.devices.list().find(({ local }) => local)!.id
    return connectTest(at, {
      key: { id, publicKey: key.publicKey, privateKey },
      scopes,
      auth: { kind: 'token' },
      credential: token,
    })
  }
  return {
    gateway,
    stateFolder,
    url,
    socketUrl,
    log,
    owner,
    connect,
    async pair(role, scopes, more = {}) {
      const key = testKey()
      const operator = await owner()
      const { result } = await operator.call('devices.invite', { role, scopes, ...more })
      operator.close()
      const { code } = result
      const auth = { kind: 'setup-code', codeId: code.slice(0, 8), name: `${role} ${key.id.slice(0, 6)}` } as const
      const connection = await connect({ key, role, scopes, auth, credential: code })
      const { token = '' } = connection.hello
      const again = (others: Partial<Connecting> = {}) =>
        connect({ key, role, scopes, auth: { kind: 'token' }, credential: token, ...others })
      return { key, token, role, scopes, connection, again }
    },
  }
}
