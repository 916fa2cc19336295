import { signal } from '@preact/signals'

/** Which screen is shown, and what of it; both from the hash, which is never sent to a server. */
export interface Route {
  readonly screen: string
  /** What the screen shows, where it shows one thing. */
  readonly id: string | null
  /** Whose things it shows, where they are not the gateway's. */
  readonly session: string | null
}

const ADDRESS = /^#\/([a-z]+)(?:\/([^/?]+))?(?:\?session=([^?]+))?$/

/** Reads `#/sessions/s_1`, `#/mcp/notes?session=s_1`. Anything else is the first screen. */
export function readRoute(hash: string): Route {
  const [, screen = 'approvals', id = null, session = null] = ADDRESS.exec(hash) ?? []
  return { screen, id: id && decoded(id), session: session && decoded(session) }
}

/** The address of a screen within the page. */
export const hrefOf = (screen: string, id?: string | null, session?: string | null): string =>
  `#/${screen}${id ? `/${encodeURIComponent(id)}` : ''}${session ? `?session=${encodeURIComponent(session)}` : ''}`

/** The present one. */
export const route = signal(readRoute(globalThis.location?.hash ?? ''))

globalThis.addEventListener?.('hashchange', () => (route.value = readRoute(location.hash)))

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
