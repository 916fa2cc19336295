import { expect, test } from 'vitest'
import { remaining } from '../src/approvals/countdown.tsx'
import { addressOf } from '../src/connection/gateway-link.ts'
import { readPairingLink } from '../src/pairing/pairing-link.ts'

test('the gateway is found beside the page, also below a path of a proxy', () => {
  expect(addressOf('http://127.0.0.1:8787/')).toBe('ws://127.0.0.1:8787/ws')
  expect(addressOf('https://desk.example/poundlock/#gateway=x')).toBe('wss://desk.example/poundlock/ws')
  expect(addressOf('https://desk.example/poundlock/index.html')).toBe('wss://desk.example/poundlock/ws')
})

test('a pairing link has both the gateway and the code, or is none', () => {
  expect(readPairingLink('#gateway=ab&code=12-34')).toEqual({ gatewayId: 'ab', code: '12-34' })
  expect(readPairingLink('#code=12-34')).toBeNull()
  expect(readPairingLink('')).toBeNull()
})

test('a countdown is never below nothing', () => {
  expect([-5, 0, 400, 65_000, 3_600_000].map(remaining)).toEqual(['0 s', '0 s', '1 s', '1 min 05 s', '1 h 00 min'])
})
