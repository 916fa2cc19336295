import { expandVariables } from './expand-variables.ts'
import type { StdioTransport } from './server-definition.ts'

/**
 * Variables that say who and where one is, and how the network is reached; none that holds a secret by custom. Proxies
 * may hold one, and without them nothing is reached. On Windows most programs do not start without those at the end.
 */
export const PASSED_VARIABLES: readonly string[] = `
  PATH HOME USER LOGNAME SHELL TERM TZ LANG LANGUAGE LC_*
  TMPDIR TMP TEMP XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR
  HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA PROGRAMDATA
  PROGRAMFILES USERPROFILE USERNAME HOMEDRIVE HOMEPATH PROCESSOR_ARCHITECTURE`
  .split(/\s+/)
  .filter(Boolean)

/**
 * The whole environment of a server: variables of ours that pass, and those of its definition.
 *
 * @throws McpError `MCP_DEFINITION`
 */
export function serverEnvironment(
  { env, passEnvironment }: Pick<StdioTransport, 'env' | 'passEnvironment'>,
  host: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const environment: Record<string, string> = {}
  const passed = [...PASSED_VARIABLES, ...passEnvironment]
  for (const [name, value] of Object.entries(host)) {
    // A function that a shell exported is code for the next shell.
    if (value === undefined || value.startsWith('()')) continue
    if (passed.some((entry) => isNamed(name, entry))) environment[name] = value
  }
  for (const [name, text] of Object.entries(env)) environment[name] = expandVariables(text, host, `env.${name}`)
  return environment
}

function isNamed(name: string, entry: string): boolean {
  return entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry
}
