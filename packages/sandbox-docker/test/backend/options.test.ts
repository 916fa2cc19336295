import { expect, test } from 'vitest'
import { createDockerBackend, type DockerBackendOptions } from '../../src/index.ts'

test('options that no compiler checked are refused with the name of the first wrong one', () => {
  const create = (options: unknown) => () => createDockerBackend(options as DockerBackendOptions)
  expect(create({})).toThrow('createDockerBackend: options.cacheDirectory is missing; expected an absolute path.')
  expect(create({ cacheDirectory: '/c', stateDirectory: '/s', scope: 'all' })).toThrow(
    'createDockerBackend: options.scope is "all"; expected one of session, agent, shared.',
  )
})
