import { isIPv4 } from 'node:net'

/** Whether a server, as `host:port` or a URL, is certainly on this machine. */
export function isLoopback(server: string): boolean {
  try {
    const { hostname } = new URL(server.includes('://') ? server.replace(/^[a-z]+:/, 'http:') : `http://${server}`)
    return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  } catch {
    return false
  }
}
