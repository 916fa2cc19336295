import { expect, test } from 'vitest'
import { ReconnectWait } from '../../src/client/reconnect-wait.ts'

const ABSENT = { isAbsent: true, stoodMs: 0 }
const BUSY = { isAbsent: false, stoodMs: 0 }

test('the bound stays for three seconds while nothing answers, is small for half a minute, then doubles up to the highest', () => {
  const wait = new ReconnectWait({}, 0)
  expect([0, 50, 1000, 2999].map((now) => wait.after(ABSENT, now, 1))).toEqual([100, 100, 100, 100])
  expect([3001, 14_000, 29_999].map((now) => wait.after(ABSENT, now, 1))).toEqual([400, 400, 400])
  expect([30_001, 31_000].map((now) => wait.after(ABSENT, now, 1))).toEqual([800, 1600])
  for (let attempt = 0; attempt < 40; attempt++) wait.after(ABSENT, 32_000, 1)
  expect(wait.after(ABSENT, 33_000, 1)).toBe(30_000)
})

test('of several addresses the next one is tried at once where nothing answers, and a wait follows the last', () => {
  const wait = new ReconnectWait({ addresses: 3 }, 0)
  expect(wait.after({ isAbsent: false, stoodMs: 6000 }, 6000, 1)).toBe(50)
  expect([6000, 6000, 6000, 6100, 6100, 6100].map((now) => wait.after(ABSENT, now, 1))).toEqual([0, 0, 100, 0, 0, 100])
  expect(wait.after(ABSENT, 6200, 1)).toBe(0)
  expect(wait.after(BUSY, 6200, 1)).toBe(200)
  expect(wait.after(ABSENT, 6300, 1)).toBe(0)
})

test('the bound doubles at once where a gateway answers and lets nobody in', () => {
  const wait = new ReconnectWait({}, 0)
  expect([0, 10, 20].map((now) => wait.after(BUSY, now, 1))).toEqual([200, 400, 800])
})

test('the wait is any part of the bound', () => {
  const wait = new ReconnectWait({ firstMs: 80 }, 0)
  expect([0, 0.25, 0.5].map((random) => wait.after(ABSENT, 0, random))).toEqual([0, 20, 40])
})

test('a connection that stood begins the three seconds anew; one that was cut soon does not', () => {
  const wait = new ReconnectWait({}, 0)
  expect(wait.after(ABSENT, 11_000, 1)).toBe(400)
  expect(wait.after({ isAbsent: false, stoodMs: 100 }, 12_000, 1)).toBe(800)
  expect(wait.after({ isAbsent: false, stoodMs: 6000 }, 19_000, 1)).toBe(100)
  expect(wait.after(ABSENT, 21_000, 1)).toBe(100)
})
