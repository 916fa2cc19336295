import { ConfigDocument } from '@poundlock/config'
import { policyLayer } from '@poundlock/policy'
import { expect, test } from 'vitest'

// A key that only the configuration knew made every policy of such a file an error.
test.each(Object.keys(ConfigDocument.properties))('a policy is made of a file that sets %s', (key) => {
  const value = key === 'mode' ? 'allow' : key === '$schema' ? 'https://example.org/schema.json' : {}
  const options = { name: 'user', mayLoosen: true, locate: (pointer: string) => pointer }
  expect(policyLayer({ [key]: value }, options)).toMatchObject({ name: 'user' })
})
