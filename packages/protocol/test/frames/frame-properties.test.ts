import { createValidator } from '@poundlock/spec/validation'
import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { isChallenge, isHello } from '../../src/client/handshake-shape.ts'
import { shapeProblem } from '../../src/frames/frame-shape.ts'
import {
  Challenge,
  decodeFrame,
  encodeFrame,
  ErrorFrame,
  EventFrame,
  GatewayError,
  Hello,
  isMethodName,
  LIMITS_AFTER_CONNECT,
  LIMITS_OF_CLIENT,
  METHODS,
  readConnectParams,
  readParams,
  RequestFrame,
  ResultFrame,
  type Frame,
} from '../../src/index.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const key = fc
  .oneof(text, fc.constantFrom('constructor', 'toString', 'prototype'))
  .filter((name) => name !== '__proto__')
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    // JSON has no minus zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(Object.fromEntries<unknown>),
  ),
}))
const object = fc.array(fc.tuple(key, value), { maxLength: 4 }).map(Object.fromEntries<unknown>)
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
const name = fc.stringMatching(/^[a-z][A-Za-z0-9.]{0,20}$/)
const count = fc.nat()

const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record(
    {
      type: fc.constant('request' as const),
      id,
      method: name,
      params: object,
      idempotencyKey: fc.stringMatching(/^[A-Za-z0-9._~-]{8,40}$/),
    },
    { requiredKeys: ['type', 'id', 'method', 'params'] },
  ),
  fc.record({ type: fc.constant('response' as const), id, ok: fc.constant(true as const), result: object }),
  fc.record({
    type: fc.constant('response' as const),
    id: fc.option(id),
    ok: fc.constant(false as const),
    error: fc.record(
      {
        code: fc.stringMatching(/^[A-Z][A-Z_]{0,20}$/),
        message: text,
        path: text,
        retryAfterMs: count,
        details: object,
      },
      { requiredKeys: ['code', 'message'] },
    ),
  }),
  fc.record(
    { type: fc.constant('event' as const), event: name, subscription: id, seq: count, data: object },
    { requiredKeys: ['type', 'event', 'data'] },
  ),
)

/** Reads what may be anything: a frame, or the error that is documented. */
function read(source: string | Uint8Array): Frame | null {
  try {
    return decodeFrame(source, LIMITS_AFTER_CONNECT)
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError)
    expect(['BAD_FRAME', 'FRAME_TOO_LARGE']).toContain((error as GatewayError).code)
    return null
  }
}

const untouched = () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect({}).not.toHaveProperty('polluted')
}

test('a frame that is written and read is the same frame', () => {
  fc.assert(
    fc.property(frame, (one) => {
      const written = encodeFrame(one)
      expect(decodeFrame(written, LIMITS_OF_CLIENT)).toEqual(one)
      expect(decodeFrame(new TextEncoder().encode(written), LIMITS_OF_CLIENT)).toEqual(one)
    }),
  )
})

test('half of a surrogate pair is replaced when it is written', () => {
  const frameOf = (data: object): Frame => ({ type: 'event', event: 'e', data })
  expect(decodeFrame(encodeFrame(frameOf({ 'a\ud800': ['\udfff'] })), LIMITS_OF_CLIENT)).toEqual(
    frameOf({ 'a\ufffd': ['\ufffd'] }),
  )
})

test('what no reader takes is not written', () => {
  const data = JSON.parse('{"a":[{"__proto__":1}]}') as object
  expect(() => encodeFrame({ type: 'event', event: 'e', data })).toThrow(GatewayError)
  const circle: Record<string, unknown> = {}
  circle['circle'] = circle
  expect(() => encodeFrame({ type: 'event', event: 'e', data: circle })).toThrow(GatewayError)
})

const scraps = fc.constantFrom(
  '"__proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  '"\\u005f_proto__":{"polluted":true},',
  '"id":"2",',
  '\\',
  '"',
  '{',
  '[[[[',
  '}',
  '\\ud800',
  '\u0000',
  '1e999',
  'NaN',
  '/**/',
)

test('whatever becomes of its text, a frame is one or is refused, and nothing else changes', () => {
  fc.assert(
    fc.property(
      frame,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.oneof(scraps, text)), { maxLength: 4 }),
      (one, cuts) => {
        let written = encodeFrame(one)
        for (const [at, length, put] of cuts) {
          const place = at % (written.length + 1)
          written = written.slice(0, place) + put + written.slice(place + length)
        }
        const found = read(written)
        if (found !== null) expect(shapeProblem(found)).toBeNull()
        untouched()
      },
    ),
  )
})

test('whatever its bytes are, a frame is one or is refused', () => {
  fc.assert(
    fc.property(frame, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 4 }), (one, changes) => {
      const bytes = new TextEncoder().encode(encodeFrame(one))
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      read(bytes)
      untouched()
    }),
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(bytes)))
})

const kinds = [RequestFrame, ResultFrame, ErrorFrame, EventFrame].map((schema) => createValidator(schema))
const isFrameBySchema = (one: unknown) => kinds.some((validator) => validator(one).length === 0)

/** Values in which one part was taken away, added or replaced. */
const broken = (whole: fc.Arbitrary<object>) =>
  fc.tuple(whole, fc.nat(), fc.constantFrom('keep', 'drop', 'put', 'add'), value).map(([one, at, action, put]) => {
    const copy = JSON.parse(JSON.stringify(one)) as Record<string, unknown>
    const places = [
      copy,
      ...Object.values(copy).filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part)),
    ]
    const place = places[at % places.length] as Record<string, unknown>
    const keys = Object.keys(place)
    const picked = keys[at % Math.max(keys.length, 1)] ?? 'none'
    if (action === 'drop') delete place[picked]
    else if (action === 'put') place[picked] = put
    else if (action === 'add') place['more'] = put
    return copy
  })

test('the reader and the published schemas of frames agree', () => {
  fc.assert(
    fc.property(broken(frame), (one) => {
      expect(shapeProblem(one) === null, JSON.stringify(one)).toBe(isFrameBySchema(one))
    }),
  )
  fc.assert(
    fc.property(value, (one) => {
      expect(shapeProblem(one) === null).toBe(isFrameBySchema(one))
    }),
  )
})

const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/)
const base43 = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
const challenge = fc.record({
  nonce: base43,
  gateway: fc.record({ id: hex64, name: fc.constantFrom('home', 'büro', 'x'.repeat(64)) }),
  protocol: fc.record({ min: fc.integer({ min: 1, max: 9 }), max: fc.integer({ min: 1, max: 9 }) }),
  time: count,
})
const hello = fc.record(
  {
    protocol: fc.integer({ min: 1, max: 9 }),
    gateway: fc.record({
      id: hex64,
      name: fc.constant('home'),
      version: fc.constant('1.0.0'),
      publicKey: base43,
      signature: fc.stringMatching(/^[A-Za-z0-9_-]{86}$/),
    }),
    connection: fc.constant('c0ffee'),
    device: fc.record({ id: hex64, name: fc.constant('desk') }),
    role: fc.constantFrom('operator', 'node', 'agent'),
    scopes: fc.subarray(['status.read', 'admin', 'tools.call']),
    limits: fc.record({
      maxFrameBytes: fc.constant(2048),
      maxDepth: fc.integer({ min: 1, max: 9 }),
      maxValues: fc.integer({ min: 1, max: 9 }),
      maxRequestsAtOnce: fc.constant(1),
      maxSubscriptions: fc.constant(1),
      pingIntervalMs: fc.constant(1),
    }),
    time: count,
    token: base43,
  },
  { requiredKeys: ['protocol', 'gateway', 'connection', 'device', 'role', 'scopes', 'limits', 'time'] },
)

test.each([
  ['challenge', challenge, createValidator(Challenge), isChallenge],
  ['hello', hello, createValidator(Hello), isHello],
] as const)('a client takes a %s exactly where it fits the published schema', (_, whole, validator, isOne) => {
  fc.assert(
    fc.property(whole, (one) => {
      expect(isOne(one), JSON.stringify(one)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(broken(whole as fc.Arbitrary<object>), (one) => {
      expect(isOne(one), JSON.stringify(one)).toBe(validator(one).length === 0)
    }),
  )
})

test('parameters that do not fit are refused with a place, whatever they are', () => {
  const names = Object.keys(METHODS).filter(isMethodName)
  const refused = (readIt: () => unknown) => {
    try {
      readIt()
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError)
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', path: expect.stringMatching(/^\/params/) })
    }
    untouched()
  }
  fc.assert(fc.property(fc.constantFrom(...names), value, (one, params) => refused(() => readParams(one, params))))
  fc.assert(fc.property(value, (params) => refused(() => readConnectParams(params))))
})
