import { expect, test } from 'vitest'
import { findIneffectiveSettings, parseConfig, resolveConfig, resolveGateway, type ConfigSource } from '../src/index.ts'

const source = (kind: ConfigSource['kind'], gateway: object): ConfigSource => ({
  kind,
  ...parseConfig(JSON.stringify({ gateway }, null, 2), `/${kind}.json`),
})

test('what the organisation sets for the gateway stands, and limits of both files add up', () => {
  const { settings, sourceOf } = resolveGateway([
    source('user', { bind: '10.0.0.7', name: 'mine', limits: { sockets: 100, requestsAtOnce: 5 } }),
    source('organisation', { bind: 'none', limits: { sockets: 50 } }),
  ])
  expect(settings).toEqual({ bind: 'none', name: 'mine', limits: { sockets: 50, requestsAtOnce: 5 } })
  expect(sourceOf('bind')?.source.kind).toBe('organisation')
  expect(sourceOf('name')).toMatchObject({ pointer: '/gateway/name', source: { kind: 'user' } })
  expect(sourceOf('port')).toBeNull()
})

test('a repository has no say about the gateway, and is told so', () => {
  const workspace = source('workspace', { bind: '0.0.0.0' })
  expect(resolveGateway([workspace]).settings).toEqual({})
  expect(findIneffectiveSettings([workspace], resolveConfig([workspace])).map(({ key }) => key)).toContain('gateway')
})

test.each([
  ['an address that is none', { bind: 'localhost' }, 'gateway.bind'],
  ['a short form of an address', { bind: '127.1' }, 'gateway.bind'],
  ['an unknown key', { token: 'x' }, 'unknown key "token"'],
  ['a proxy that is not an address', { trustedProxies: ['proxy.example'] }, 'gateway.trustedProxies.0'],
  ['a network of everybody', { trustedProxies: ['0.0.0.0/0'] }, 'gateway.trustedProxies.0'],
  ['a prefix that is too long', { trustedProxies: ['10.0.0.0/33'] }, 'gateway.trustedProxies.0'],
  ['the origin null', { origins: ['null'] }, 'gateway.origins.0'],
  ['an origin with a path', { origins: ['https://a.example/x'] }, 'gateway.origins.0'],
  ['a wildcard', { origins: ['https://*.example'] }, 'gateway.origins.0'],
  ['a host with a scheme', { hosts: ['https://gw.example'] }, 'gateway.hosts.0'],
  ['a port beyond all', { hosts: ['gw.example:70000'] }, 'gateway.hosts.0'],
  ['a certificate beside the working folder', { tls: { cert: 'cert.pem', key: '/key.pem' } }, 'gateway.tls.cert'],
])('%s is refused with its place', (_, gateway, message) => {
  expect(() => source('user', gateway)).toThrow(message)
})
