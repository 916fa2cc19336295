import { isObject } from '@poundlock/spec'
type Values = Readonly<Record<string, unknown>>

/** Codex's names, where ours differ. */
const RENAMED: Readonly<Record<string, string>> = {
  enabled_tools: 'includeTools',
  disabled_tools: 'excludeTools',
  startup_timeout_sec: 'startTimeoutSeconds',
  tool_timeout_sec: 'timeoutSeconds',
  http_headers: 'headers',
}

const SAME = ['command', 'args', 'env', 'cwd', 'url', 'enabled'] as const

/** Keys that are read elsewhere, or that have no meaning here. */
const READ: ReadonlySet<string> = new Set([
  ...SAME,
  ...Object.keys(RENAMED),
  'bearer_token',
  'bearer_token_env_var',
  'default_tools_approval_mode',
  'env_http_headers',
  'env_vars',
  'name',
  'required',
  'startup_timeout_ms',
  'tools',
])

/**
 * A `[mcp_servers.NAME]` of Codex's `config.toml`. Headers that it takes from variables become `${VARIABLE}`.
 *
 * Source: `codex-rs/config/src/mcp_types.rs` of openai/codex.
 *
 * @returns the settings, or why it cannot be taken over
 */
export function readCodexServer(entry: Values, notes: string[]): Values | string {
  const settings: Record<string, unknown> = {}
  for (const key of SAME) if (entry[key] !== undefined) settings[key] = entry[key]
  for (const [key, ours] of Object.entries(RENAMED)) if (entry[key] !== undefined) settings[ours] = entry[key]
  const { bearer_token_env_var: token, env_http_headers: fromEnvironment = {}, startup_timeout_ms: startMs } = entry
  if (entry['bearer_token'] !== undefined)
    return '"bearer_token" is refused by Codex, too: name a variable, by "bearer_token_env_var"'
  if (token !== undefined && !isVariable(token)) return '"bearer_token_env_var" is not a name of a variable'
  if (!isObject(fromEnvironment) || !Object.values(fromEnvironment).every(isVariable)) {
    return '"env_http_headers" has to say a variable for each header'
  }
  if (settings['headers'] !== undefined && !isObject(settings['headers'])) return '"http_headers" is not a table'
  const headers = {
    ...settings['headers'],
    ...(token !== undefined && { Authorization: `Bearer \${${token}}` }),
    ...Object.fromEntries(Object.entries(fromEnvironment).map(([name, variable]) => [name, `\${${String(variable)}}`])),
  }
  if (Object.keys(headers).length > 0) settings['headers'] = headers
  if (typeof startMs === 'number' && settings['startTimeoutSeconds'] === undefined) {
    settings['startTimeoutSeconds'] = startMs / 1000
  }
  const passed = passedVariables(entry['env_vars'], notes)
  if (typeof passed === 'string') return passed
  if (passed.length > 0) settings['passEnvironment'] = passed
  if (entry['required'] === true) notes.push('"required" means nothing here: a server is started when it is called')
  if (entry['default_tools_approval_mode'] !== undefined || entry['tools'] !== undefined) {
    notes.push('which tools need asking is not taken over: see "permissions"')
  }
  const unread = Object.keys(entry).filter((key) => !READ.has(key))
  if (unread.length > 0) notes.push(`not taken over, as it means nothing here: ${unread.slice(0, 10).join(', ')}`)
  return settings
}

const isVariable = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value)

/** Names, or tables with a name and where its value comes from. */
function passedVariables(listed: unknown, notes: string[]): readonly string[] | string {
  if (listed === undefined) return []
  if (!Array.isArray(listed)) return '"env_vars" is not a list'
  const names: string[] = []
  for (const one of listed as readonly unknown[]) {
    const { name, source } = isObject(one) ? one : { name: one, source: undefined }
    if (!isVariable(name)) return '"env_vars" has to list names of variables'
    if (source === 'remote') notes.push(`the variable ${name} comes from another machine there, and from yours here`)
    names.push(name)
  }
  return names
}
