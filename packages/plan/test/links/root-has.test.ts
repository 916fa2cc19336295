import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rootHas } from '../../src/index.ts'

test('the folder of the system has what is listed there, and nothing else', () => {
  for (const name of readdirSync('/')) expect(rootHas(name), name).toBe(true)
  for (const name of ['v1', 'no-such-folder-anywhere'])
    expect(rootHas(name), name).toBe(readdirSync('/').includes(name))
})

test('what cannot be told may be there', () => {
  expect(rootHas('a'.repeat(300))).toBe(true)
  expect(rootHas('a\0')).toBe(true)
})
