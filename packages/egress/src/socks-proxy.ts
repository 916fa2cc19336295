import type { Socket } from 'node:net'
import { type EgressTarget, formatInternetAddress, readTarget } from '@poundlock/spec'
import type { EgressRun } from './egress-run.ts'
import { readExactly } from './read-exactly.ts'

/** Source: RFC 1928. */
const version = 5
const noAuthentication = 0
const noMethod = 0xff
const connectCommand = 1
const addressKind = { version4: 1, name: 3, version6: 4 } as const
const reply = { granted: 0, refused: 2, unreachable: 4, commandUnknown: 7, addressUnknown: 8 } as const

/**
 * The SOCKS side of the proxy: version 5, without authentication, CONNECT only. Names are looked up by the proxy; there
 * is nothing inside that could.
 */
export async function serveSocks(client: Socket, run: EgressRun): Promise<void> {
  const [, methodCount] = await readExactly(client, 2)
  const methods = await readExactly(client, methodCount!)
  if (!methods.includes(noAuthentication)) {
    client.end(Buffer.of(version, noMethod))
    return
  }
  client.write(Buffer.of(version, noAuthentication))
  const [requestVersion, command, , kind] = await readExactly(client, 4)
  if (requestVersion !== version || command !== connectCommand) {
    run.refuse('A SOCKS request was refused: only CONNECT of version 5 is served.')
    end(client, reply.commandUnknown)
    return
  }
  const host = await readAddress(client, kind!)
  if (host === null) {
    end(client, reply.addressUnknown)
    return
  }
  const target = readHostAndPort(host, (await readExactly(client, 2)).readUInt16BE(0))
  if (target === null) {
    run.refuse('A SOCKS request was refused: it names no plain host.')
    end(client, reply.refused)
    return
  }
  run.begun(client)
  const upstream = await run.reach(target)
  if ('message' in upstream) {
    end(client, upstream.kind === 'refused' ? reply.refused : reply.unreachable)
    return
  }
  if (client.destroyed) {
    upstream.destroy()
    return
  }
  client.write(response(reply.granted))
  run.tunnel(client, upstream, target, Buffer.alloc(0))
}

/** The host as text, an address in brackets where it holds colons; `null` for a kind that does not exist. */
async function readAddress(client: Socket, kind: number): Promise<string | null> {
  if (kind === addressKind.version4) return formatInternetAddress([...(await readExactly(client, 4))])
  if (kind === addressKind.version6) return `[${formatInternetAddress([...(await readExactly(client, 16))])}]`
  if (kind !== addressKind.name) return null
  const [length] = await readExactly(client, 1)
  return (await readExactly(client, length!)).toString('latin1')
}

const readHostAndPort = (host: string, port: number): EgressTarget | null => readTarget(`${host}:${String(port)}`)

/** The client does not need the bound address. */
const response = (code: number): Buffer => Buffer.of(version, code, 0, addressKind.version4, 0, 0, 0, 0, 0, 0)

function end(client: Socket, code: number): void {
  client.end(response(code), () => client.destroySoon())
}
