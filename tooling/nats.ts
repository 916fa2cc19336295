import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A NATS server that was started. */
export interface NatsServer {
  readonly name: string
  readonly address: string
  readonly ports: NatsPorts
  readonly process: ChildProcess
  /** Ends it at once, and waits until it has ended. */
  kill(): Promise<void>
  /** Starts it, or the same server again with what it stored. */
  start(): Promise<void>
}

export interface NatsPorts {
  readonly client: number
  readonly monitor: number
  readonly cluster: number
}

/** The server that CI fetches, or the one of the system. */
export const natsServer = (): string => process.env['POUNDLOCK_NATS'] ?? 'nats-server'

/** The configuration of a server with JetStream; `extra` are more lines of it. */
export const natsConfiguration = (
  folder: string,
  name: string,
  { client, monitor }: NatsPorts,
  extra = '',
): string => `server_name: ${name}
listen: "127.0.0.1:${client}"
http: "127.0.0.1:${monitor}"
jetstream { store_dir: "${join(folder, name)}", max_memory_store: 64MB, max_file_store: 1GB, sync_interval: always }
${extra}
`

/** Starts three servers that keep everything three times, in a folder. @param gids the groups that they run as */
export async function startNatsCluster(folder: string, gids: readonly number[] = []): Promise<readonly NatsServer[]> {
  const ports = await freePorts(3)
  const routes = ports.map(({ cluster }) => `"nats-route://127.0.0.1:${cluster}"`).join(', ')
  const servers = ports.map((own, index) => {
    const extra = `cluster { name: test, listen: "127.0.0.1:${own.cluster}", routes: [${routes}] }`
    return makeNatsServer(folder, `n${index}`, own, natsConfiguration(folder, `n${index}`, own, extra), gids[index])
  })
  await Promise.all(servers.map((server) => server.start()))
  return servers
}

/** A server that is not started yet. */
export function makeNatsServer(
  folder: string,
  name: string,
  ports: NatsPorts,
  config: string,
  gid?: number,
): NatsServer {
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, config, { mode: 0o600 })
  let running: ChildProcess | undefined
  const server = {
    name,
    address: `127.0.0.1:${ports.client}`,
    ports,
    get process() {
      return running!
    },
    async start() {
      running = spawn(natsServer(), ['-c', file], { stdio: 'ignore', ...(gid !== undefined && { gid }) })
      await healthy(ports.monitor, running)
    },
    async kill() {
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      await ended
    },
  }
  return server
}

/** A server that says nothing for so long is asked again. */
const SILENT_MS = 2000
/** A server that is not ready by then has failed the test, and the error says what it said. */
const LONGEST_MS = 60_000

/**
 * What a server says of a stream that was being made when it was killed. It says so until a client makes the stream again:
 * the program under test does that, so the server counts as ready.
 */
const HALF_MADE = 'could not be recovered'

/** Until JetStream answers; a server that ended fails the test. */
async function healthy(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`nats-server ended with ${String(child.exitCode ?? child.signalCode)}`)
    const problem = await problemOf(port)
    if (problem === null) return
    if (performance.now() > deadline) throw new Error(`nats-server is not ready: ${problem}`)
    await delay(20)
  }
}

/** @returns what it says of itself; `null` when it is ready */
async function problemOf(port: number): Promise<string | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(SILENT_MS) })
    const text = await answer.text()
    return answer.ok || text.includes(HALF_MADE) ? null : text
  } catch (error) {
    return String(error)
  }
}

/** Free ports, all taken at the same time so that they differ. */
export async function freePorts(servers: number): Promise<NatsPorts[]> {
  const listeners = Array.from({ length: servers * 3 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(listeners.map((listener) => once(listener, 'listening')))
  const ports = listeners.map((listener) => (listener.address() as AddressInfo).port)
  for (const listener of listeners) listener.close()
  return Array.from({ length: servers }, (_, index) => {
    const [client, monitor, cluster] = ports.slice(index * 3, index * 3 + 3) as [number, number, number]
    return { client, monitor, cluster }
  })
}
