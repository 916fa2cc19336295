import { describe, expect, test } from 'vitest'
import { Connection, type ConnectionOptions, RpcFailure } from '../../src/index.ts'
import { nodePlatform } from '../../src/node/index.ts'

const REQUEST = (id: unknown, method = 'echo', params?: unknown) => ({ jsonrpc: '2.0', id, method, params })
const NOTICE = (method = 'told') => ({ jsonrpc: '2.0', method })
const CANCEL = (requestId: unknown) => ({ ...NOTICE('notifications/cancelled'), params: { requestId } })

/** A connection that answers, and what it has sent. */
function open(options: Partial<ConnectionOptions> = {}) {
  const sent: any[] = []
  const told: string[] = []
  const slow = new Map<unknown, () => void>()
  const connection = new Connection({
    framing: 'newline',
    platform: nodePlatform,
    takesBatches: () => true,
    transport: { send: (text) => void sent.push(JSON.parse(text)), close: () => undefined },
    onRequest(method, params, { id }) {
      if (method === 'slow') return new Promise<string>((resolve) => slow.set(id, () => resolve('at last')))
      if (method === 'echo') return params ?? 'nothing'
      throw RpcFailure.methodNotFound(method)
    },
    onNotification: (method) => void told.push(method),
    ...options,
  })
  const receive = (value: unknown) => connection.receive(Buffer.from(`${JSON.stringify(value)}\n`))
  return { connection, sent, told, slow, receive }
}

const answer = (id: unknown, result: unknown = 'nothing') => ({ jsonrpc: '2.0', id, result })
const refusal = (code: number, id: unknown = null) =>
  expect.objectContaining({ id, error: expect.objectContaining({ code }) })

describe('a batch', () => {
  test.each([
    [
      'of requests is answered with one array',
      [REQUEST(1), REQUEST('b', 'echo', [7])],
      [[answer(1), answer('b', [7])]],
    ],
    ['of one request is answered with an array of one', [REQUEST(1)], [[answer(1)]]],
    ['of notices is not answered', [NOTICE(), NOTICE()], []],
    ['of requests and notices is answered for the requests', [NOTICE(), REQUEST(1), NOTICE()], [[answer(1)]]],
    ['of nothing is refused alone', [], [refusal(-32_600)]],
    ['of scalars is refused for each', [1, 'a', null], [[refusal(-32_600), refusal(-32_600), refusal(-32_600)]]],
    [
      'within a batch is refused, and the others are answered',
      [[REQUEST(1)], REQUEST(2)],
      [[refusal(-32_600), answer(2)]],
    ],
    ['with an unknown method is answered for it', [REQUEST(1, 'no')], [[refusal(-32_601, 1)]]],
    [
      'with params that are none is refused for these',
      [REQUEST(1, 'echo', 'x'), REQUEST(2)],
      [[refusal(-32_600, 1), answer(2)]],
    ],
    [
      'with an id and no method is refused for it',
      [{ jsonrpc: '2.0', id: 3 }, REQUEST(2)],
      [[refusal(-32_600, 3), answer(2)]],
    ],
    ['without a version is refused for what lacks it', [{ id: 1, method: 'echo' }], [[refusal(-32_600, 1)]]],
    ['with an id twice is answered for the first', [REQUEST(1, 'slow'), REQUEST(1)], []],
    ['of answers that nobody waits for is not answered', [answer(5), answer(6)], []],
    [
      'of errors of the connection is not answered',
      [{ jsonrpc: '2.0', id: null, error: { code: 1, message: '' } }],
      [],
    ],
    ['of a request that is given up in it is not answered', [REQUEST(1, 'slow'), CANCEL(1)], []],
    [
      'of requests of which one is given up is answered for the others',
      [REQUEST(1, 'slow'), CANCEL(1), REQUEST(2)],
      [[answer(2)]],
    ],
    [
      'of what is too deep is refused for that',
      [
        JSON.parse(`{"jsonrpc":"2.0","id":1,"method":"echo","params":${'['.repeat(300)}${']'.repeat(300)}}`),
        REQUEST(2),
      ],
      [[refusal(-32_600, 1), answer(2)]],
    ],
  ])('%s', (_what, batch, expected) => {
    const { receive, sent, connection } = open()
    receive(batch)
    expect(sent).toEqual(expected)
    expect(connection.closed).toBe(false)
  })

  test('is answered once the last of it is done', async () => {
    const { receive, sent, slow } = open()
    receive([REQUEST(1, 'slow'), REQUEST(2), REQUEST(3, 'slow')])
    slow.get(3)!()
    await Promise.resolve()
    expect(sent).toEqual([])
    receive(REQUEST(4))
    expect(sent).toEqual([answer(4)])
    slow.get(1)!()
    await expect.poll(() => sent).toHaveLength(2)
    expect(sent[1]).toEqual([answer(2), answer(3, 'at last'), answer(1, 'at last')])
  })

  test('is answered without what is given up while it waits', async () => {
    const { receive, sent, slow } = open()
    receive([REQUEST(1, 'slow'), REQUEST(2)])
    receive(CANCEL(1))
    expect(sent).toEqual([[answer(2)]])
    slow.get(1)!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toHaveLength(1)
  })

  test('of answers settles what waits for them', async () => {
    const { connection, receive } = open()
    const asked = [connection.request('a'), connection.request('b')]
    receive([{ jsonrpc: '2.0', id: 2, error: { code: 7, message: 'no' } }, answer(1, 'yes'), NOTICE()])
    await expect(asked[0]).resolves.toBe('yes')
    await expect(asked[1]).rejects.toMatchObject({ remote: { code: 7 } })
  })

  test('is told what it is not: too many at once, and no JSON', () => {
    const { connection, receive, sent, told } = open({ limits: { maxIncoming: 3 } })
    receive(Array.from({ length: 4 }, () => NOTICE()))
    connection.receive(Buffer.from('[{"jsonrpc":"2.0","id":1,"method":"echo"},\n'))
    expect(sent).toEqual([refusal(-32_600), refusal(-32_700)])
    expect(told).toEqual([])
  })

  test('has its requests refused that are too many beside those under way', () => {
    const { receive, sent } = open({ limits: { maxIncoming: 2 } })
    receive(REQUEST('x', 'slow'))
    receive([REQUEST(1, 'slow'), REQUEST(2)])
    expect(sent).toEqual([])
    receive(CANCEL(1))
    expect(sent).toEqual([[refusal(-32_000, 2)]])
  })

  test('is taken only while it may be', () => {
    let takes = false
    const { receive, sent } = open({ takesBatches: () => takes })
    receive([REQUEST(1)])
    takes = true
    receive([REQUEST(2)])
    takes = false
    receive([REQUEST(3)])
    expect(sent).toEqual([refusal(-32_600), [answer(2)], refusal(-32_600)])
  })

  test('that something speaks against is refused whole', () => {
    const { receive, sent } = open({ problemOf: () => 'a key stands twice' })
    receive([REQUEST(1), REQUEST(2)])
    expect(sent).toEqual([refusal(-32_600)])
  })

  test('is announced with its length in the other framing', () => {
    const texts: string[] = []
    const { connection } = open({
      framing: 'content-length',
      transport: { send: (text) => void texts.push(text), close: () => undefined },
    })
    const body = JSON.stringify([REQUEST(1), REQUEST(2)])
    connection.receive(Buffer.from(`Content-Length: ${body.length}\r\n\r\n${body}`))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(/^Content-Length: \d+\r\n\r\n\[\{.*\}\]$/)
  })
})

describe('what neither asks nor answers', () => {
  test.each([
    ['an id', { jsonrpc: '2.0', id: 1 }, 1],
    ['an id that is a text', { jsonrpc: '2.0', id: 'a' }, 'a'],
    ['an id and params', { jsonrpc: '2.0', id: 1, params: {} }, 1],
    ['an id that is null', { jsonrpc: '2.0', id: null }, null],
    ['a version alone', { jsonrpc: '2.0' }, null],
    ['params alone', { jsonrpc: '2.0', params: [] }, null],
    ['a method that is null', { jsonrpc: '2.0', id: 1, method: null }, 1],
    ['an empty object', {}, null],
  ])('is refused: %s', (_what, message, id) => {
    const { receive, sent } = open()
    receive(message)
    expect(sent).toEqual([refusal(-32_600, id)])
  })

  test('is taken for a bad answer where something waits for one, and nothing is said', async () => {
    const { connection, receive, sent } = open()
    const asked = connection.request('a')
    sent.length = 0
    receive({ jsonrpc: '2.0', id: 1 })
    await expect(asked).rejects.toMatchObject({ unreadable: 'malformed' })
    receive({ id: 1, result: {} })
    expect(sent).toEqual([refusal(-32_600, 1)])
  })

  test('is refused without its id where that is under way, since it would be taken for the answer', () => {
    const { receive, sent } = open()
    receive(REQUEST(1, 'slow'))
    receive({ jsonrpc: '2.0', id: 1 })
    receive({ jsonrpc: '2.0', id: 1, method: 'echo', params: 3 })
    expect(sent).toEqual([refusal(-32_600, null), refusal(-32_600, null)])
  })
})
