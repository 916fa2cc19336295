import { expect, test } from 'vitest'
import { encryptMessage, MOST_MESSAGE_BYTES, receiverKeyProblem } from '../../src/push/message-encryption.ts'
import { pushReceiver } from '../support/push-receiver.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, 5 and appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of RFC 8291 is encrypted to the bytes that stand there', () => {
  const { receiverPublic: p256dh, auth, senderPrivate, salt } = EXAMPLE
  const secrets = { privateKey: bytes(senderPrivate), salt: bytes(salt) }
  const body = encryptMessage(Buffer.from(EXAMPLE.text), { p256dh, auth }, secrets)
  expect(body.toString('base64url')).toBe(EXAMPLE.body)
})

test('the receiver of the tests reads the example of RFC 8291', () => {
  const receiver = pushReceiver(bytes(EXAMPLE.receiverPrivate), bytes(EXAMPLE.auth))
  expect(receiver.p256dh).toBe(EXAMPLE.receiverPublic)
  expect(receiver.decrypt(bytes(EXAMPLE.body))).toEqual({ text: EXAMPLE.text, padding: 0 })
})

test.each([0, 1, 255, 256, 1000, MOST_MESSAGE_BYTES])('a message of %i bytes arrives, and fits in 4096', (length) => {
  const receiver = pushReceiver()
  const text = 'x'.repeat(length)
  const body = encryptMessage(Buffer.from(text), receiver)
  expect(body.length).toBeLessThanOrEqual(4096)
  expect(receiver.decrypt(body).text).toBe(text)
})

test('messages that differ a little have one length, and no two have the same bytes', () => {
  const receiver = pushReceiver()
  const bodies = ['{"waiting":1}', '{"waiting":1}', '{"waiting":1000}'].map((text) =>
    encryptMessage(Buffer.from(text), receiver),
  )
  expect(new Set(bodies.map(({ length }) => length)).size).toBe(1)
  expect(new Set(bodies.map((body) => body.subarray(0, 86).toString('hex'))).size).toBe(3)
})

test('another receiver, and a byte that was changed, read nothing', () => {
  const receiver = pushReceiver()
  const body = encryptMessage(Buffer.from('text'), receiver)
  expect(() => pushReceiver().decrypt(body)).toThrow('authenticate')
  body[90] = body[90]! ^ 1
  expect(() => receiver.decrypt(body)).toThrow('authenticate')
})

test('a message that is too long is refused', () => {
  expect(() => encryptMessage(Buffer.alloc(MOST_MESSAGE_BYTES + 1), pushReceiver())).toThrow(RangeError)
})

test('keys that are no point of the curve, or have another length, are named', () => {
  const { p256dh, auth } = pushReceiver()
  const point = bytes(p256dh)
  const offCurve = Buffer.from(point)
  offCurve[64] = offCurve[64]! ^ 1
  expect(receiverKeyProblem({ p256dh, auth })).toBeNull()
  expect(receiverKeyProblem({ p256dh: offCurve.toString('base64url'), auth })).toContain('a point of the curve')
  expect(receiverKeyProblem({ p256dh: Buffer.alloc(65).toString('base64url'), auth })).toContain('uncompressed')
  expect(receiverKeyProblem({ p256dh: point.subarray(0, 64).toString('base64url'), auth })).toContain('65 bytes')
  expect(receiverKeyProblem({ p256dh, auth: auth.slice(0, 20) })).toContain('16 bytes')
})
