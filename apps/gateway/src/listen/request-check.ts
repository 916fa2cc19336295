import type { IncomingMessage } from 'node:http'

/** What a listener asks of every request before anything is done for it. */
export interface RequestRules {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  /** False at the local socket, which no browser reaches. */
  readonly allowsBrowsers: boolean
}

/** A request that is answered with a status alone. */
export interface RequestRefusal {
  readonly status: 400 | 403 | 421
  readonly reason: 'target' | 'host' | 'origin' | 'cross-site'
  readonly message: string
}

/** What a page makes a browser do without asking: it must come from a page that was named. */
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Whether a request may come in. It is asked of each upgrade and of each HTTP request.
 *
 * @returns why not; `null` when it may
 */
export function requestRefusal(request: IncomingMessage, rules: RequestRules): RequestRefusal | null {
  const target = request.url ?? ''
  if (!target.startsWith('/') || target.startsWith('//')) {
    return { status: 400, reason: 'target', message: 'the target is no path' }
  }
  const hosts = headerValues(request, 'host')
  const [host = ''] = hosts
  if (hosts.length !== 1 || !rules.hosts.has(host.toLowerCase())) {
    return { status: 421, reason: 'host', message: 'the gateway is not known by this host name; see gateway.hosts' }
  }
  const origins = headerValues(request, 'origin')
  const [origin] = origins
  if (origin === undefined) return siteRefusal(request)
  if (origins.length === 1 && rules.allowsBrowsers && rules.origins.has(origin.toLowerCase())) return null
  return { status: 403, reason: 'origin', message: 'pages of this origin may not connect; see gateway.origins' }
}

/** A browser that leaves out the origin still says that a foreign page is behind it. */
function siteRefusal(request: IncomingMessage): RequestRefusal | null {
  const changes = !SAFE_METHODS.has(request.method ?? '') || headerValues(request, 'upgrade').length > 0
  const site = request.headers['sec-fetch-site']
  if (!changes || site === undefined || site === 'same-origin' || site === 'none') return null
  return { status: 403, reason: 'cross-site', message: 'a page of another site is behind the request' }
}

/** Every value that was sent, also where Node keeps only the first. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}
