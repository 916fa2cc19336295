/** Where a listener is reached, as far as names in headers go. */
export interface NamedListener {
  /** The address that it is bound to. */
  readonly address: string
  readonly port: number
  readonly isSecure: boolean
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']

/**
 * The values of a Host header that are answered at a listener: each written in the one way that clients write it, so
 * that no other spelling of an address (`127.1`, `2130706433`, `localhost.`) and no name of somebody else's that leads
 * here (DNS rebinding) is taken for it.
 *
 * @param hosts further names from the configuration: `name`, or `name:port` where a proxy listens elsewhere
 */
export function allowedHosts(listener: NamedListener, hosts: readonly string[]): ReadonlySet<string> {
  const names = new Set([...ownNames(listener.address), ...hosts.map((host) => host.toLowerCase())])
  const defaultPort = listener.isSecure ? 443 : 80
  const allowed = new Set<string>()
  for (const name of names) {
    if (/:\d+$/.test(name) && !name.endsWith(']')) {
      allowed.add(name)
      continue
    }
    allowed.add(`${name}:${listener.port}`)
    // A proxy, or the default port: no port is written.
    if (listener.port === defaultPort || hosts.includes(name)) allowed.add(name)
  }
  return allowed
}

/** The origins whose pages may connect: those of the listener itself, and those of the configuration. Never `null`. */
export function allowedOrigins(
  listener: NamedListener,
  hosts: readonly string[],
  origins: readonly string[],
): ReadonlySet<string> {
  const scheme = listener.isSecure ? 'https' : 'http'
  const own = [...allowedHosts(listener, [])].map((host) => `${scheme}://${host}`)
  // A name is reached through TLS: the listener's own, or that of the proxy before it.
  const named = hosts.map((host) => `https://${host.toLowerCase()}`)
  return new Set([...own, ...named, ...origins.map((origin) => origin.toLowerCase())])
}

const ownNames = (address: string): readonly string[] => {
  if (isLoopback(address)) return LOOPBACK_NAMES
  // Bound to every address: only names that the configuration lists are known.
  if (address === '0.0.0.0' || address === '::') return LOOPBACK_NAMES
  return [address.includes(':') ? `[${address.toLowerCase()}]` : address]
}

/** Whether an address literal stays on this machine. */
export const isLoopback = (address: string): boolean => /^127\.\d+\.\d+\.\d+$/.test(address) || address === '::1'
