/**
 * Has clients that find no network say so at once, instead of trying again for a minute. Sources: npm-config(7)
 * `fetch-retries`; pip(1) `--retries`; the Cargo book, `net.retry`; Yarn, `httpRetry`; uv, `UV_HTTP_RETRIES`;
 * bundle-config(1) `retry`.
 */
export const OFFLINE_ENVIRONMENT: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '0',
  pnpm_config_fetch_retries: '0',
  YARN_HTTP_RETRY: '0',
  PIP_RETRIES: '0',
  UV_HTTP_RETRIES: '0',
  CARGO_NET_RETRY: '0',
  BUNDLE_RETRY: '0',
}
