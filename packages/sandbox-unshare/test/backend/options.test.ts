import { expect, test } from 'vitest'
import { createUnshareBackend, type UnshareBackendOptions } from '../../src/index.ts'

test('options that no compiler checked are refused with the name of the first wrong one', () => {
  const create = (options?: unknown) => () => createUnshareBackend(options as UnshareBackendOptions)
  expect(create()).toThrow('createUnshareBackend: options.cacheDirectory is missing; expected an absolute path.')
  expect(create({ cacheDirectory: '/c', stateDirectory: 's' })).toThrow(
    'createUnshareBackend: options.stateDirectory is "s"; expected an absolute path.',
  )
})
