import { expect, test } from 'vitest'
import { createPolicy, type PolicyDocument, type PolicyOptions } from '../../src/index.ts'

const create = (from: unknown, options?: unknown) => () =>
  createPolicy(from as PolicyDocument, options as PolicyOptions)

test('arguments that no compiler checked are refused with the name of the wrong one', () => {
  expect(create({})).toThrow('options of createPolicy: home is nothing; expected an absolute path')
  expect(create({}, { home: 'me' })).toThrow('options of createPolicy: home is "me"; expected an absolute path')
  expect(create(undefined, { home: '/home/me' })).toThrow(
    'createPolicy: the policy is nothing; expected a document or layers',
  )
  expect(create({}, { home: '/home/me' })).not.toThrow()
})
