import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { ProtocolWarning } from '../../src/index.ts'
import { connectStreams } from '../../src/node/index.ts'

/** A loaded machine takes its time. */
const PATIENT = { timeout: 60_000 }

test('a child process is asked over its input and output, and its noise is told apart', async () => {
  const file = fileURLToPath(new URL('../fixtures/echo.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const oddities: ProtocolWarning[] = []
  const connection = connectStreams(child.stdout, child.stdin, {
    framing: 'newline',
    noiseIsExpected: true,
    onWarning: (oddity) => void oddities.push(oddity),
  })
  const large = { text: 'ü'.repeat(1 << 20) }
  expect(await Promise.all([connection.request('a', [1]), connection.request('b', large)])).toEqual([[1], large])
  expect(oddities.map((oddity) => oddity.kind)).toEqual(['noise'])
  const waiting = connection.request('c', [3], { timeoutMs: Infinity }).catch((error: unknown) => error)
  child.kill('SIGKILL')
  // Answered before it was killed, or not at all.
  await expect(waiting.then((answer) => Array.isArray(answer) || (answer as { code: string }).code)).resolves.toSatisfy(
    (answer) => answer === true || answer === 'CLOSED',
  )
  await once(child, 'exit')
  await expect.poll(() => connection.closed).toBe(true)
})

test('a peer that does not read holds the sender back instead of filling its memory', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [other] = await accepted
  const connection = connectStreams(socket, socket, { framing: 'newline' })
  const text = 'x'.repeat(1 << 20)
  let held = false
  for (let sent = 0; sent < 64 && !held; sent++) {
    const sending = connection.notify('fill', { text }).then(
      () => 'sent',
      () => 'failed',
    )
    held = (await Promise.race([sending, new Promise((resolve) => setTimeout(() => resolve('held'), 200))])) === 'held'
    if (held) {
      other.resume()
      expect(await sending).toBe('sent')
    }
  }
  expect(held).toBe(true)
  other.destroy()
  await expect.poll(() => connection.closed).toBe(true)
})

test('a peer that asks and reads no answers is kept up with to a limit, and ends its connection', async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 16 })]
  const closed = Promise.withResolvers<string>()
  const connection = connectStreams(input, output, {
    framing: 'newline',
    onRequest: () => ({}),
    onClose: ({ message }) => closed.resolve(message),
    limits: { maxUnreadBytes: 100_000 },
  })
  for (let id = 1; id <= 150; id++) input.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`)
  await expect.poll(() => output.writableLength, PATIENT).toBeGreaterThan(4000)
  expect(connection.closed).toBe(false)
  // One waits for all of them.
  expect(output.listenerCount('drain')).toBe(1)
  for (let id = 151; id <= 400; id++) input.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`)
  expect(await closed.promise).toContain('does not read')
})

test('a peer that reads late gets all that it was answered', { timeout: 600_000 }, async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 16 })]
  connectStreams(input, output, { framing: 'newline', onRequest: () => ({}), limits: { maxUnreadBytes: 100_000 } })
  const answers: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    for (let id = 1; id <= 150; id++) input.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`)
    await expect.poll(() => output.writableLength, PATIENT).toBeGreaterThan(4000)
    const read = (chunk: Buffer) =>
      answers.push(
        ...chunk
          .toString()
          .split('\n')
          .filter((line) => line !== ''),
      )
    output.on('data', read).resume()
    await expect.poll(() => answers.length, PATIENT).toBe(150 * (turn + 1))
    output.off('data', read)
    output.pause()
  }
})
