import { describe, expect, test } from 'vitest'
import { expandVariables } from '../../src/servers/expand-variables.ts'
import { serverEnvironment } from '../../src/servers/server-environment.ts'

describe('variables are filled in', () => {
  const variables = { TOKEN: 'abc', EMPTY: '', NESTED: '${TOKEN}' }
  test.each([
    ['plain', 'plain'],
    ['${TOKEN}', 'abc'],
    ['a${TOKEN}b${TOKEN}', 'aabcbabc'],
    ['${MISSING:-x}', 'x'],
    ['${EMPTY:-x}', 'x'],
    ['${MISSING:-}', ''],
    // Not read again: what a variable holds is a value.
    ['${NESTED}', '${TOKEN}'],
    ['$TOKEN', '$TOKEN'],
    ['${TOKEN', '${TOKEN'],
  ])('%s', (text, expected) => {
    expect(expandVariables(text, variables, 'env.A')).toBe(expected)
  })

  test.each(['${MISSING}', '${EMPTY}', '${constructor}', '${__proto__}'])('%s is told', (text) => {
    expect(() => expandVariables(text, variables, 'env.A')).toThrow(/^env\.A: the environment variable \w+ is not set/)
  })

  test.each(['${}', '${a b}', '${1A}', '${A.B}'])('%s names no variable', (text) => {
    expect(() => expandVariables(text, variables, 'url')).toThrow(/names no environment variable/)
  })
})

test('what passes is named, and code of a shell does not', () => {
  const host = { PATH: '/bin', LC_TIME: 'C', SECRET: 's', MY_ONE: '1', MY_TWO: '2', HOME: '() { evil; }', EXTRA: 'e' }
  expect(serverEnvironment({ env: { A: '${SECRET}' }, passEnvironment: ['MY_*', 'EXTRA'] }, host)).toEqual({
    PATH: '/bin',
    LC_TIME: 'C',
    MY_ONE: '1',
    MY_TWO: '2',
    EXTRA: 'e',
    A: 's',
  })
})
