import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readValue, setValue, UneditableText } from '@poundlock/config'
import { isObject } from '@poundlock/spec'
import { replaceOwnFile } from '@poundlock/state-files/node'
import type { HookAgent } from '../hook/agent-format.ts'
import { changeSettings, planSettings } from '../hook/hook-settings.ts'
import { UsageError } from '../usage-error.ts'

/** Agents and editors that `init` can put Poundlock in front of. */
export const INTEGRATIONS = [
  'claude-code',
  'codex',
  'gemini',
  'openclaw',
  'cursor',
  'cursor-hooks',
  'windsurf',
  'vscode',
] as const
export type IntegrationName = (typeof INTEGRATIONS)[number]

/** A change of one file; `null` stands for no file. */
export interface PlannedFile {
  readonly file: string
  readonly before: string | null
  readonly after: string | null
  /** What is still to do by hand. */
  readonly note: string | null
  readonly apply: () => void
}

export interface Place {
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** Where a client keeps its MCP servers, and under which keys. */
interface McpClient {
  readonly file: (place: Place) => string
  readonly list: readonly string[]
  readonly entry: (server: McpServer) => object
}

interface McpServer {
  readonly command: string
  readonly args: readonly string[]
}

const settingsFolder = ({ home, env }: Place) =>
  process.platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'))

/** Sources: the documentation of each client's MCP configuration, 2026. */
const MCP_CLIENTS = {
  cursor: { file: ({ home }) => join(home, '.cursor', 'mcp.json'), list: ['mcpServers'], entry: (server) => server },
  vscode: {
    file: (place) => join(settingsFolder(place), 'Code', 'User', 'mcp.json'),
    list: ['servers'],
    entry: (server) => ({ type: 'stdio', ...server }),
  },
  openclaw: {
    file: ({ home, env }) => join(env['OPENCLAW_STATE_DIR'] ?? join(home, '.openclaw'), 'openclaw.json'),
    list: ['mcp', 'servers'],
    entry: (server) => server,
  },
} satisfies Readonly<Record<string, McpClient>>

/** What tells that an agent is used here: its program, or a folder that it makes. */
const SIGNS: Readonly<
  Record<IntegrationName, { readonly program: string; readonly folder: (place: Place) => string }>
> = {
  'claude-code': { program: 'claude', folder: ({ home }) => join(home, '.claude') },
  codex: { program: 'codex', folder: ({ home }) => join(home, '.codex') },
  gemini: { program: 'gemini', folder: ({ home }) => join(home, '.gemini') },
  openclaw: { program: 'openclaw', folder: ({ home }) => join(home, '.openclaw') },
  cursor: { program: 'cursor', folder: ({ home }) => join(home, '.cursor') },
  'cursor-hooks': { program: 'cursor', folder: ({ home }) => join(home, '.cursor') },
  windsurf: { program: 'windsurf', folder: ({ home }) => join(home, '.codeium', 'windsurf') },
  vscode: { program: 'code', folder: (place) => join(settingsFolder(place), 'Code', 'User') },
}

/** The agents and editors that are used on this machine. */
export function detectIntegrations(place: Place): readonly IntegrationName[] {
  const folders = (place.env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return INTEGRATIONS.filter((name) => {
    const { program, folder } = SIGNS[name]
    return existsSync(folder(place)) || folders.some((one) => existsSync(join(one, program)))
  })
}

/** How an integration works, for a person. */
export const integrationText = (name: IntegrationName): string =>
  isHookAgent(name)
    ? 'a hook that decides each of its tool calls'
    : 'guarded tools over MCP; its own tools stay, so switch them off there'

type HookIntegration = Exclude<IntegrationName, keyof typeof MCP_CLIENTS>

const isHookAgent = (name: IntegrationName): name is HookIntegration => !Object.hasOwn(MCP_CLIENTS, name)

const hookAgentOf = (name: HookIntegration): HookAgent => (name === 'cursor-hooks' ? 'cursor' : name)

/**
 * Plans to put Poundlock in front of an agent, or to take it away. Writes nothing.
 *
 * @throws UsageError where its settings cannot be read or changed
 */
export function planIntegration(name: IntegrationName, action: 'install' | 'uninstall', place: Place): PlannedFile {
  if (isHookAgent(name)) {
    const agent = hookAgentOf(name)
    const { file, before, after } = planSettings(agent, action)
    // The note is about what only a person can do in the agent.
    return { file, before, after, note: null, apply: () => changeSettings(agent, action) }
  }
  return planServer(MCP_CLIENTS[name], action, place)
}

/** The name that our server has there. */
const OURS = 'poundlock'

function planServer(
  { file: locate, list, entry }: McpClient,
  action: 'install' | 'uninstall',
  place: Place,
): PlannedFile {
  const file = locate(place)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const server = { command: process.execPath, args: [realpathSync(process.argv[1]!), 'mcp', 'serve'] }
  const path = [...list, OURS]
  let after: string | null
  try {
    const present = readValue(before ?? '', path)
    if (present !== undefined && !isServer(present)) {
      throw new UsageError(`${file}: has another server called ${OURS}`, {
        remedy: 'Rename it, or add "poundlock mcp serve" by hand.',
      })
    }
    if (action === 'install') after = setValue(before ?? '', path, entry(server))
    else after = present === undefined ? before : withoutServer(before!, list)
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error
    throw new UsageError(`${file}: ${error.message}`, {
      remedy: 'Mend it, or add the server "poundlock mcp serve" by hand.',
    })
  }
  const mode = before === null ? 0o600 : statSync(file).mode & 0o777
  const apply = () => {
    mkdirSync(dirname(file), { recursive: true })
    replaceOwnFile(realpathOr(file), after!, { mode })
  }
  return { file, before, after, note: null, apply }
}

const realpathOr = (file: string) => (existsSync(file) ? realpathSync(file) : file)

/** Whether an entry starts `poundlock mcp serve`. */
const isServer = (entry: unknown) =>
  isObject(entry) && Array.isArray(entry['args']) && isDeepStrictEqual(entry['args'].slice(-2), ['mcp', 'serve'])

/** Objects that held nothing else go too. */
function withoutServer(text: string, list: readonly string[]): string {
  let left = setValue(text, [...list, OURS], undefined)
  for (let length = list.length; length > 0; length--) {
    const path = list.slice(0, length)
    const value = readValue(left, path)
    if (isObject(value) && Object.keys(value).length === 0) left = setValue(left, path, undefined)
  }
  return left
}
