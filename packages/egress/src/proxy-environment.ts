/** Hosts that need no proxy: servers of the command itself. */
const OWN = ['localhost', '127.0.0.1', '::1']

/**
 * The variables that make programs use a proxy, from their manuals: curl, wget, git, pip, cargo and most others read
 * the plain ones, in either case; npm has its own, which override its files; Node reads them since 22.21 and 24.5 when
 * told to.
 *
 * `ALL_PROXY` names the HTTP side although there is a SOCKS one: some Python clients fail when they see SOCKS.
 *
 * @param named hosts that go to the proxy although the command has hosts of the same name
 */
export function proxyEnvironment(port: number, named: readonly string[] = []): Readonly<Record<string, string>> {
  const direct = OWN.filter((host) => !named.includes(host)).join(',')
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
