import type { Socket } from 'node:net'
import { type EgressTarget, formatInternetAddress, readTarget } from '@poundlock/spec'
import type { EgressRun } from './egress-run.ts'
import { readExactly } from './read-exactly.ts'

/** Source: RFC 1928. */
const VERSION = 5
const NO_AUTHENTICATION = 0
const NO_METHOD = 0xff
const CONNECT_COMMAND = 1
const ADDRESS_KIND = { version4: 1, name: 3, version6: 4 } as const
const REPLY = { granted: 0, refused: 2, unreachable: 4, commandUnknown: 7, addressUnknown: 8 } as const

/**
 * The SOCKS side of the proxy: version 5, without authentication, CONNECT only. Names are looked up by the proxy; there
 * is nothing inside that could.
 */
export async function serveSocks(client: Socket, run: EgressRun): Promise<void> {
  const [, methodCount] = await readExactly(client, 2)
  const methods = await readExactly(client, methodCount!)
  if (!methods.includes(NO_AUTHENTICATION)) {
    client.end(Buffer.of(VERSION, NO_METHOD))
    return
  }
  client.write(Buffer.of(VERSION, NO_AUTHENTICATION))
  const [requestVersion, command, , kind] = await readExactly(client, 4)
  if (requestVersion !== VERSION || command !== CONNECT_COMMAND) {
    run.refuse('A SOCKS request was refused: only CONNECT of version 5 is served.')
    end(client, REPLY.commandUnknown)
    return
  }
  const host = await readAddress(client, kind!)
  if (host === null) {
    end(client, REPLY.addressUnknown)
    return
  }
  const target = readHostAndPort(host, (await readExactly(client, 2)).readUInt16BE(0))
  if (target === null) {
    run.refuse('A SOCKS request was refused: it names no plain host.')
    end(client, REPLY.refused)
    return
  }
  run.begun(client)
  const upstream = await run.reach(target)
  if ('message' in upstream) {
    end(client, upstream.kind === 'refused' ? REPLY.refused : REPLY.unreachable)
    return
  }
  if (client.destroyed) {
    upstream.destroy()
    return
  }
  client.write(response(REPLY.granted))
  run.tunnel(client, upstream, target, Buffer.alloc(0))
}

/** The host as text, an address in brackets where it holds colons; `null` for a kind that does not exist. */
async function readAddress(client: Socket, kind: number): Promise<string | null> {
  if (kind === ADDRESS_KIND.version4) return formatInternetAddress([...(await readExactly(client, 4))])
  if (kind === ADDRESS_KIND.version6) return `[${formatInternetAddress([...(await readExactly(client, 16))])}]`
  if (kind !== ADDRESS_KIND.name) return null
  const [length] = await readExactly(client, 1)
  return (await readExactly(client, length!)).toString('latin1')
}

const readHostAndPort = (host: string, port: number): EgressTarget | null => readTarget(`${host}:${String(port)}`)

/** The client does not need the bound address. */
const response = (code: number): Buffer => Buffer.of(VERSION, code, 0, ADDRESS_KIND.version4, 0, 0, 0, 0, 0, 0)

function end(client: Socket, code: number): void {
  client.end(response(code), () => client.destroySoon())
}
