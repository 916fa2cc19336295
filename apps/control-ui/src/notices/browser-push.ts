/** What a browser gives out of a subscription, base64url. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** The service worker of this page; `null` where there is none, and so no notice. */
export const pageWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  (await navigator.serviceWorker?.getRegistration()) ?? null

/** The subscription that this browser has, or `null`. */
export const ownSubscription = async (): Promise<PushSubscription | null> =>
  (await (await pageWorker())?.pushManager?.getSubscription()) ?? null

/**
 * Subscribes this browser to the pushes of a gateway, at the push service of its maker.
 *
 * @param key the public key of the gateway, base64url
 * @throws DOMException where the browser has no push service, or does not reach it
 */
export async function subscribeBrowser(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** The form in which the gateway takes it. */
export function subscriptionParams(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } }
}

/** SHA-256 in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Takes the notices of this page away. */
export async function clearNotices(): Promise<void> {
  for (const notice of (await (await pageWorker())?.getNotifications?.()) ?? []) notice.close()
}

/** Ends the pushes to this browser, and takes its notices away. */
export async function endBrowserPush(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
  await clearNotices()
  await navigator.clearAppBadge?.()
}
