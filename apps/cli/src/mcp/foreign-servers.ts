import { type McpServerSettings, parseDocument } from '@poundlock/config'
import { readCodexServer } from './foreign-codex.ts'
import { serverProblem } from './server-problem.ts'

/** Clients whose files are read. */
export const FOREIGN_CLIENTS = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'codex', 'gemini'] as const
export type ForeignClient = (typeof FOREIGN_CLIENTS)[number]

/** A server of another client's file, as ours would have it. */
export interface ForeignServer {
  readonly name: string
  readonly settings: McpServerSettings
  /** `file:line:column`, or the file. */
  readonly origin: string
  /** What of it could not be taken over, or means something else here. */
  readonly notes: readonly string[]
}

export interface ForeignFile {
  readonly client: ForeignClient
  /** For `${workspaceFolder}`, and for the projects of Claude Code's own file. */
  readonly workspace: string
}

type Values = Readonly<Record<string, unknown>>
const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/**
 * Reads the servers of another client's file.
 *
 * @throws ConfigError, Error when it cannot be read
 */
export async function readForeignServers(
  text: string,
  file: string,
  { client, workspace }: ForeignFile,
): Promise<{
  readonly servers: readonly ForeignServer[]
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}> {
  const { value, locate } = await parse(text, file, client)
  const found = client === 'codex' ? valuesOf(value['mcp_servers']) : serversOf(value, client, workspace)
  const servers: ForeignServer[] = []
  const skipped: { name: string; reason: string }[] = []
  for (const [name, entry] of Object.entries(found)) {
    const notes: string[] = []
    const draft =
      client === 'codex' ? readCodexServer(valuesOf(entry), notes) : readServer(valuesOf(entry), client, notes)
    const settings = fillIn(draft, workspace, notes) as McpServerSettings
    const reason = serverProblem(name, settings)
    if (reason === null) servers.push({ name, settings, origin: locate(name), notes })
    else skipped.push({ name, reason })
  }
  return { servers, skipped }
}

async function parse(
  text: string,
  file: string,
  client: ForeignClient,
): Promise<{ readonly value: Values; readonly locate: (name: string) => string }> {
  if (client === 'codex') {
    const { parse: parseToml } = await import('smol-toml')
    return { value: valuesOf(parseToml(text)), locate: () => file }
  }
  const { value: read, source } = parseDocument(text, file, () => [])
  const value = valuesOf(read)
  const key = isOfCode(value, client) ? 'servers' : 'mcpServers'
  return {
    value,
    locate: (name) => source.locate(`/${key}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  }
}

/** Also of another name, as a copy has. */
const isOfCode = (value: Values, client: ForeignClient): boolean =>
  value['mcpServers'] === undefined && (client === 'vscode' || value['servers'] !== undefined)

function serversOf(value: Values, client: ForeignClient, workspace: string): Values {
  if (isOfCode(value, client)) return valuesOf(value['servers'] ?? valuesOf(value['mcp'])['servers'])
  // Claude Code keeps those of a project beside those for all.
  const project = client === 'claude-code' ? valuesOf(valuesOf(value['projects'])[workspace]) : {}
  return { ...valuesOf(value['mcpServers']), ...valuesOf(project['mcpServers']) }
}

/** What is read below, and what says the same in another place. */
const READ = [
  'type',
  'transport',
  'httpUrl',
  'timeout',
  'disabled',
  'enabled',
  'trust',
  'envFile',
  'name',
  'description',
]
const ALLOWS = ['alwaysAllow', 'autoApprove']
const SAME = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'includeTools', 'excludeTools'] as const

function readServer(entry: Values, client: ForeignClient, notes: string[]): Values {
  const { type, httpUrl, timeout, disabled, trust, envFile } = entry
  const settings: Record<string, unknown> = {}
  for (const key of SAME) if (entry[key] !== undefined) settings[key] = entry[key]
  if (typeof httpUrl === 'string') Object.assign(settings, { url: httpUrl, type: 'http' })
  else if (type === 'sse' || (client === 'gemini' && settings['url'] !== undefined)) settings['type'] = 'sse'
  else if (type === 'http' || type === 'streamable-http' || type === 'streamableHttp') settings['type'] = 'http'
  // Milliseconds, in Gemini's and Claude Code's files.
  if (typeof timeout === 'number' && timeout > 0) settings['timeoutSeconds'] = Math.min(86_400, timeout / 1000)
  if (disabled === true || entry['enabled'] === false) settings['enabled'] = false
  if (trust === true) notes.push('"trust" is not taken over: its tools are asked about as your policy says')
  if (ALLOWS.some((key) => entry[key] !== undefined)) {
    notes.push('tools that need no asking there are not taken over: see "permissions"')
  }
  const unread = Object.keys(entry).filter((key) => ![...SAME, ...READ, ...ALLOWS].includes(key))
  if (unread.length > 0) notes.push(`not taken over, as it means nothing here: ${unread.slice(0, 10).join(', ')}`)
  if (envFile !== undefined) notes.push('"envFile" is not read: set its variables in your environment, and pass them')
  return settings
}

/** What other clients fill in, said as we do: `${env:NAME}`, `${workspaceFolder}`, `$NAME`; questions cannot be asked. */
function fillIn(value: unknown, workspace: string, notes: string[]): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll(/\$\{env:(\w+)\}/g, '${$1}')
      .replaceAll(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, () => workspace)
      .replaceAll(/\$\{userHome\}/g, '${HOME}')
      .replaceAll(/\$\{input:([\w-]+)\}/g, (_, id: string) => {
        const name = id.replaceAll(/\W/g, '_').toUpperCase()
        notes.push(`what it asks for (${id}) is taken from the environment variable ${name}`)
        return `\${${name}}`
      })
  }
  if (Array.isArray(value)) return value.map((part) => fillIn(part, workspace, notes))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, workspace, notes)]))
}
