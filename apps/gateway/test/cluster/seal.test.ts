import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Seal } from '../../src/cluster/seal.ts'

const VALUE = { hash: 'ab'.repeat(32), grant: { role: 'operator' } }
const key = randomBytes(32)
const seal = new Seal(key)

test('what was sealed opens with the same key and the same name, and says nothing of its content', () => {
  const sealed = seal.close('code', VALUE)
  expect(new Seal(key).open('code', sealed)).toEqual(VALUE)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('operator')
  expect(seal.close('code', VALUE)).not.toBe(sealed)
})

test('it opens with no other key, under no other name, and not when anything of it was changed', () => {
  const sealed = seal.close('code', VALUE)
  expect(new Seal(randomBytes(32)).open('code', sealed)).toBeUndefined()
  expect(seal.open('other', sealed)).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(seal.open('code', changed.toString('base64url'))).toBeUndefined()
  }
  for (const length of bytes.keys()) {
    expect(seal.open('code', bytes.subarray(0, length).toString('base64url'))).toBeUndefined()
  }
})
