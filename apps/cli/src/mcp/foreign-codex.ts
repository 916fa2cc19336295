type Values = Readonly<Record<string, unknown>>

/** Codex's names, where ours differ. */
const RENAMED: Readonly<Record<string, string>> = {
  env_vars: 'passEnvironment',
  enabled_tools: 'includeTools',
  disabled_tools: 'excludeTools',
  startup_timeout_sec: 'startTimeoutSeconds',
  tool_timeout_sec: 'timeoutSeconds',
  http_headers: 'headers',
}

const SAME = ['command', 'args', 'env', 'cwd', 'url', 'enabled'] as const

/** A `[mcp_servers.NAME]` of Codex's `config.toml`. Headers that it takes from variables become `${VARIABLE}`. */
export function readCodexServer(entry: Values, notes: string[]): Values {
  const settings: Record<string, unknown> = {}
  for (const key of SAME) if (entry[key] !== undefined) settings[key] = entry[key]
  for (const [key, ours] of Object.entries(RENAMED)) if (entry[key] !== undefined) settings[ours] = entry[key]
  const { bearer_token_env_var: token, env_http_headers: fromEnvironment } = entry
  const headers = {
    ...(settings['headers'] as Values | undefined),
    ...(typeof token === 'string' && { Authorization: `Bearer \${${token}}` }),
    ...Object.fromEntries(
      Object.entries((fromEnvironment ?? {}) as Values).map(([name, variable]) => [name, `\${${String(variable)}}`]),
    ),
  }
  if (Object.keys(headers).length > 0) settings['headers'] = headers
  if (entry['required'] === true) notes.push('"required" means nothing here: a server is started when it is called')
  return settings
}
