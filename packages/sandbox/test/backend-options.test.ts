import { expect, test } from 'vitest'
import { checkBackendOptions } from '../src/index.ts'

const EXPECTED = { stateDirectory: 'path', scope: ['session', 'agent'], agent: 'text' } as const
const RIGHT = { stateDirectory: '/state', scope: 'agent', agent: 'main' }
const check = (options: unknown) => () => checkBackendOptions('createBackend', options, EXPECTED)

test.each([
  [undefined, 'options.stateDirectory is missing; expected an absolute path'],
  [{}, 'options.stateDirectory is missing; expected an absolute path'],
  [{ ...RIGHT, stateDirectory: 'state' }, 'options.stateDirectory is "state"; expected an absolute path'],
  [{ ...RIGHT, stateDirectory: 7 }, 'options.stateDirectory is a number; expected an absolute path'],
  [{ ...RIGHT, scope: 'all' }, 'options.scope is "all"; expected one of session, agent'],
  [{ ...RIGHT, agent: undefined }, 'options.agent is missing; expected a text'],
])('%j: the message names the option and what is expected', (options, problem) => {
  expect(check(options)).toThrow(`createBackend: ${problem}.`)
  expect(check(options)).toThrow(expect.objectContaining({ code: 'SANDBOX_OPTIONS' }))
})

test('takes what is right, and options that it does not know', () => {
  expect(check({ ...RIGHT, other: 1 })).not.toThrow()
})
