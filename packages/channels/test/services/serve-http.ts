import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json: unknown
}

/** A local server that answers what arrives, closed after the test. */
export async function serveHttp(answer: (arrived: Arrived) => Answer | Promise<Answer>): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      void Promise.resolve(answer({ method, path, headers, body: Buffer.concat(chunks).toString() })).then((given) => {
        response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
        response.end(JSON.stringify(given.json))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends to what is tested. */
export async function post(url: string, body: string | Buffer, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'error' })
  const text = await response.text()
  return { status: response.status, json: text === '' ? null : JSON.parse(text) }
}

/** Something that is awaited: resolves with the next value that is put in. */
export class Arrivals<T> {
  readonly #values: T[] = []
  #wake: () => void = () => undefined

  put(value: T): void {
    this.#values.push(value)
    this.#wake()
  }

  async next(): Promise<T> {
    while (this.#values.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#values.shift()!
  }

  get count(): number {
    return this.#values.length
  }
}
