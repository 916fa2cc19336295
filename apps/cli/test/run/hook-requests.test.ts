import { createServer, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_QUESTION_BYTES } from '../../src/hook/answer-hook.ts'
import { hookRequests } from '../../src/run/hook-requests.ts'

/** Sends requests to a hook whose questions are kept. */
async function openHook() {
  const questions: string[] = []
  const handle = hookRequests(async (question) => {
    questions.push(Buffer.from(question).toString())
    return { code: 0, stdout: '{}', stderr: '' }
  })
  const server = createServer((incoming, response) => void handle(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const status = (options: RequestOptions, body = '') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port, method: 'POST', path: '/hook', ...options }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      sent.on('error', reject).end(body)
    })
  return { questions, status }
}

test('a question is passed on whole; another path or method is not there', async () => {
  const { questions, status } = await openHook()
  expect(await status({}, 'x'.repeat(100_000))).toBe(200)
  expect(questions).toEqual(['x'.repeat(100_000)])
  expect(await status({ path: '/other' })).toBe(404)
  expect(await status({ method: 'PUT' })).toBe(404)
  expect(questions).toHaveLength(1)
})

test.each([
  ['longer than any question', { 'content-length': MAX_QUESTION_BYTES + 1 }],
  ['of a length that is not told', { 'transfer-encoding': 'chunked' }],
])('a request that is %s is refused before it is read', async (_, headers) => {
  const { questions, status } = await openHook()
  expect(await status({ headers })).toBe(413)
  expect(questions).toEqual([])
})
