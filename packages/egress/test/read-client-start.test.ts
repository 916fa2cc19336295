import { beforeAll, describe, expect, test } from 'vitest'
import { readClientStart } from '../src/client-hello.ts'
import { captureHello, splitRecords } from './client-hello.ts'

let hello: Buffer
let nameless: Buffer
beforeAll(async () => {
  hello = await captureHello('Example.org')
  nameless = await captureHello(undefined)
})

describe('the start of a connection', () => {
  test('tells the name that a real TLS client asks for', () => {
    expect(readClientStart(hello)).toEqual({ kind: 'tls', name: 'Example.org', hides: false })
    expect(readClientStart(nameless)).toEqual({ kind: 'tls', name: null, hides: false })
  })

  test('asks for more at every cut, and never says anything else before', () => {
    for (let length = 0; length < hello.length; length += 1) {
      expect(readClientStart(hello.subarray(0, length)), String(length)).toEqual({ kind: 'more' })
    }
  })

  test.each([1, 3, 100])('is put together from records of %d bytes', (most) => {
    const split = splitRecords(hello, most)
    expect(readClientStart(split)).toEqual({ kind: 'tls', name: 'Example.org', hides: false })
    expect(readClientStart(split.subarray(0, split.length - 1))).toEqual({ kind: 'more' })
  })

  test('does not mind what follows', () => {
    expect(readClientStart(Buffer.concat([hello, Buffer.from([20, 3, 3, 0, 1, 1])]))).toMatchObject({ kind: 'tls' })
  })

  test.each(['GET / HTTP/1.1', 'SSH-2.0-x', '\x80\x2e\x02\x03\x01', '\x15\x02'])(
    'that is not TLS is passed on: %j',
    (text) => {
      expect(readClientStart(Buffer.from(text, 'latin1'))).toEqual({ kind: 'other' })
    },
  )

  test('that goes on otherwise than TLS does is broken', () => {
    const change = (at: number, value: number) => {
      const changed = Buffer.from(hello)
      changed[at] = value
      return changed
    }
    expect(readClientStart(change(1, 9))).toEqual({ kind: 'broken' })
    expect(readClientStart(change(5, 2))).toEqual({ kind: 'broken' })
    // The length of the session id: everything behind it is read at the wrong place.
    expect(['broken', 'tls']).toContain(readClientStart(change(43, 255)).kind)
    expect(readClientStart(Buffer.concat([Buffer.from([22, 3, 1, 0, 4, 1, 255, 255, 255])]))).toEqual({
      kind: 'broken',
    })
  })

  test('with two names, or with a list of names, is broken: which one a server obeys is not known', () => {
    const at = hello.indexOf(Buffer.from('Example.org')) - 9
    const extension = hello.subarray(at, at + 9 + 11)
    expect(extension.subarray(0, 2)).toEqual(Buffer.from([0, 0]))
    const doubled = Buffer.concat([hello.subarray(0, at), extension, hello.subarray(at)])
    const grow = (offset: number, bytes: 2 | 3) =>
      doubled.writeUIntBE(doubled.readUIntBE(offset, bytes) + extension.length, offset, bytes)
    grow(3, 2)
    grow(6, 3)
    const session = 43 + 1 + hello.readUInt8(43)
    const ciphers = session + 2 + hello.readUInt16BE(session)
    grow(ciphers + 1 + hello.readUInt8(ciphers), 2)
    expect(readClientStart(doubled)).toEqual({ kind: 'broken' })
    const list = Buffer.from(hello)
    list.writeUInt16BE(list.readUInt16BE(at + 7) - 1, at + 7)
    expect(readClientStart(list)).toEqual({ kind: 'broken' })
  })

  test('never throws, whatever byte is changed', () => {
    for (let at = 0; at < hello.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(hello)
        changed[at] = value
        expect(['tls', 'more', 'broken', 'other']).toContain(readClientStart(changed).kind)
      }
    }
  })
})
