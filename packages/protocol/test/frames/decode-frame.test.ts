import { expect, test } from 'vitest'
import {
  decodeFrame,
  encodeFrame,
  errorBody,
  GatewayError,
  LIMITS_AFTER_CONNECT,
  LIMITS_BEFORE_CONNECT,
} from '../../src/index.ts'

const decode = (source: string | Uint8Array) => decodeFrame(source, LIMITS_AFTER_CONNECT)

function refusal(source: string | Uint8Array, limits = LIMITS_AFTER_CONNECT) {
  try {
    decodeFrame(source, limits)
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError)
    const { code, path, expected } = error as GatewayError
    return { code, path, expected }
  }
  throw new Error(`it was taken: ${String(source).slice(0, 100)}`)
}

const REQUEST = '{"type":"request","id":"1","method":"gateway.health","params":{}}'

test('a frame is what its text says', () => {
  expect(decode(REQUEST)).toEqual({ type: 'request', id: '1', method: 'gateway.health', params: {} })
  expect(decode(new TextEncoder().encode(REQUEST))).toEqual(decode(REQUEST))
  expect(
    decode('{"type":"event","event":"tools.output","subscription":"s","seq":3,"data":{"text":"ö"}}'),
  ).toMatchObject({
    seq: 3,
  })
  expect(decode('{"type":"response","id":null,"ok":false,"error":{"code":"BAD_FRAME","message":"m"}}')).toMatchObject({
    id: null,
  })
})

test.each([
  ['', 'JSON'],
  ['{"type":"request"', 'JSON'],
  [`\uFEFF${REQUEST}`, 'JSON'],
  ['{"type":"request","type":"request","id":"1","method":"m","params":{}}', 'JSON'],
  ['{"type":"request","id":"1","method":"m","params":{"decision":"deny","decision":"allow-once"}}', 'JSON'],
  ['{"type":"request","id":"1","method":"m","params":{"a":"\\ud800"}}', 'JSON'],
  ['{"type":"request","id":"1","method":"m","params":{"a":NaN}}', 'JSON'],
])('%j is no strict JSON', (text, expected) => {
  expect(refusal(text)).toMatchObject({ code: 'BAD_FRAME', path: '', expected })
})

test.each([
  ['[]', '', 'an object'],
  ['null', '', 'an object'],
  ['{}', '/type', '"request", "response" or "event"'],
  ['{"type":"request","id":"1","method":"m"}', '/params', 'an object'],
  ['{"type":"request","id":"1","method":"m","params":[]}', '/params', 'an object'],
  ['{"type":"request","id":1,"method":"m","params":{}}', '/id', expect.stringContaining('an id')],
  [
    '{"type":"request","id":"1","method":"m","params":{},"approved":true}',
    '/approved',
    expect.stringContaining('no "approved"'),
  ],
  [
    '{"type":"request","id":"1","method":"m","params":{},"idempotencyKey":"short"}',
    '/idempotencyKey',
    expect.stringContaining('8 to 128'),
  ],
  ['{"type":"response","id":"1","ok":true,"result":{},"error":{}}', '/error', expect.stringContaining('no "error"')],
  [
    '{"type":"response","id":"1","ok":false,"error":{"code":"X","message":1}}',
    '/error/message',
    'a text of at most 10000 characters',
  ],
  ['{"type":"event","event":"e","seq":-1,"data":{}}', '/seq', expect.stringContaining('whole number')],
  ['{"type":"event","event":"e","seq":1e400,"data":{}}', '/seq', expect.stringContaining('whole number')],
])('%s names the place and what belongs there', (text, path, expected) => {
  expect(refusal(text)).toEqual({ code: 'BAD_FRAME', path, expected })
})

test.each([
  '"__proto__"',
  '"\\u005f_proto__"',
  '"\\u005F\\u005fproto_\\u005f"',
  '"__prot\\u006f__"',
  '"\\u005f\\u005f\\u0070roto__"',
])('the key %s is refused at any depth', (key) => {
  const expected = 'no key "__proto__", at any depth'
  expect(refusal(`{"type":"request","id":"1","method":"m","params":{"a":[{${key}:{"isAdmin":true}}]}}`)).toMatchObject({
    code: 'BAD_FRAME',
    expected,
  })
  expect({}).not.toHaveProperty('isAdmin')
})

test('as a text, __proto__ is a text', () => {
  expect(decode('{"type":"request","id":"1","method":"m","params":{"a":"__proto__"}}')).toMatchObject({
    params: { a: '__proto__' },
  })
})

test('broken UTF-8 is refused', () => {
  const bytes = new TextEncoder().encode(REQUEST)
  bytes[REQUEST.indexOf('health')] = 0xff
  expect(refusal(bytes)).toMatchObject({ code: 'BAD_FRAME', expected: 'UTF-8' })
})

test.each([
  ['bytes', `{"a":"${'x'.repeat(70_000)}"}`],
  ['bytes of several a character', `{"a":"${'€'.repeat(22_000)}"}`],
  ['levels of objects and arrays', '['.repeat(10_000)],
  ['members and entries', `[${'0,'.repeat(300)}0]`],
  ['members and entries', `{${Array.from({ length: 300 }, (_, index) => `"k${index}":0`).join(',')}}`],
])('too many %s are refused before the text is read', (_, text) => {
  expect(refusal(text, LIMITS_BEFORE_CONNECT).code).toBe('FRAME_TOO_LARGE')
})

test('brackets in texts count for nothing', () => {
  const text = JSON.stringify({ type: 'request', id: '1', method: 'm', params: { a: '[{,"\\"'.repeat(1000) } })
  expect(decodeFrame(text, LIMITS_BEFORE_CONNECT)).toEqual(JSON.parse(text))
})

test('an error fits a frame, however long its words are', () => {
  const error = new GatewayError('😀'.repeat(20_000), {
    code: 'INTERNAL',
    path: 'p'.repeat(5000),
    expected: 'e'.repeat(5000),
  })
  const frame = { type: 'response', id: '1', ok: false, error: errorBody(error) } as const
  expect(decode(encodeFrame(frame))).toEqual(frame)
})
