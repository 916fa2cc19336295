import { join } from 'node:path'
import { isObject } from '@poundlock/spec'
import { textOrNull } from '@poundlock/state-files/node'
import { AGENT_FORMATS } from '../../hook/agent-format.ts'
import { GUARDED_SERVER, type AskingPlace, type KnownAgent, type RunPlace } from '../known-agent.ts'

/** Its own tools that run programs, touch files or contact hosts. */
const NATIVE_TOOLS = [
  'run_shell_command',
  'write_file',
  'replace',
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'grep_search',
  'search_file_content',
  'web_fetch',
  'google_web_search',
  'save_memory',
]

/** Guarded tools are not asked about twice, its own are refused. */
const POLICY = `[[rule]]
mcpName = "${GUARDED_SERVER}"
toolName = "*"
decision = "allow"
priority = 950

[[rule]]
toolName = [${NATIVE_TOOLS.map((name) => JSON.stringify(name)).join(', ')}]
argsPattern = "."
decision = "deny"
priority = 900
`

/** Without a person at the terminal it leaves out what it would ask about. The server asks; its own tools stay denied. */
const YOLO = ['--approval-mode', 'yolo']
const asksItself = ({ args }: RunPlace) => !args.some((arg) => /^(?:--approval-mode(?:=|$)|--yolo$|-y$)/.test(arg))

/** How the person logs in: without it, Gemini asks at each start. */
function loginOf(place: AskingPlace): string {
  const { security } = ownSettings(place)
  const auth = isObject(security) ? security['auth'] : undefined
  const type = isObject(auth) ? auth['selectedType'] : undefined
  if (typeof type === 'string') return type
  return place.environment['GEMINI_API_KEY'] === undefined ? 'oauth-personal' : 'gemini-api-key'
}

/** The settings of the person; none where they cannot be read. */
function ownSettings({ userHome }: AskingPlace): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(textOrNull(join(userHome, '.gemini/settings.json')) ?? '{}')
    return isObject(settings) ? settings : {}
  } catch {
    return {}
  }
}

const securityOf = (place: AskingPlace) => ({
  auth: { selectedType: loginOf(place) },
  folderTrust: { enabled: false },
})

/** It is contained already, and updates itself elsewhere. */
const BASE = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  tools: { sandbox: false },
}

const hooksOf = ({ hook }: RunPlace) => ({ BeforeTool: [AGENT_FORMATS.gemini.entry(hook)] })

/** Gemini CLI: geminicli.com/docs/reference/configuration, …/policy-engine, …/hooks/reference. */
export const gemini: KnownAgent = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  install: 'npm install --global @google/gemini-cli',
  hook: 'gemini',
  variables: ['GEMINI_API_KEY', 'GEMINI_MODEL', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_API_KEY', 'GOOGLE_CLOUD_PROJECT'],
  hosts: [
    'generativelanguage.googleapis.com',
    'cloudcode-pa.googleapis.com',
    'oauth2.googleapis.com',
    'accounts.google.com',
    'www.googleapis.com',
  ],
  hostVariables: ['GOOGLE_GEMINI_BASE_URL'],
  // Its settings there would come after ours.
  hidden: ['.gemini'],
  ownSettings: [
    '.gemini/settings.json',
    '.gemini/policies',
    '.gemini/extensions',
    '.gemini/skills',
    '.gemini/commands',
    '.gemini/agents',
    '.gemini/hooks',
    '.gemini/.env',
    '.env',
    '.agents',
  ],
  refusedArgs: ['--policy', '--admin-policy', '--allowed-mcp-server-names', '--extensions', '-e'],
  borrowed: () => [
    { from: '.gemini/oauth_creds.json', to: '.gemini/oauth_creds.json', returns: true },
    { from: '.gemini/google_accounts.json', to: '.gemini/google_accounts.json' },
    { from: '.gemini/trustedFolders.json', to: '.gemini/trustedFolders.json' },
    { from: '.gemini/GEMINI.md', to: '.gemini/GEMINI.md' },
  ],
  asking(place) {
    return {
      files: {
        [join(place.home, '.gemini/settings.json')]: JSON.stringify({ ...BASE, security: securityOf(place) }),
      },
      args: [],
      environment: { GEMINI_CLI_NO_RELAUNCH: 'true' },
    }
  },
  guarded(place) {
    const settings = join(place.home, '.gemini/settings.json')
    const policy = join(place.settings, 'gemini-policy.toml')
    return {
      files: {
        [policy]: POLICY,
        [settings]: JSON.stringify({
          ...BASE,
          security: securityOf(place),
          mcp: { allowed: [GUARDED_SERVER] },
          mcpServers: {
            [GUARDED_SERVER]: {
              httpUrl: place.tools,
              headers: { Authorization: `Bearer ${place.token}` },
              timeout: 1_900_000,
              trust: true,
            },
          },
          hooks: hooksOf(place),
        }),
      },
      args: ['--admin-policy', policy, ...(asksItself(place) ? YOLO : [])],
      environment: { GEMINI_CLI_NO_RELAUNCH: 'true' },
    }
  },
  observed(place) {
    // It takes settings of the system from folders of root alone, and no others by a flag: so it gets a home folder.
    return {
      files: {
        [join(place.home, '.gemini/settings.json')]: JSON.stringify({ ...ownSettings(place), hooks: hooksOf(place) }),
      },
      args: [],
      environment: { GEMINI_CLI_HOME: place.home },
      movesHome: true,
    }
  },
}
