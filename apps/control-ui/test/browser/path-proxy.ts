import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A reverse proxy that has gateways below paths, and takes the path away. */
export interface PathProxy {
  /** Of the page behind it, with `/` at the end. */
  readonly address: string
  /** As clients name it in `Host`. */
  readonly host: string
  /** From now on it leads there; another prefix leads to another gateway. */
  leadTo(address: string, another?: string): void
}

/** @param prefix with `/` at both ends */
export async function openPathProxy(prefix: string): Promise<PathProxy> {
  const ports = new Map([[prefix, 0]])
  const placeOf = ({ url = '' }: IncomingMessage) => {
    const [found] = [...ports].filter(([one]) => url.startsWith(one))
    return found === undefined ? null : { path: url.slice(found[0].length - 1), port: found[1] }
  }
  const server = createServer((incoming, answer) => {
    const place = placeOf(incoming)
    if (place === null) return answer.writeHead(404).end()
    const { method, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', ...place, method, headers }, (received) => {
      answer.writeHead(received.statusCode!, received.headers)
      received.pipe(answer)
    })
    // As proxies answer for what is down.
    outgoing.on('error', () => answer.writeHead(502).end('bad gateway'))
    incoming.pipe(outgoing)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const { port = 0, path = '' } = placeOf(incoming) ?? {}
    const onward = connect(port, '127.0.0.1', () => {
      const lines = [`GET ${path} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `http://${host}${prefix}`,
    host,
    leadTo: (address, another = prefix) => void ports.set(another, Number(new URL(address).port)),
  }
}
