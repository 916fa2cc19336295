import { generateKeyPairSync } from 'node:crypto'
import { ROLE_SCOPES, type Scope } from '@poundlock/protocol'
import { connectGateway, type GatewayClient } from '@poundlock/protocol/client'
import { keyIdentity } from '@poundlock/protocol/node'
import { onTestFinished } from 'vitest'
import type { RunningGateway } from './running-gateway.ts'

/** A client of the gateway that asks for every scope, and is given these. */
export async function operatorWith({ scene, log }: RunningGateway, scopes: readonly Scope[]): Promise<GatewayClient> {
  const address = log.find(({ event }) => event === 'ready')!.addresses!.at(-1)!
  const flags = scopes.flatMap((scope) => ['--scope', scope])
  const { code } = (await scene.run(['gateway', 'pair', ...flags, '--json'])).json() as { code: string }
  const client = connectGateway({
    url: `${address.replace('http', 'ws')}/ws`,
    identity: keyIdentity(generateKeyPairSync('ed25519').privateKey),
    credential: { kind: 'setup-code', code, name: 'editor' },
    role: 'operator',
    scopes: [...ROLE_SCOPES.operator],
    client: { name: 'test', version: '1', platform: 'test' },
  })
  onTestFinished(() => client.close())
  return client
}
