import { expect, test, vi } from 'vitest'
import { BearerIndex } from '../../src/identity/bearer-index.ts'
import type { DeviceRecord } from '../../src/identity/device.ts'
import { hashOf, newToken } from '../../src/identity/secrets.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** How many characters two texts begin with together. */
function commonPrefix(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

test('GW-14-a: how much of a token a guess has right makes no difference to what is compared', () => {
  const token = newToken()
  const index = new BearerIndex()
  const devices = [{ id: 'device', bearer: true, tokenHash: hashOf(token) }] as DeviceRecord[]
  // oxlint-disable-next-line no-array-fill-with-reference-type -- it is no array
  index.fill(devices)
  const compared: string[] = []
  const get = vi.spyOn(Map.prototype, 'get').mockImplementation(function (this: Map<unknown, unknown>, key) {
    compared.push(String(key))
    return [...this].find(([known]) => known === key)?.[1]
  })
  const lookUp = (text: string) => {
    compared.length = 0
    return [index.find(hashOf(text)), [...compared]] as const
  }
  const [id, [stored = '']] = lookUp(token)
  const guesses = Array.from({ length: token.length }, (_, right) =>
    ALPHABET.split('').map((next) => `${token.slice(0, right)}${next}${'A'.repeat(token.length - right - 1)}`),
  ).flat()
  const results = guesses.filter((guess) => guess !== token).map((guess) => lookUp(guess))
  get.mockRestore()
  expect(id).toBe('device')
  expect(stored).toHaveLength(43)
  expect(stored, 'who knows the hash of a guess knows nothing of it').not.toBe(hashOf(token))
  for (const [found, keys] of results) {
    expect(found).toBeUndefined()
    // One digest of the same length, which begins like the stored one by chance alone.
    expect(keys).toHaveLength(1)
    expect(keys[0]).toHaveLength(43)
    expect(commonPrefix(keys[0]!, stored)).toBeLessThan(8)
  }
})
