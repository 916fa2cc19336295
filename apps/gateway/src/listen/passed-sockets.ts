import { fstatSync, readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { GatewayHostError } from '../gateway-host-error.ts'

/** Sockets that a service manager opened before it started the gateway: their descriptors. */
export interface PassedSockets {
  readonly local?: number
  readonly tcp?: number
}

type Environment = Record<string, string | undefined>

/** The first descriptor that systemd passes. */
const FIRST = 3
const NAMES = ['local', 'tcp'] as const

/**
 * The sockets that systemd passes to this process, by the names in its units (sd_listen_fds_with_names(3)). Takes the
 * variables out of the environment: they are not for programs that this one starts.
 *
 * @throws GatewayHostError `GATEWAY_CONFIG` for one with an unknown name
 */
export function takePassedSockets(environment: Environment, pid: number): PassedSockets {
  const { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES = '' } = environment
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES', 'LISTEN_PIDFDID']) delete environment[name]
  if (LISTEN_PID !== String(pid)) return {}
  const names = LISTEN_FDNAMES.split(':')
  const passed: { local?: number; tcp?: number } = {}
  for (let index = 0; index < Number(LISTEN_FDS); index++) {
    const name = NAMES.find((known) => known === names[index])
    if (name === undefined || passed[name] !== undefined) {
      throw refused(`systemd passes a socket named ${JSON.stringify(names[index] ?? '')}`)
    }
    passed[name] = FIRST + index
  }
  return passed
}

/**
 * Has a server take the connections of a socket that was passed.
 *
 * @param expected the path, or `address:port`, where the gateway is to listen
 * @throws GatewayHostError `GATEWAY_CONFIG` for a socket that is bound elsewhere
 */
export async function listenAtPassed(server: Server, fd: number, expected: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refused(`the socket that systemd passes cannot be used: ${error.message}`)))
    server.listen({ fd }, () => resolve())
  })
  const bound = server.address()
  const isTcp = bound !== null && typeof bound !== 'string'
  const place = isTcp ? `${bound.address}:${bound.port}` : localPath(fd)
  if (place === expected) return
  server.close()
  throw refused(`systemd passes a socket at ${place}, and the gateway is to listen at ${expected}`)
}

/** Where a local socket is bound: Node does not say, and Linux lists the sockets with their numbers (proc_net_unix). */
function localPath(fd: number): string | null {
  const inode = String(fstatSync(fd, { bigint: true }).ino)
  for (const line of readFileSync('/proc/net/unix', 'utf8').split('\n')) {
    const [, number, path] = /^\S+: (?:\S+ +){5}(\d+) (.*)$/.exec(line) ?? []
    if (number === inode) return path!
  }
  return null
}

/** @throws GatewayHostError `GATEWAY_CONFIG` */
export function refusePassedTcp(): never {
  throw refused('systemd passes a TCP socket, and gateway.bind is "none"')
}

const refused = (problem: string) =>
  new GatewayHostError(problem, {
    code: 'GATEWAY_CONFIG',
    remedy:
      'Write the units anew after a change of gateway.bind or gateway.port: poundlock gateway install --socket-activation',
    details: { key: 'gateway.bind' },
  })
