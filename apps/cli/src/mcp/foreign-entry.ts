import { isObject } from '@poundlock/spec'
type Values = Readonly<Record<string, unknown>>

/** Keys that mean the same there and here. */
const SAME = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'includeTools', 'excludeTools'] as const

/** Keys that are read below, and those that repeat them elsewhere. */
const READ: ReadonlySet<string> = new Set([
  ...SAME,
  'type',
  'transport',
  'transportType',
  'httpUrl',
  'serverUrl',
  'timeout',
  'disabled',
  'disabledTools',
  'enabled',
  'envFile',
  'headersHelper',
  'name',
  'description',
  'sandboxEnabled',
  'source',
  'trust',
])

/** Where clients keep which tools need no asking. */
const ALLOWS = ['trust', 'alwaysAllow', 'autoApprove', 'autoApproveTools'] as const

/** The clients' names of the transports. */
const SPOKEN: Readonly<Record<string, 'stdio' | 'http' | 'sse'>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
  streamableHttp: 'http',
  sse: 'sse',
}

/** A number below this is no time in milliseconds that a server could keep: some clients count seconds. */
const FEWEST_MS = 1000
const LONGEST_SECONDS = 86_400

/**
 * An entry of the clients that keep theirs in JSON, as ours would have it.
 *
 * @returns the settings, or why it cannot be taken over
 */
export function readForeignEntry(entry: Values, notes: string[]): Values | string {
  const { source, timeout, disabled, enabled, envFile, headersHelper } = entry
  const settings: Record<string, unknown> = {}
  for (const key of SAME) if (entry[key] !== undefined && entry[key] !== null) settings[key] = entry[key]
  // Zed's older form.
  if (isObject(entry['command'])) {
    const { path, args, env } = entry['command']
    Object.assign(settings, { command: path, ...(args !== undefined && { args }), ...(isObject(env) && { env }) })
  }
  if (source === 'extension') return 'an extension of the editor brings it, and only there: add its program by mcp add'
  const address = entry['httpUrl'] ?? entry['serverUrl']
  if (typeof address === 'string') settings['url'] = address
  const transport = transportOf(entry)
  if (transport === null) return `unsupported transport ${JSON.stringify(typeOf(entry))}`
  if (typeof entry['httpUrl'] === 'string') settings['type'] = 'http'
  else if (settings['url'] !== undefined) {
    if (transport !== undefined && transport !== 'stdio') settings['type'] = transport
    else if (isOlderAddress(settings['url'])) settings['type'] = 'sse'
  }
  if (typeof timeout === 'number' && timeout > 0) settings['timeoutSeconds'] = secondsOf(timeout, notes)
  if (disabled === true || enabled === false) settings['enabled'] = false
  if (entry['sandboxEnabled'] === true) settings['sandbox'] = true
  const { disabledTools } = entry
  if (Array.isArray(disabledTools) && disabledTools.length > 0) {
    settings['excludeTools'] = [
      ...(Array.isArray(entry['excludeTools']) ? entry['excludeTools'] : []),
      ...disabledTools,
    ]
  }
  if (ALLOWS.some((key) => entry[key] !== undefined && entry[key] !== false)) {
    notes.push('tools that need no asking there are not taken over ("trust" and the like): see "permissions"')
  }
  if (headersHelper !== undefined) notes.push('"headersHelper" is not run: write the headers, with ${VARIABLES}')
  if (envFile !== undefined) notes.push('"envFile" is not read: set its variables in your environment, and pass them')
  const unread = Object.keys(entry).filter((key) => !READ.has(key) && !ALLOWS.includes(key as 'trust'))
  if (unread.length > 0) notes.push(`not taken over, as it means nothing here: ${unread.slice(0, 10).join(', ')}`)
  return settings
}

const typeOf = ({ type, transport, transportType }: Values) => type ?? transport ?? transportType

/** `undefined` where the entry has none, `null` for an unsupported one. */
function transportOf(entry: Values): 'stdio' | 'http' | 'sse' | null | undefined {
  const declared = typeOf(entry)
  if (declared === undefined || declared === null) return undefined
  return typeof declared === 'string' && Object.hasOwn(SPOKEN, declared) ? SPOKEN[declared]! : null
}

/** Clients without a configured type try both; servers with the older transport nearly all have such an address. */
const isOlderAddress = (url: unknown) => typeof url === 'string' && /^[^?#]*\/sse\/?(?:[?#]|$)/.test(url)

function secondsOf(timeout: number, notes: string[]): number {
  if (timeout >= FEWEST_MS) return Math.min(LONGEST_SECONDS, timeout / 1000)
  notes.push(`"timeout": ${timeout} is taken for seconds`)
  return timeout
}
