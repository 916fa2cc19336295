import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type AuthorizationStore, type McpAuthorization, McpError } from '@poundlock/mcp'
import { readOwnFile } from '../setup/own-file.ts'

const PATH = '/callback'

/** What authorization servers gave, a file of its own for each server, only for the user. */
export function authorizationStore(folder: string): AuthorizationStore {
  const fileOf = (server: string) =>
    join(folder, `${createHash('sha256').update(server).digest('hex').slice(0, 32)}.json`)
  return {
    read(server) {
      const text = readOwnFile(fileOf(server), { vouchedFor: false })
      return text === null ? {} : (JSON.parse(text) as Record<string, unknown>)
    },
    write(server, values) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const next = join(folder, randomUUID())
      writeFileSync(next, JSON.stringify(values), { mode: 0o600, flag: 'wx' })
      renameSync(next, fileOf(server))
    },
  }
}

/** Forgets what was given for a server. */
export function forgetAuthorization(folder: string, server: string): void {
  authorizationStore(folder).write(server, {})
  rmSync(join(folder, `${createHash('sha256').update(server).digest('hex').slice(0, 32)}.json`), { force: true })
}

/** Uses what was given before, and asks nobody. */
export function storedAuthorization(folder: string): McpAuthorization {
  return {
    store: authorizationStore(folder),
    redirectUrl: `http://127.0.0.1${PATH}`,
    authorize: async (server) => {
      throw new McpError(`The server ${JSON.stringify(server)} wants to know who asks.`, {
        code: 'MCP_AUTHORIZATION',
        details: { server },
        remedy: `Say it once: poundlock mcp login ${server}, or set its headers.`,
      })
    },
  }
}

/** Shows a person where to go, and waits on this machine until they are sent back. */
export async function openLogin(
  folder: string,
  show: (address: URL) => void,
  signal: AbortSignal,
): Promise<{ readonly authorization: McpAuthorization; readonly close: () => void }> {
  /** Who waits, by what the authorization server has to send along: anybody on this machine can come here. */
  const waiting = new Map<string, PromiseWithResolvers<URLSearchParams>>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname !== PATH) return void response.writeHead(404).end()
    const state = url.searchParams.get('state') ?? ''
    const answered = waiting.get(state)
    waiting.delete(state)
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
    response.writeHead(answered ? 200 : 400, headers)
    if (!answered) return void response.end('Nobody here asked for this. Open the address that poundlock shows.\n')
    response.end('Done. You can close this page.\n')
    answered.resolve(url.searchParams)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    for (const { reject } of waiting.values()) reject(new Error('it was stopped'))
  }
  signal.addEventListener('abort', stop, { once: true })
  return {
    authorization: {
      store: authorizationStore(folder),
      redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
      async authorize(_server, address) {
        signal.throwIfAborted()
        const answered = Promise.withResolvers<URLSearchParams>()
        waiting.set(address.searchParams.get('state') ?? '', answered)
        show(address)
        return answered.promise
      },
    },
    close: () => void server.close(),
  }
}
