import { type McpServerSettings, parseDocument } from '@poundlock/config'
import { redactSecretsIn } from '@poundlock/spec'
import type { ForeignClient } from './foreign-clients.ts'
import { readCodexServer } from './foreign-codex.ts'
import { readForeignEntry } from './foreign-entry.ts'
import { atHome } from './foreign-paths.ts'
import { fillIn } from './foreign-variables.ts'
import { serverProblem } from './server-problem.ts'

/** A server of another client's file, as ours would have it. */
export interface ForeignServer {
  readonly name: string
  readonly settings: McpServerSettings
  /** `file:line:column`, or the file. */
  readonly origin: string
  /** What of it could not be taken over, or means something else here. */
  readonly notes: readonly string[]
}

export interface ForeignSource {
  readonly client: ForeignClient
  /** For the projects of Claude Code's own file, and for `${workspaceFolder}` where the file is in no project. */
  readonly workspace: string
  /** The project that the file is of; `null` for a file of the user's own. */
  readonly project: string | null
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
  { client: named, workspace, project }: ForeignSource,
): Promise<{
  readonly servers: readonly ForeignServer[]
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}> {
  const { value, locate } = await parse(text, file, named)
  const client = named === 'claude-code' && isOfGemini(value) ? 'gemini' : named
  const found = serversOf(value, client, workspace)
  const servers: ForeignServer[] = []
  const skipped: { name: string; reason: string }[] = []
  for (const [name, entry] of Object.entries(found)) {
    const notes: string[] = []
    const read = readEntry(entry, client, notes)
    if (typeof read === 'string') {
      skipped.push({ name, reason: read })
      continue
    }
    if (client === 'gemini' && isExcluded(value, name)) read['enabled'] = false
    const filled = fillIn(plainTexts(read), { client, folder: project ?? workspace, notes }) as McpServerSettings
    if (
      project === null &&
      text.includes('${workspaceFolder}') &&
      JSON.stringify(entry).includes('${workspaceFolder')
    ) {
      notes.push(`\${workspaceFolder} is ${workspace} from now on, whichever folder is open`)
    }
    // Those of a project in Claude Code's own file.
    const home = project ?? (isOfProject(value, name, workspace) ? workspace : null)
    const settings = atHome(filled, home, notes)
    const reason = typeof settings === 'string' ? settings : serverProblem(name, settings)
    if (reason !== null || typeof settings === 'string') {
      skipped.push({ name, reason: reason ?? '' })
      continue
    }
    notes.push(...secretNotes(settings))
    servers.push({ name, settings, origin: locate(name), notes })
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
  const key = keyOf(value, client)
  return {
    value,
    locate: (name) => source.locate(`/${key}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  }
}

/** Under which key a file has its servers; a copy may have another name than the client's own file. */
function keyOf(value: Values, client: ForeignClient): 'mcpServers' | 'servers' | 'context_servers' | 'mcp_servers' {
  if (client === 'codex') return 'mcp_servers'
  if (value['mcpServers'] !== undefined) return 'mcpServers'
  if (value['context_servers'] !== undefined || client === 'zed') return 'context_servers'
  return client === 'vscode' || value['servers'] !== undefined ? 'servers' : 'mcpServers'
}

function serversOf(value: Values, client: ForeignClient, workspace: string): Values {
  const key = keyOf(value, client)
  // In VS Code's settings they stand below "mcp".
  if (key === 'servers') return valuesOf(value['servers'] ?? valuesOf(value['mcp'])['servers'])
  if (key !== 'mcpServers') return valuesOf(value[key])
  return { ...valuesOf(value['mcpServers']), ...(client === 'claude-code' && projectServers(value, workspace)) }
}

/** Claude Code keeps those of a project beside those for all. */
const projectServers = (value: Values, workspace: string): Values => {
  const projects = valuesOf(value['projects'])
  return valuesOf(valuesOf(Object.hasOwn(projects, workspace) ? projects[workspace] : {})['mcpServers'])
}

const isOfProject = (value: Values, name: string, workspace: string) =>
  Object.hasOwn(projectServers(value, workspace), name)

/** A copy of Gemini's file under another name: only it has these keys. */
function isOfGemini(value: Values): boolean {
  const { allowed, excluded, serverCommand } = valuesOf(value['mcp'])
  const others = Object.values(valuesOf(value['mcpServers']))
  return (
    [allowed, excluded, serverCommand].some((key) => key !== undefined) ||
    others.some((entry) => ['httpUrl', 'authProviderType'].some((key) => Object.hasOwn(valuesOf(entry), key)))
  )
}

/** Gemini lists beside its servers which of them it leaves out. */
function isExcluded(value: Values, name: string): boolean {
  const { excluded, allowed } = valuesOf(value['mcp'])
  return (
    (Array.isArray(excluded) && excluded.includes(name)) ||
    (Array.isArray(allowed) && allowed.length > 0 && !allowed.includes(name))
  )
}

function readEntry(entry: unknown, client: ForeignClient, notes: string[]): Record<string, unknown> | string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return 'it is no object with settings'
  const read = client === 'codex' ? readCodexServer(entry as Values, notes) : readForeignEntry(entry as Values, notes)
  return typeof read === 'string' ? read : { ...read }
}

/** Variables, headers and arguments that are numbers or true are taken for their text, and those that are null for none. */
function plainTexts(settings: Values): Values {
  const textOf = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  const texts = (value: unknown) =>
    Object.fromEntries(
      Object.entries(valuesOf(value))
        .filter(([, one]) => one !== null)
        .map(([key, one]) => [key, textOf(one)]),
    )
  const { args, env, headers } = settings
  return {
    ...settings,
    ...(Array.isArray(args) && { args: args.map(textOf) }),
    ...(isTable(env) && { env: texts(env) }),
    ...(isTable(headers) && { headers: texts(headers) }),
  }
}

const isTable = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values that look like secrets: they are imported as they are, with a warning. */
function secretNotes({ env = {}, headers = {}, args = [] }: McpServerSettings): readonly string[] {
  const written = Object.entries({ ...env, ...headers }).filter(([key, value]) => {
    const [shown] = Object.values(redactSecretsIn({ [key]: value }))
    return shown !== value && !value.includes('${')
  })
  const notes = written.map(([key]) => `${key} holds a secret as it stands: write \${VARIABLE} in its place`)
  return redactSecretsIn(args.join(' ')) === args.join(' ')
    ? notes
    : [...notes, 'its arguments hold a secret as it stands: write ${VARIABLE} in its place']
}
