import { expect, test } from 'vitest'
import { formatInternetAddress, parseInternetAddress } from '../../src/index.ts'

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['255.255.255.255', '255.255.255.255'],
  ['::', '::'],
  ['::1', '::1'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8::', '2001:db8::'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ['::ffff:1.2.3.4', '::ffff:102:304'],
  ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
  ['1:0:3:4:5:6:7:8', '1:0:3:4:5:6:7:8'],
])('%s is an address, written %s', (text, written) => {
  expect(formatInternetAddress(parseInternetAddress(text)!)).toBe(written)
})

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f.1',
  '127.1',
  '2130706433',
  '1.2.3.4 ',
  '1.2.3.-4',
  '١.2.3.4',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  'fe80::1%eth0',
  '12345::',
  '::1.2.3',
  '1.2.3.4::',
  '[::1]',
])('%j is none', (text) => {
  expect(parseInternetAddress(text)).toBeNull()
})
