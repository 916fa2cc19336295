import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, it } from 'vitest'
import { compileDomains, readWebAddress } from '../../../src/rules/web/domains.ts'

/** What the patterns mean, one by one. */
function names(pattern: string, host: string, action: 'allow' | 'deny'): boolean {
  const wanted = pattern.toLowerCase().replace(/\.+$/, '')
  const name = host.toLowerCase().replace(/\.+$/, '')
  if (wanted === '*') return true
  if (wanted.startsWith('*.')) return name.endsWith(wanted.slice(1))
  return name === wanted || (action === 'deny' && wanted !== '' && name.endsWith(`.${wanted}`))
}

const label = fc.constantFrom('a', 'b', 'example', 'com', 'x-y', 'B')
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
const pattern = fc.tuple(fc.constantFrom('', '*.', ''), host, fc.constantFrom('', '.')).map((parts) => parts.join(''))

describe('patterns on hosts', () => {
  it.each(['allow', 'deny'] as const)('find the first that names a host: %s', (action) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pattern, fc.constant('*')), { maxLength: 4 }), host, (patterns, of) => {
        expect(compileDomains(patterns, action)(of)).toBe(patterns.findIndex((one) => names(one, of, action)))
      }),
      { numRuns: tries(1000) },
    )
  })

  it.each([
    ['allow', '.example.com', 'a.example.com', -1],
    ['allow', '', 'example.com', -1],
    ['deny', '', 'example.com', -1],
    ['deny', '.example.com', 'a.example.com', 0],
    ['allow', 'example.com', 'notexample.com', -1],
    ['allow', '*.example.com', 'example.com', -1],
    ['allow', '__proto__', 'constructor', -1],
  ] as const)('%s %j on %s: %s', (action, text, of, found) => {
    expect(compileDomains([text], action)(of)).toBe(found)
  })
})

describe('an address', () => {
  it.each([
    'https://example.com:80@evil.com/',
    'https://example.com\\@evil.com/',
    'https://evil.com#@example.com',
    'https://exa mple.com/',
    'https://example.com%2eevil.com/',
    'https://EXAMPLE.com',
    'https://example.com:8443/x',
    'https://example.com.',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://router.lan?x',
    'https://-a.com/',
    'https://a..com/',
    'https://com/',
    'https://example.com?x#y',
    'https://example.com\n.evil.com/',
    'ftp://example.com/',
  ])('%j is read the quick way as it is read the long way', (text) => {
    const long = readWebAddress(text.replace(/^https?/i, (scheme) => scheme.toUpperCase()))
    expect(readWebAddress(text)).toEqual(long)
  })
})
