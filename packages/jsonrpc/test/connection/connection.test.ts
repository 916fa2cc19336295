import { describe, expect, test } from 'vitest'
import {
  CANCELLATION,
  Connection,
  RPC_ERROR_CODES,
  RpcError,
  RpcFailure,
  type ConnectionOptions,
  type ProtocolWarning,
  type RequestHandle,
} from '../../src/index.ts'
import { nodePlatform } from '../../src/node/index.ts'

type Side = Partial<ConnectionOptions>

/** Two connections that carry what the other sends. */
function pair(left: Side = {}, right: Side = {}) {
  const sent: string[] = []
  const closed: string[] = []
  const make = (side: Side, other: () => Connection): Connection =>
    new Connection({
      framing: 'newline',
      platform: nodePlatform,
      transport: {
        async send(text) {
          sent.push(text)
          await Promise.resolve()
          other().receive(Buffer.from(text))
        },
        close: () => queueMicrotask(() => other().end()),
      },
      onClose: ({ message }) => void closed.push(message),
      ...side,
    })
  const a: Connection = make(left, () => b)
  const b: Connection = make(right, () => a)
  return { a, b, sent, closed }
}

const never = () => new Promise<never>(() => undefined)

describe('a request', () => {
  test('is answered with what the other side returns, whichever framing', async () => {
    for (const framing of ['newline', 'content-length'] as const) {
      const { a } = pair({ framing }, { framing, onRequest: (method, params) => ({ method, params }) })
      expect(await a.request('add', [1, 2])).toEqual({ method: 'add', params: [1, 2] })
      expect(a.pending).toEqual({ incoming: 0, outgoing: 0 })
    }
  })

  test.each([
    [[{ jsonrpc: '2.0', id: 1, result: {} }, { id: 2, result: {} }, 7, null], /batch/],
    [{ id: 1, result: {} }, /jsonrpc must be/],
    [{ jsonrpc: '2.0', id: 1 }, /neither a result/],
    [{ jsonrpc: '2.0', id: 1, error: 'no' }, /neither a result/],
    [{ jsonrpc: '2.0', id: 1, result: JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as unknown }, /nested/],
  ])('whose answer cannot be read fails at once: %#', async (answer, what) => {
    const { a } = pair({}, { onRequest: never })
    const asked = a.request('add', [], { timeoutMs: Infinity })
    a.receive(Buffer.from(`${JSON.stringify(answer)}\n`))
    await expect(asked).rejects.toMatchObject({
      code: 'REMOTE',
      message: expect.stringMatching(what),
      remote: undefined,
    })
  })

  test.each([
    [
      [
        { jsonrpc: '2.0', id: '1', result: {} },
        { jsonrpc: '2.0', id: 1, method: 'x' },
      ],
    ],
    [{ id: 1, method: 'x', result: {} }],
    [{ jsonrpc: '2.0', id: '1', error: 'no' }],
  ])('is not failed by what does not mean it: %#', async (other) => {
    const { a } = pair({}, { onRequest: never })
    const asked = a.request('add', [], { timeoutMs: Infinity })
    a.receive(Buffer.from(`${JSON.stringify(other)}\n{"jsonrpc":"2.0","id":1,"result":5}\n`))
    expect(await asked).toBe(5)
  })

  test('is answered with an error that the other side throws, and with one for what it does not know', async () => {
    const { a } = pair(
      {},
      {
        onRequest(method) {
          if (method === 'mine') throw new RpcFailure({ code: 42, message: 'no', data: { why: 1 } })
          if (method === 'broken') throw new TypeError('a fault')
          throw RpcFailure.methodNotFound(method)
        },
      },
    )
    await expect(a.request('mine')).rejects.toMatchObject({ code: 'REMOTE', remote: { code: 42, data: { why: 1 } } })
    await expect(a.request('broken')).rejects.toMatchObject({ remote: { code: RPC_ERROR_CODES.internalError } })
    await expect(a.request('other')).rejects.toMatchObject({ remote: { code: RPC_ERROR_CODES.methodNotFound } })
    await expect(pair().a.request('any')).rejects.toMatchObject({
      remote: { code: RPC_ERROR_CODES.methodNotFound },
    })
  })

  test('that takes too long is given up, and the other side is told', async () => {
    let signal: AbortSignal | undefined
    const { a, b } = pair({}, { onRequest: (_m, _p, context) => ((signal = context.signal as AbortSignal), never()) })
    await expect(a.request('slow', undefined, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect.poll(() => signal?.aborted).toBe(true)
    expect(b.pending.incoming).toBe(0)
  })

  test('whose time is extended waits on', async () => {
    let extend: (() => void) | undefined
    const { a } = pair(
      {},
      {
        async onRequest() {
          for (let step = 0; step < 6; step++) {
            await new Promise((resolve) => setTimeout(resolve, 25))
            extend?.()
          }
          return 'done'
        },
      },
    )
    const answer = a.request('long', undefined, { timeoutMs: 120, onStart: (request) => (extend = request.extend) })
    expect(await answer).toBe('done')
  })

  test('leaves no timer behind when the connection ends', async () => {
    const timers = new Set<unknown>()
    const { a } = pair(
      {
        platform: {
          ...nodePlatform,
          setTimer(action, milliseconds) {
            const timer = nodePlatform.setTimer(() => (timers.delete(timer), action()), milliseconds)
            timers.add(timer)
            return timer
          },
          clearTimer: (timer) => (timers.delete(timer), nodePlatform.clearTimer(timer)),
        },
      },
      { onRequest: () => 1 },
    )
    for (let time = 0; time < 20; time++) await a.request('x', undefined, { timeoutMs: 60_000 - time })
    expect(timers.size).toBe(1)
    a.close()
    expect(timers.size).toBe(0)
  })

  test('has a signal that tells of the end even when it is looked at only afterwards', async () => {
    let context: RequestHandle | undefined
    const { a } = pair({}, { onRequest: (_m, _p, given) => ((context = given), never()) })
    const controller = new AbortController()
    const answer = a.request('slow', undefined, { signal: controller.signal }).catch(({ code }: RpcError) => code)
    await expect.poll(() => context).toBeDefined()
    controller.abort()
    expect(await answer).toBe('CANCELLED')
    await expect.poll(() => context?.signal.aborted).toBe(true)
  })

  test('is answered once, whether its handler answers at once, later, or with something that is no promise', async () => {
    const sent: string[] = []
    const connection = new Connection({
      framing: 'newline',
      platform: nodePlatform,
      transport: { send: (text) => void sent.push(text), close: () => undefined },
      onRequest(method) {
        if (method === 'later') return Promise.resolve('later')
        if (method === 'refused later') return Promise.reject(new TypeError('no'))
        // oxlint-disable-next-line unicorn/no-thenable -- that is what a handler may answer
        if (method === 'thenable') return { then: (resolve: (value: string) => void) => resolve('thenable') }
        // oxlint-disable-next-line unicorn/no-thenable -- the same
        if (method === 'hostile') return Object.defineProperty({}, 'then', { get: () => JSON.parse('{') as never })
        return undefined
      },
    })
    for (const [id, method] of ['now', 'later', 'refused later', 'thenable', 'hostile'].entries()) {
      connection.receive(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`))
    }
    await expect.poll(() => sent.length).toBe(5)
    const answers = sent.map((text) => JSON.parse(text) as { id: number; result?: unknown; error?: unknown })
    const byId = answers.toSorted((one, other) => one.id - other.id)
    expect(byId.map(({ result, error }) => (error === undefined ? result : 'error'))).toEqual([
      null,
      'later',
      'error',
      'thenable',
      'error',
    ])
    expect(connection.pending.incoming).toBe(0)
  })

  test.each(['mcp', 'lsp'] as const)('that the caller gives up ends at once, in the words of %s', async (style) => {
    const cancellation = CANCELLATION[style]
    let aborted = 0
    const { a, sent } = pair(
      { cancellation },
      {
        cancellation,
        onRequest: (_m, _p, { signal }) => (signal.addEventListener('abort', () => aborted++), never()),
      },
    )
    const controller = new AbortController()
    const answer = a.request('slow', undefined, { signal: controller.signal })
    await expect.poll(() => sent.length).toBe(1)
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect.poll(() => aborted).toBe(1)
    expect(sent.at(-1)).toContain(cancellation.method)
    await expect(a.request('x', undefined, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    })
  })

  test('that cannot be JSON is not sent, and an answer that cannot be is an error', async () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    const { a, sent } = pair({}, { onRequest: () => loop })
    await expect(a.request('x', loop)).rejects.toMatchObject({ code: 'UNSENDABLE' })
    expect(sent).toEqual([])
    await expect(a.request('x')).rejects.toMatchObject({ remote: { code: RPC_ERROR_CODES.internalError } })
  })

  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['nothing, by its own word', { toJSON: () => undefined }],
  ])(
    'that is to be answered with %s is answered with an error, not with a message that lacks its result',
    async (_name, result) => {
      const { a } = pair({}, { onRequest: () => result })
      await expect(a.request('x')).rejects.toMatchObject({ remote: { code: RPC_ERROR_CODES.internalError } })
    },
  )

  test('whose values become nothing is not sent, rather than sent without them', async () => {
    const { a, sent } = pair()
    await expect(a.request('x', { toJSON: () => undefined })).rejects.toMatchObject({ code: 'UNSENDABLE' })
    await expect(a.notify('x', { toJSON: () => undefined })).rejects.toMatchObject({ code: 'UNSENDABLE' })
    expect(sent).toEqual([])
  })

  test('and its answer are the JSON that they would be by themselves', async () => {
    const { a, sent } = pair({}, { onRequest: () => ({ 'e"\u2028': ['\ud800', -0, 1e21] }) })
    await a.request('me"thod', ['\n'])
    expect(sent).toEqual([
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'me"thod', params: ['\n'] })}\n`,
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { 'e"\u2028': ['\ud800', -0, 1e21] } })}\n`,
    ])
  })

  test('waits no longer when the connection ends, and is not sent afterwards', async () => {
    const { a, b, closed } = pair({}, { onRequest: never })
    const answers = [a.request('1'), a.request('2')]
    await expect.poll(() => b.pending.incoming).toBe(2)
    b.close()
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: 'CLOSED' })
    expect(closed).toHaveLength(2)
    await expect(a.request('3')).rejects.toThrow(RpcError)
    await expect(a.notify('4')).rejects.toMatchObject({ code: 'CLOSED' })
  })

  test('is one of a bounded number, on both sides', async () => {
    const { a } = pair({ limits: { maxOutgoing: 3 } }, { limits: { maxIncoming: 2 }, onRequest: never })
    const answers = [a.request('1'), a.request('2'), a.request('3')].map((answer) =>
      answer.catch((error: unknown) => error),
    )
    await expect(a.request('4')).rejects.toMatchObject({ code: 'LIMIT' })
    expect(await answers[2]).toMatchObject({ remote: { code: RPC_ERROR_CODES.serverBusy } })
    a.close()
  })
})

test('a message that its reader has something against is refused, whatever it is, and those after it are taken', async () => {
  const sent: string[] = []
  const notices: string[] = []
  const connection = new Connection({
    framing: 'newline',
    platform: nodePlatform,
    transport: { send: (text) => void sent.push(text), close: () => undefined },
    problemOf: (text) => (text.includes('odd') ? 'it is odd' : null),
    onRequest: () => 'fine',
    onNotification: (method) => void notices.push(method),
  })
  const answer = connection.request('x').catch((error: unknown) => error)
  const say = (text: string) => connection.receive(Buffer.from(`${text}\n`))
  say('{"jsonrpc":"2.0","id":1,"result":"odd"}')
  say('{"jsonrpc":"2.0","method":"odd"}')
  say('{"jsonrpc":"2.0","method":"even"}')
  say('{"jsonrpc":"2.0","id":7,"method":"odd"}')
  say('{"jsonrpc":"2.0","id":8,"method":"even"}')
  expect(await answer).toMatchObject({ message: expect.stringContaining('it is odd') as string })
  expect(notices).toEqual(['even'])
  const answers = sent.slice(1).map((text) => JSON.parse(text) as { id: unknown; error?: object; result?: string })
  const refusal = { code: RPC_ERROR_CODES.invalidRequest, message: 'Invalid request: it is odd' }
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 7, error: refusal })
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 8, result: 'fine' })
  connection.close()
})

describe('what nobody asked for', () => {
  test('settles nothing: another type of id, a second answer, an unknown one', async () => {
    const oddities: ProtocolWarning[] = []
    const { a } = pair({ onWarning: (oddity) => void oddities.push(oddity) }, { onRequest: never })
    const answer = a.request('x', undefined, { timeoutMs: Infinity })
    const say = (text: string) => a.receive(Buffer.from(`${text}\n`))
    say('{"jsonrpc":"2.0","id":"1","result":"wrong"}')
    say('{"jsonrpc":"2.0","id":2,"result":"wrong"}')
    say('{"jsonrpc":"2.0","id":1,"result":"right"}')
    say('{"jsonrpc":"2.0","id":1,"result":"late"}')
    expect(await answer).toBe('right')
    expect(oddities.map((oddity) => oddity.kind === 'ignored' && oddity.reason)).toEqual(
      Array.from({ length: 3 }, () => 'unknown_response_id'),
    )
  })

  test('a request with the id of one that is under way is not answered', async () => {
    const oddities: ProtocolWarning[] = []
    const sent: string[] = []
    const connection = new Connection({
      framing: 'newline',
      platform: nodePlatform,
      transport: { send: (text) => (sent.push(text), Promise.resolve()), close: () => undefined },
      onRequest: never,
      onWarning: (oddity) => void oddities.push(oddity),
    })
    for (let time = 0; time < 2; time++) connection.receive(Buffer.from('{"jsonrpc":"2.0","id":7,"method":"x"}\n'))
    await Promise.resolve()
    expect(oddities).toEqual([{ kind: 'ignored', reason: 'duplicate_request_id' }])
    expect(sent).toEqual([])
    expect(connection.pending.incoming).toBe(1)
  })

  test('a carrier that breaks ends the connection', async () => {
    const connection = new Connection({
      framing: 'newline',
      platform: nodePlatform,
      transport: { send: () => Promise.reject(new Error('EPIPE')), close: () => undefined },
    })
    await expect(connection.request('x')).rejects.toMatchObject({ code: 'CLOSED' })
    expect(connection.closed).toBe(true)
    const throwing = new Connection({
      framing: 'newline',
      platform: nodePlatform,
      transport: {
        send() {
          throw new Error('EPIPE')
        },
        close: () => undefined,
      },
    })
    await expect(throwing.notify('x')).rejects.toMatchObject({ code: 'CLOSED' })
    expect(throwing.closed).toBe(true)
  })
})
