import { readdirSync } from 'node:fs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { GatewayHostError } from '../../src/index.ts'
import { startGateway } from '../../src/index.ts'
import { LOOPBACK, openTestGateway } from '../support/test-gateway.ts'

const start = (tcp: Partial<typeof LOOPBACK>) =>
  startGateway({ stateFolder: temporaryFolder(), name: 'test', version: '0', tcp: { ...LOOPBACK, ...tcp } })

const refusal = async (tcp: Partial<typeof LOOPBACK>): Promise<unknown> => {
  try {
    await (await start(tcp)).close()
    return 'started'
  } catch (error) {
    return error instanceof GatewayHostError ? [error.code, error.details['key']] : error
  }
}

test.each(['0.0.0.0', '::', '192.0.2.7', '2001:db8::1'])(
  'the address %s needs TLS, or a proxy that is named (GW-07-a)',
  async (address) => {
    expect(await refusal({ address })).toEqual(['GATEWAY_CONFIG', 'gateway.bind'])
  },
)

test('an address for everybody needs the names by which clients reach it (GW-07-a)', async () => {
  const error = await refusal({ address: '0.0.0.0', trustedProxies: ['10.0.0.1'] })
  expect(error).toEqual(['GATEWAY_CONFIG', 'gateway.hosts'])
})

test('behind a proxy, nobody else comes in, nor what came to the proxy without TLS (GW-07-a, GW-09)', async () => {
  const tcp = { ...LOOPBACK, address: '0.0.0.0', hosts: ['gw.example'], trustedProxies: ['127.0.0.1'] }
  const routes = { '/echo': (_: unknown, response: { end: () => void }) => response.end() }
  const { gateway } = await openTestGateway({ tcp, routes })
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${gateway.port}/echo`, { headers })).status
  expect(gateway.addresses[1], 'as clients reach it').toBe('https://gw.example')
  expect(await ask({})).toBe(403)
  expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  expect(await ask({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' })).toBe(403)
  expect(await ask({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' })).toBe(200)
})

test('an address of another machine, and a port that is taken, are named', async () => {
  expect(await refusal({ address: '192.0.2.7', trustedProxies: ['10.0.0.1'] })).toEqual([
    'GATEWAY_CONFIG',
    'gateway.bind',
  ])
  const { gateway } = await openTestGateway()
  expect(await refusal({ port: gateway.port! })).toEqual(['GATEWAY_BUSY', 'gateway.port'])
})

test('the gateway does not start on Windows, where it could not tell who connects (GW-74-a)', async () => {
  const { platform } = process
  const stateFolder = temporaryFolder()
  Object.defineProperty(process, 'platform', { value: 'win32' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
  await expect(openTestGateway({ stateFolder })).rejects.toMatchObject({ code: 'GATEWAY_CONFIG' })
  expect(readdirSync(stateFolder)).toEqual([])
})
