import { expect, test } from 'vitest'
import { isVapidKey, newVapidKey, Vapid } from '../../src/push/vapid.ts'
import { vapidClaims } from '../support/push-receiver.ts'

const HOUR_S = 3600

test('the reader of the tests reads the example of RFC 8292', () => {
  // RFC 8292, 2.4
  const header =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1' +
    'YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSS' +
    'HzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  expect(vapidClaims(header).claims).toEqual({
    aud: 'https://push.example.net',
    exp: 1453523768,
    sub: 'mailto:push@example.com',
  })
})

test('a push names its service, its contact and a time within a day, signed with the key of the gateway', () => {
  const key = newVapidKey()
  const now = Date.UTC(2030, 0, 1)
  const vapid = new Vapid(key, 'mailto:ops@desk.example', () => now)
  const { key: sent, claims } = vapidClaims(vapid.authorization(new URL('https://push.example:8443/send/abc')))
  expect(sent).toBe(key.publicKey)
  expect(claims).toEqual({
    aud: 'https://push.example:8443',
    exp: now / 1000 + 12 * HOUR_S,
    sub: 'mailto:ops@desk.example',
  })
})

test('a token is signed once for each service, and anew before it ends', () => {
  let now = Date.UTC(2030, 0, 1)
  const vapid = new Vapid(newVapidKey(), 'https://desk.example', () => now)
  const [one, other] = [new URL('https://one.example/a'), new URL('https://other.example/a')]
  const first = vapid.authorization(one)
  expect(vapid.authorization(one)).toBe(first)
  expect(vapidClaims(vapid.authorization(other)).claims['aud']).toBe('https://other.example')
  now += 7 * HOUR_S * 1000
  const next = vapid.authorization(one)
  expect(next).not.toBe(first)
  expect(vapidClaims(next).claims['exp']).toBe(now / 1000 + 12 * HOUR_S)
})

test('halves of different keys are no key', () => {
  const [one, other] = [newVapidKey(), newVapidKey()]
  expect(isVapidKey(one)).toBe(true)
  expect(isVapidKey({ ...one, publicKey: other.publicKey })).toBe(false)
  expect(isVapidKey({ publicKey: 'AAAA', privateKey: 'AAAA' })).toBe(false)
})
