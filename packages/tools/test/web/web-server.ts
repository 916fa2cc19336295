import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PoundlockError } from '@poundlock/spec'
import { onTestFinished } from 'vitest'
import type { ToolContext, ToolOutput } from '../../src/index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A server on this machine that answers as it is told; the name `web.test` leads to it. */
export async function startWeb(answer: Answer) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => answer(request, response, Buffer.concat(pieces).toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, port, url: (path: string) => `http://web.test:${port}${path}` }
}

/** Lets `web.test` be the public web, so that what is refused of the rest can be seen. */
export const guards = {
  resolve: async (host: string) => (host === 'web.test' ? ['127.0.0.1'] : Promise.reject(new Error('unknown host'))),
  refuseAddress: (address: string) => (address === '127.0.0.1' ? null : 'not the server of this test'),
}

export function webContext(more: Partial<ToolContext> = {}): ToolContext {
  return {
    abortSignal: new AbortController().signal,
    spillDirectory: null,
    urls: {
      allows: () => true,
      refusal: (url: string) => new PoundlockError(`refused ${url}`, { code: 'WEB_REFUSED' }),
    },
    ...more,
  } as ToolContext
}

export const textOf = ({ content }: ToolOutput): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
