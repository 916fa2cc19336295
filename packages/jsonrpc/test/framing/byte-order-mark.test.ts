import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Connection, type FramingProblem, type Framing } from '../../src/index.ts'
import { connectStreams, nodePlatform } from '../../src/node/index.ts'

const MARK = Buffer.from([0xef, 0xbb, 0xbf])
const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const framed = (framing: Framing) =>
  Buffer.from(framing === 'newline' ? `${MESSAGE}\n` : `Content-Length: ${MESSAGE.length}\r\n\r\n${MESSAGE}`)

function feed(bytes: Uint8Array, size: number, framing: Framing = 'newline') {
  const seen = { methods: [] as string[], problem: undefined as FramingProblem | undefined, noise: 0 }
  const connection = new Connection({
    framing,
    platform: nodePlatform,
    skipsByteOrderMark: true,
    noiseIsExpected: true,
    transport: { send: () => undefined, close: () => undefined },
    onRequest: (method) => void seen.methods.push(method),
    onWarning: ({ kind }) => void (seen.noise += Number(kind === 'noise')),
    onClose: ({ problem }) => (seen.problem = problem),
  })
  for (let at = 0; at < bytes.length; at += size) connection.receive(bytes.subarray(at, at + size))
  connection.end()
  return seen
}

describe.each([1, 2, 3, 1000])('in pieces of %i bytes', (size) => {
  test.each(['newline', 'content-length'] as const)('a mark at the beginning is skipped: %s', (framing) => {
    expect(feed(Buffer.concat([MARK, framed(framing)]), size, framing)).toEqual({
      methods: ['ping'],
      problem: undefined,
      noise: 0,
    })
  })

  test('without one, all is as it was', () => {
    expect(feed(Buffer.concat([framed('newline'), framed('newline')]), size).methods).toEqual(['ping', 'ping'])
    expect(feed(new Uint8Array(), size).problem).toBeUndefined()
  })

  test('one at the beginning of a later message is none', () => {
    const seen = feed(Buffer.concat([framed('newline'), MARK, framed('newline')]), size)
    expect(seen).toMatchObject({ methods: ['ping'], noise: 1 })
  })

  test('a second one is none', () => {
    expect(feed(Buffer.concat([MARK, MARK, framed('newline')]), size)).toMatchObject({ methods: [], noise: 1 })
  })

  test('the beginning of one is part of what follows, and of the end', () => {
    expect(feed(Buffer.concat([MARK.subarray(0, 2), framed('newline')]), size)).toMatchObject({ methods: [], noise: 1 })
    expect(feed(MARK.subarray(0, 2), size).problem).toBe('truncated_frame')
  })

  test.each([
    ['little', Buffer.from(`\uFEFF${MESSAGE}\n`, 'utf16le')],
    ['big', Buffer.from(`\uFEFF${MESSAGE}\n`, 'utf16le').swap16()],
  ])('UTF-16 is named: %s end first', (_end, bytes) => {
    expect(feed(bytes, size)).toMatchObject({ methods: [], problem: 'bad_charset' })
  })
})

test('streams skip one', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  connectStreams(input, output, { framing: 'newline', onRequest: () => 'pong' })
  input.write(Buffer.concat([MARK, framed('newline')]))
  expect(JSON.parse(String(await new Promise((resolve) => output.once('data', resolve))))).toMatchObject({
    result: 'pong',
  })
})

test.each([
  ['newline', framed('content-length'), /^Content-Length: \d+\r\n\r\n\{/],
  ['content-length', framed('newline'), /^\{.*\}\n$/],
] as const)('a peer that speaks the other framing than %s is told so in its own', (framing, bytes, expected) => {
  const sent: string[] = []
  const connection = new Connection({
    framing,
    platform: nodePlatform,
    transport: { send: (text) => void sent.push(text), close: () => undefined },
  })
  connection.receive(bytes)
  expect(connection.closed).toBe(true)
  expect(sent).toEqual([expect.stringMatching(expected)])
  expect(sent[0]).toMatch(/"code":-32700,"message":"Parse error: The other side .*Content-Length framing/)
})
