import type { ServerResponse } from 'node:http'
import type { GatewayState } from '../dispatch/services.ts'
import type { HttpRoute } from '../listen/door.ts'

/**
 * `/healthz`: the process lives. `/startupz`: it has opened all its parts. `/readyz`: it takes new calls, which it does
 * not while it drains. They say no more than that, so that they need no proof of who asks.
 */
export function healthRoutes(state: () => GatewayState): Readonly<Record<string, HttpRoute>> {
  return {
    '/healthz': answering(() => ({ ok: true, text: 'ok' })),
    '/startupz': answering(() => ({ ok: state() !== 'starting', text: state() === 'starting' ? 'starting' : 'ok' })),
    '/readyz': answering(() => ({ ok: state() === 'ready', text: state() === 'ready' ? 'ok' : state() })),
  }
}

function answering(check: () => { readonly ok: boolean; readonly text: string }): HttpRoute {
  return (request, response) => {
    if (!onlyReads(request.method, response)) return
    const { ok, text } = check()
    response.writeHead(ok ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(request.method === 'HEAD' ? undefined : `${text}\n`)
  }
}

/** Refuses every method but GET and HEAD. @returns false where it did */
export function onlyReads(method: string | undefined, response: ServerResponse): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' })
  response.end('expected GET or HEAD\n')
  return false
}
