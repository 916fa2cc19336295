import { expect, test } from 'vitest'
import { readHttpStart } from '../src/http-start.ts'

test.each([
  ['GET / HTTP/1.1\r\n', 'http'],
  ['GET / HTTP/1.0\n', 'http'],
  ['\r\n\n\rGET / HTTP/1.1\r\n', 'http'],
  ['get / http/1.1 \r\n', 'http'],
  ['X-ODD /a b c HTTP/1.1\r\nHost: x', 'http'],
  ['CONNECT a:1 HTTP/1.1\r\n', 'http'],
  ['GET / HTTP/9.9\r\n', 'newer'],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'newer'],
  ['', 'more'],
  ['\r\n', 'more'],
  ['GET', 'more'],
  ['GET / HTTP/1', 'more'],
  ['GET /\r\n', 'http'],
  ['GET\t/\tHTTP/1.1\r\n', 'http'],
  [' GET / HTTP/1.1\r\n', 'http'],
  ['GET / HTTP/1.1\rHost: x\r\r', 'http'],
  ['get key\r\n', 'other'],
  ['PING\r\n', 'other'],
  ['SSH-2.0-OpenSSH_9.6\r\n', 'other'],
  ['<?xml', 'other'],
  ['\0\0\0\x08\x04', 'other'],
  ['003egit-upload-pack /x\0host=y\0', 'other'],
  [`${'x'.repeat(65)} `, 'other'],
  [`GET /${'x'.repeat(70_000)}`, 'http'],
  [`X ${'x'.repeat(70_000)}`, 'other'],
] as const)('%j is %s', (text, expected) => {
  expect(readHttpStart(Buffer.from(text, 'latin1'))).toBe(expected)
})
