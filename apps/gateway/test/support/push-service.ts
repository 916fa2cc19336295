import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { pushReceiver, vapidClaims, type PushReceiver } from './push-receiver.ts'

/** The certificate of the service, which is its own authority. */
export const CERTIFICATE = fileURLToPath(new URL('../fixtures/tls/cert.pem', import.meta.url))
const KEY = fileURLToPath(new URL('../fixtures/tls/key.pem', import.meta.url))

/** A push that arrived, decrypted with the keys of the subscription that it was sent to. */
export interface ArrivedPush {
  readonly browser: string
  readonly headers: IncomingHttpHeaders
  readonly content: any
  readonly vapid: ReturnType<typeof vapidClaims>
}

/** What the service says to a push instead of 201. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Writes the body, and ends the answer or not. */
  readonly write?: (response: ServerResponse) => void
}

export interface PushService {
  /** With the port. */
  readonly origin: string
  /** What a browser gives out when it subscribes. */
  subscribe(browser: string): { readonly endpoint: string; readonly keys: Pick<PushReceiver, 'p256dh' | 'auth'> }
  /** Says this to the next pushes, one each. */
  answer(...answers: readonly ServiceAnswer[]): void
  /** The next push that was not taken yet. */
  next(): Promise<ArrivedPush>
  readonly all: readonly ArrivedPush[]
}

/** A push service that checks what RFC 8030, 8188, 8291 and 8292 ask of a sender. */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, PushReceiver>()
  const answers: ServiceAnswer[] = []
  const all: ArrivedPush[] = []
  let taken = 0
  let wake: () => void = () => undefined
  const server = createServer(
    { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) },
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const browser = request.url!.slice('/send/'.length)
      const { headers } = request
      const content = JSON.parse(browsers.get(browser)!.decrypt(body).text)
      all.push({ browser, headers, content, vapid: vapidClaims(headers.authorization ?? '') })
      wake()
      const { status, headers: given = {}, write } = answers.shift() ?? { status: 201 }
      response.writeHead(status, given)
      if (write) write(response)
      else response.end()
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    all,
    subscribe(browser) {
      const receiver = pushReceiver()
      browsers.set(browser, receiver)
      return { endpoint: `${origin}/send/${browser}`, keys: { p256dh: receiver.p256dh, auth: receiver.auth } }
    },
    answer: (...given) => void answers.push(...given),
    async next() {
      while (taken >= all.length) await new Promise<void>((resolve) => (wake = resolve))
      return all[taken++]!
    },
  }
}
