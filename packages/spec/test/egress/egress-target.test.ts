import { describe, expect, test } from 'vitest'
import { readHost, readTarget, writeTarget } from '../../src/index.ts'

describe('a host', () => {
  test.each([
    ['Example.ORG', 'example.org', false],
    ['example.org.', 'example.org', false],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example', false],
    ['_service.example', '_service.example', false],
    ['localhost', 'localhost', false],
    ['10.0.0.1', '10.0.0.1', true],
    ['[2001:DB8::1]', '2001:db8::1', true],
    ['2001:db8:0::1', '2001:db8::1', true],
  ])('%j is %s', (text, host, isAddress) => {
    expect(readHost(text)).toEqual({ host, isAddress })
  })

  test.each([
    '',
    '.',
    'a..b',
    '.example.org',
    'example.org..',
    '-a.example',
    'a-.example',
    'a b.example',
    'user@example.org',
    'example.org/x',
    'example.org\\x',
    'example.org%2eevil.test',
    'example。org',
    'bücher.example',
    'examp\u0000le.org',
    'example.org\n',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}toolong`,
    '\u212Aernel.org',
    'kernel\u3002org',
    'kernel.org\u200B',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '1.2.3.4.',
    'example.0x10',
    'example.123',
    '[1.2.3.4]',
    '[::1',
    '::1]',
    '[fe80::1%25eth0]',
  ])('%j is none', (text) => {
    expect(readHost(text)).toBeNull()
  })
})

describe('a target', () => {
  test.each([
    ['example.org:443', 'example.org', 443],
    ['[::1]:80', '::1', 80],
    ['1.2.3.4:1', '1.2.3.4', 1],
  ])('%j is read', (text, host, port) => {
    const target = readTarget(text)!
    expect(target).toMatchObject({ host, port })
    expect(writeTarget(target)).toBe(text)
  })

  test('takes the port that is usual where it names none', () => {
    expect(readTarget('example.org', 80)).toMatchObject({ port: 80 })
    expect(readTarget('example.org')).toBeNull()
  })

  test.each([
    'example.org:',
    'example.org:0',
    'example.org:65536',
    'example.org:+80',
    'example.org:80:80',
    '::1:80',
    ':80',
  ])('%j is none', (text) => {
    expect(readTarget(text, 80)).toBeNull()
  })
})
