import { signal } from '@preact/signals'

/** What `poundlock gateway pair` prints as a link, and as a QR code: an address of this page with both in its hash. */
export interface PairingLink {
  readonly gatewayId: string
  readonly code: string
}

/** Reads the hash of an address. A hash is never sent to a server. */
export function readPairingLink(hash: string): PairingLink | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [gatewayId, code] = [fields.get('gateway'), fields.get('code')]
  return gatewayId === null || code === null ? null : { gatewayId, code }
}

/** The link that this page was opened with last. It is gone from the address, and so from the history. */
export const pairingLink = signal<PairingLink | null>(null)

/** Takes links out of the address, also where this browser is paired already. */
export function takePairingLinks(): void {
  const take = () => {
    const link = readPairingLink(location.hash)
    if (link === null) return
    pairingLink.value = link
    history.replaceState(null, '', location.pathname)
  }
  take()
  addEventListener('hashchange', take)
}
