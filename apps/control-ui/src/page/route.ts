import { signal } from '@preact/signals'

/** Which screen is shown, and what of it; both from the hash, which is never sent to a server. */
export interface Route {
  readonly screen: string
  /** What the screen shows, where it shows one thing. */
  readonly id: string | null
}

/** Reads `#/sessions/s_1`. Anything else is the first screen. */
export function readRoute(hash: string): Route {
  const [, screen = '', id = ''] = /^#\/([a-z]+)(?:\/([\w.:%-]+))?$/.exec(hash) ?? []
  return { screen: screen === '' ? 'approvals' : screen, id: id === '' ? null : decoded(id) }
}

/** The address of a screen within the page. */
export const hrefOf = (screen: string, id?: string): string =>
  id === undefined ? `#/${screen}` : `#/${screen}/${encodeURIComponent(id)}`

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
