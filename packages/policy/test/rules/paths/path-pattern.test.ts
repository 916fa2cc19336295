import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import { compilePathPattern, pathPatternProblem } from '../../../src/rules/paths/path-pattern.ts'

const matches = (pattern: string, path: string, home = '/home/u') => compilePathPattern(pattern, home)(path)

describe('a path pattern', () => {
  it.each([
    ['/usr/bin/rg', '/usr/bin/rg', true],
    ['/usr/bin/rg', '/usr/bin/rga', false],
    ['/usr/bin/rg', '/x/usr/bin/rg', false],
    ['/usr/bin/rg', '/usr/bin/RG', false],
    ['/usr/bin/*', '/usr/bin/rg', true],
    ['/usr/bin/*', '/usr/bin/', true],
    ['/usr/bin/*', '/usr/bin/sub/rg', false],
    ['/usr/*/rg', '/usr/bin/rg', true],
    ['/usr/*/rg', '/usr/local/bin/rg', false],
    ['/usr/bin/python3.*', '/usr/bin/python3.11', true],
    ['/usr/bin/python3.*', '/usr/bin/python3x11', false],
    ['/usr/**', '/usr/local/bin/rg', true],
    ['/usr/**', '/usr', false],
    ['/usr/**/rg', '/usr/rg', true],
    ['/usr/**/rg', '/usr/a/b/rg', true],
    ['/usr/**/rg', '/usr/a/b/xrg', false],
    ['/usr/**/**/rg', '/usr/rg', true],
    ['/usr/lib**/rg', '/usr/lib64/x/rg', true],
    ['/**', '/anything/at/all', true],
    ['/usr/bin/r?', '/usr/bin/rg', true],
    ['/usr/bin/r?', '/usr/bin/r', false],
    ['/usr?bin', '/usr/bin', false],
    ['/opt/?', '/opt/😀', true],
    ['~/bin/*', '/home/u/bin/x', true],
    ['~/bin/*', '/home/v/bin/x', false],
    ['~/bin/*', '~/bin/x', false],
    ['~', '/home/u', true],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected)
  })

  it.each(['/w/../bin/rg', '/w/./rg', '/w//rg', '/..', '/w/..', 'w/rg', '', './rg'])(
    'never matches %j, which is not in its plain form',
    (path) => {
      for (const pattern of ['/**', '/*', '/w/**/rg', '~/**', path]) expect(matches(pattern, path)).toBe(false)
    },
  )

  it.each(['.', '+', '^', '$', '|', '(', ')', '[', ']', '{', '}', '\\', '[a-z]', '(?:a|b)', '\\w', 'a{2}'])(
    'takes %s for itself',
    (text) => {
      expect(matches(`/opt/x${text}`, `/opt/x${text}`)).toBe(true)
      for (const other of ['a', 'ab', 'aa', '']) expect(matches(`/opt/x${text}`, `/opt/x${other}`)).toBe(false)
    },
  )

  it('takes the home folder as it is, with a slash at its end and with a wildcard in it', () => {
    expect(matches('~/bin/*', '/home/u/bin/x', '/home/u/')).toBe(true)
    expect(matches('~/bin/*', '/bin/x', '/')).toBe(true)
    expect(matches('~/bin/x', '/home/evil/bin/x', '/home/*')).toBe(false)
  })

  it('fits itself where it has no wildcard, and only itself', () => {
    const path = fc.array(
      fc.string({ minLength: 1 }).filter((part) => !/[/*?]|^\.{1,2}$/.test(part)),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [a, b] = [`/${one.join('/')}`, `/${other.join('/')}`]
        expect(matches(a, a)).toBe(true)
        expect(matches(a, b)).toBe(a === b)
        expect(matches('/**', a)).toBe(true)
      }),
    )
  })

  it('answers at once where a backtracking matcher would not come to an end', () => {
    expect(matches(`/${'**a'.repeat(60)}b`, `/${'a'.repeat(5000)}`)).toBe(false)
    expect(matches(`/${'*a'.repeat(60)}b`, `/${'a'.repeat(5000)}`)).toBe(false)
    expect(matches(`/${'**/'.repeat(60)}b`, `/${'a/'.repeat(2500)}c`)).toBe(false)
  })
})

describe('a pattern that can never match', () => {
  it.each([
    ['bin/rg', 'has a path that is not absolute'],
    ['./rg', 'has a path that is not absolute'],
    ['~root/bin/x', 'names the home folder of another user'],
    ['~', 'names the home folder of another user'],
    ['/usr/../bin/rg', 'has a path with "." or ".." or "//" in it'],
    ['~/./rg', 'has a path with "." or ".." or "//" in it'],
    ['/usr//rg', 'has a path with "." or ".." or "//" in it'],
    ['/usr/bin/', 'names a folder'],
    ['/usr/bin/rg', null],
    ['~/bin/*', null],
    ['/**', null],
  ])('%s: %s', (pattern, problem) => {
    expect(pathPatternProblem(pattern)).toBe(problem)
  })
})
