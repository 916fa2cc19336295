import type { NetworkAccess } from '@poundlock/sandbox'

/**
 * Has clients that find no network say so at once, instead of trying again for a minute, or asking for newer versions of
 * themselves. Sources: npm-config(7) `fetch-retries`, `update-notifier`; pip(1) `--retries`,
 * `--disable-pip-version-check`; the Cargo book, `net.retry`; Yarn, `httpRetry`; uv, `UV_HTTP_RETRIES`;
 * bundle-config(1) `retry`.
 */
const OFFLINE: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
  pnpm_config_fetch_retries: '0',
  YARN_HTTP_RETRY: '0',
  PIP_RETRIES: '0',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  UV_HTTP_RETRIES: '0',
  CARGO_NET_RETRY: '0',
  BUNDLE_RETRY: '0',
}

/**
 * A host that is let through may still be tried again. pip takes a refusal of the proxy for a failure, too, and waits
 * 0, 0.5, 1, 2 and 4 s between its attempts; npm, curl and git do not try again.
 */
const PARTLY_ONLINE: Readonly<Record<string, string>> = { PIP_RETRIES: '2' }

/** What a contained command is told about its network. What the call sets itself counts more. */
export const environmentOfNetwork = (network: NetworkAccess): Readonly<Record<string, string>> =>
  ({ off: OFFLINE, allowlist: PARTLY_ONLINE, on: {} })[network]
