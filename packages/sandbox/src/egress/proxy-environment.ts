/** What is reached without a proxy: servers of the command itself. */
const direct = 'localhost,127.0.0.1,::1'

/**
 * The variables that make programs use a proxy, by their own manuals: curl, wget, git, pip, cargo and most others take
 * the plain ones, in either case; npm has its own above its files; Node takes them since 22.21 and 24.5 where told to.
 *
 * `ALL_PROXY` names the HTTP side although there is a SOCKS one: some clients of Python fail at the mere sight of SOCKS.
 */
export function proxyEnvironment(port: number): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${String(port)}`
  return {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    NO_PROXY: direct,
    no_proxy: direct,
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
    NODE_USE_ENV_PROXY: '1',
  }
}
