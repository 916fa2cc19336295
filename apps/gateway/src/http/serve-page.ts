import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRoute } from '../listen/door.ts'
import { onlyReads } from '../operations/health-routes.ts'
import { readPageFiles, type PageFile } from './page-files.ts'

export interface PageOptions {
  /** Absolute, with `index.html`, and files with a hash in their names in `assets`; `null` where none is installed. */
  readonly folder: string | null
  /** Where the page is, with a `/` at both ends; `/` unless set. Its own addresses are relative. */
  readonly prefix?: string
}

/** Nothing runs, loads or is sent but what comes from the gateway itself, and no text becomes code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The page makes one policy, which knows one address: that of its service worker.
  'trusted-types service-worker',
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** A name with a hash of the content: what it stands for never changes. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' }

/**
 * The routes of the control page. Every file has a route of its own, so that there is no path to look for on the disk, and
 * no list of a folder.
 *
 * @throws GatewayHostError `GATEWAY_STATE` for a folder that holds no page
 */
export function servePage({ folder, prefix = '/' }: PageOptions): Readonly<Record<string, HttpRoute>> {
  if (folder === null) return { [prefix]: answerAbsent }
  const files = readPageFiles(folder)
  const routes: Record<string, HttpRoute> = {}
  for (const file of files) routes[`${prefix}${file.name === 'index.html' ? '' : file.name}`] = fileRoute(file)
  // Relative addresses would be looked for beside the page.
  if (prefix !== '/') routes[prefix.slice(0, -1)] = redirectTo(prefix.split('/').at(-2)!)
  return routes
}

function fileRoute(file: PageFile): HttpRoute {
  const { content, contentType, etag } = file
  const headers = {
    ...HEADERS,
    'content-type': contentType,
    'cache-control': cachingOf(file),
    ...(file.name !== 'index.html' && { etag }),
  }
  return (request, response) => {
    if (!onlyReads(request.method, response) || !isWithoutParameters(request, response)) return
    const isKnown = file.name !== 'index.html' && hasEtag(request, etag)
    response.writeHead(isKnown ? 304 : 200, isKnown ? headers : { ...headers, 'content-length': content.length })
    response.end(isKnown || request.method === 'HEAD' ? undefined : content)
  }
}

function cachingOf({ name }: PageFile): string {
  if (name === 'index.html') return 'no-store'
  return HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** The page takes none: a secret in one would stay in the history of the browser. */
function isWithoutParameters({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (!url.includes('?')) return true
  response.writeHead(400, { ...PLAIN, 'cache-control': 'no-store' })
  response.end('the address takes no parameters; take a secret that was in one for known\n')
  return false
}

const hasEtag = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

const answerAbsent: HttpRoute = (request, response) => {
  if (!onlyReads(request.method, response) || !isWithoutParameters(request, response)) return
  response.writeHead(404, PLAIN)
  const text =
    'The control page is not installed with this gateway. Use poundlock approvals and poundlock devices instead.\n'
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** A relative address, since a proxy may have taken a part of the path away. */
function redirectTo(name: string): HttpRoute {
  return (request, response) => {
    if (!onlyReads(request.method, response) || !isWithoutParameters(request, response)) return
    response.writeHead(308, { location: `${name}/` })
    response.end()
  }
}
