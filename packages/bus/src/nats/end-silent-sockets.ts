import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

interface Peers {
  readonly ports: ReadonlySet<number>
  readonly silentMs: number
}

const NATS_PORT = 4222
const expected = new AsyncLocalStorage<Peers>()
let isSubscribed = false

/**
 * Connects, and ends each socket to the servers that read nothing in time, also when the connection is made again later.
 * The library forgets a socket whose server took it and said nothing, as a stopped server does: the process could not
 * end, and each try would leave one more.
 *
 * @param servers as of `NatsBusOptions`
 */
export function endSilentSockets<Result>(
  servers: readonly string[],
  silentMs: number,
  connect: () => Promise<Result>,
): Promise<Result> {
  if (!isSubscribed) subscribe('net.client.socket', (message) => watch((message as { readonly socket: Socket }).socket))
  isSubscribed = true
  return expected.run({ ports: new Set(servers.map(portOf)), silentMs }, connect)
}

/** What the handlers of messages connect to is made in the same context: the port tells it apart. */
function watch(socket: Socket): void {
  const peers = expected.getStore()
  if (peers === undefined) return
  socket.once('connectionAttempt', (_address: string, port: number) => {
    if (!peers.ports.has(port)) return
    setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, peers.silentMs).unref()
  })
}

function portOf(server: string): number {
  const url = new URL(server.includes('://') ? server.replace(/^[a-z]+:/, 'nats:') : `nats://${server}`)
  return url.port === '' ? NATS_PORT : Number(url.port)
}
