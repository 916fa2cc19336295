import { expect, it } from 'vitest'
import { builtins } from '../../src/analysis/builtins.ts'
import { isBashBuiltin } from '../../src/analysis/index.ts'

it('knows every builtin that the analysis follows, but for the one that only dash has', () => {
  const others = Object.keys(builtins()).filter((name) => !isBashBuiltin(name))
  expect(others).toEqual(['chdir'])
})

it('knows what bash lists itself, and neither keywords nor programs', () => {
  expect(['[', ':', '.', 'echo', 'test'].every(isBashBuiltin)).toBe(true)
  expect(['[[', 'if', 'time', 'ls', 'constructor', ''].some(isBashBuiltin)).toBe(false)
})
