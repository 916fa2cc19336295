import { join } from 'node:path'
import { isObject } from '@poundlock/spec'
import { textOrNull } from '@poundlock/state-files/node'
import { AGENT_FORMATS } from '../../hook/agent-format.ts'
import { GUARDED_SERVER, type KnownAgent, type RunPlace } from '../known-agent.ts'

/** Tools that run programs, touch files or contact hosts: the server has guarded ones. */
const NATIVE_TOOLS = [
  'Bash',
  'Monitor',
  'PowerShell',
  'Read',
  'Edit',
  'Write',
  'NotebookEdit',
  'Glob',
  'Grep',
  'LSP',
  'WebFetch',
  'WebSearch',
  'Workflow',
]

/** Of `~/.claude.json`: who is logged in, and which questions of the first start were answered. */
const KEPT_STATE = ['oauthAccount', 'userID', 'customApiKeyResponses', 'theme', 'editorMode']

const configFolder = ({ environment }: Pick<RunPlace, 'environment'>) => environment['CLAUDE_CONFIG_DIR']

/** What it would ask about at its first start, answered: the folder is read-only, and its own settings are not read. */
function firstStart(place: RunPlace): string {
  const folder = configFolder(place) ?? place.userHome
  const known = parsed(textOrNull(join(folder, '.claude.json')))
  return JSON.stringify({
    ...Object.fromEntries(KEPT_STATE.flatMap((key) => (key in known ? [[key, known[key]]] : []))),
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: true,
    projects: { [place.workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  })
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const hooksOf = ({ hook }: RunPlace) => ({ PreToolUse: [AGENT_FORMATS['claude-code'].entry(hook)] })

/** Claude Code: docs.claude.com/en/docs/claude-code/settings, …/cli-reference, …/hooks. */
export const claude: KnownAgent = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  install: 'npm install --global @anthropic-ai/claude-code',
  hook: 'claude-code',
  showsForms: true,
  variables: ['ANTHROPIC_*', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_MAX_OUTPUT_TOKENS', 'MAX_THINKING_TOKENS'],
  hosts: ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com', 'claude.ai'],
  hostVariables: ['ANTHROPIC_BASE_URL'],
  ownSettings: [
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/managed-settings.json',
    '.claude/plugins',
    '.claude/skills',
    '.claude/commands',
    '.claude/agents',
    '.claude/output-styles',
    '.claude/workflows',
  ],
  refusedArgs: ['--settings', '--setting-sources', '--mcp-config', '--strict-mcp-config', '--bare', '--safe-mode'],
  borrowed(place) {
    const folder = configFolder(place) ?? '.claude'
    return [
      { from: join(folder, '.credentials.json'), to: '.claude/.credentials.json', returns: true },
      { from: join(folder, 'CLAUDE.md'), to: '.claude/CLAUDE.md' },
    ]
  },
  guarded(place) {
    const [settings, servers] = [join(place.settings, 'claude.json'), join(place.settings, 'claude-servers.json')]
    return {
      files: {
        [join(place.home, '.claude.json')]: firstStart(place),
        [settings]: JSON.stringify({
          permissions: { deny: NATIVE_TOOLS, allow: [`mcp__${GUARDED_SERVER}__*`] },
          hooks: hooksOf(place),
        }),
        [servers]: JSON.stringify({
          mcpServers: {
            [GUARDED_SERVER]: {
              type: 'http',
              url: place.tools,
              headers: { Authorization: `Bearer ${place.token}` },
            },
          },
        }),
      },
      args: ['--mcp-config', servers, '--strict-mcp-config', '--setting-sources', 'user', '--settings', settings],
      environment: {
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        // The guarded tools are listed from the start.
        ENABLE_TOOL_SEARCH: 'false',
        // An approval may take long.
        MCP_TOOL_TIMEOUT: '1900000',
        // In the sandbox, root has no rights over this machine.
        IS_SANDBOX: '1',
      },
    }
  },
  observed(place) {
    const settings = join(place.settings, 'claude.json')
    return {
      files: { [settings]: JSON.stringify({ hooks: hooksOf(place) }) },
      args: ['--settings', settings],
      environment: {},
    }
  },
}
