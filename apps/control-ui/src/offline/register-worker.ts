/** What browsers with Trusted Types have. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/** The one policy that the gateway lets the page make: it knows one address, that of the service worker. */
const POLICY = 'service-worker'

/** Keeps the page for times without a gateway, where the browser can. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // Absent where the address is neither `https` nor of this machine.
  if (serviceWorker === undefined) return
  const address = new URL('./service-worker.js', location.href).href
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => address })
  try {
    const registration = await serviceWorker.register(policy?.createScriptURL('') ?? address, { scope: './' })
    registration.active?.postMessage('keep-page')
  } catch {
    // The page works without it.
  }
}
