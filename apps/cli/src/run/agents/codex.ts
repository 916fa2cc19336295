import { join } from 'node:path'
import { isObject } from '@poundlock/spec'
import { textOrNull } from '@poundlock/state-files/node'
import { parse, stringify } from 'smol-toml'
import { AGENT_FORMATS } from '../../hook/agent-format.ts'
import { hostOfUrl } from '../api-hosts.ts'
import { type AskingPlace, GUARDED_SERVER, TOKEN_VARIABLE, type KnownAgent, type RunPlace } from '../known-agent.ts'

type Table = Readonly<Record<string, unknown>>

/** Of the person's settings: which model is asked, and how. Nothing that names a program or a permission. */
const KEPT_KEYS = [
  'model',
  'model_provider',
  'model_reasoning_effort',
  'model_reasoning_summary',
  'model_verbosity',
  'model_context_window',
  'service_tier',
  'personality',
]
/** The same of a provider of models. */
const KEPT_PROVIDER_KEYS = ['name', 'base_url', 'env_key', 'wire_api', 'query_params', 'requires_openai_auth']

const configFolder = ({ environment }: Pick<RunPlace, 'environment'>) => environment['CODEX_HOME'] ?? '.codex'

const picked = (table: unknown, keys: readonly string[]): Table =>
  isObject(table) ? Object.fromEntries(Object.entries(table).filter(([key]) => keys.includes(key))) : {}

/** Which model the person has chosen. Settings that cannot be read choose none. */
function chosenModel(place: AskingPlace): { readonly settings: Table; readonly hosts: readonly string[] } {
  let own: Table
  try {
    own = parse(textOrNull(join(place.userHome, configFolder(place), 'config.toml')) ?? '')
  } catch {
    own = {}
  }
  const name = own['model_provider']
  const all = isObject(own['model_providers']) ? own['model_providers'] : {}
  if (typeof name !== 'string' || !Object.hasOwn(all, name)) return { settings: picked(own, KEPT_KEYS), hosts: [] }
  const provider = picked(all[name], KEPT_PROVIDER_KEYS)
  return {
    settings: { ...picked(own, KEPT_KEYS), model_providers: { [name]: provider } },
    hosts: hostOfUrl(String(provider['base_url'])),
  }
}

/** Codex: developers.openai.com/codex/config-reference, …/hooks, …/mcp. */
export const codex: KnownAgent = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  install: 'npm install --global @openai/codex',
  hook: 'codex',
  showsForms: true,
  variables: ['OPENAI_*', 'CODEX_API_KEY'],
  hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  hostVariables: ['OPENAI_BASE_URL'],
  ownSettings: [
    '.codex/config.toml',
    '.codex/hooks.json',
    '.codex/hooks',
    '.codex/rules',
    '.codex/skills',
    '.codex/plugins',
    '.codex/prompts',
    '.codex/agents',
    '.agents',
  ],
  refusedArgs: [
    '--dangerously-bypass-approvals-and-sandbox',
    '--yolo',
    '--remote',
    '--profile',
    '-p',
    '--ignore-user-config',
  ],
  borrowed(place) {
    const folder = configFolder(place)
    return [
      { from: join(folder, 'auth.json'), to: '.codex/auth.json', returns: true },
      { from: join(folder, 'AGENTS.md'), to: '.codex/AGENTS.md' },
    ]
  },
  // Its own sandbox runs in ours, and writes nothing without asking. At first, a model would answer for the person.
  asking(place) {
    const { settings, hosts } = chosenModel(place)
    const config = { ...settings, check_for_update_on_startup: false, web_search: 'disabled' }
    return {
      files: { [join(place.home, '.codex/config.toml')]: stringify(config) },
      args: [],
      environment: { CODEX_HOME: join(place.home, '.codex'), INITIAL_AGENT_MODE: 'read-only' },
      hosts,
    }
  },
  guarded(place) {
    const { settings, hosts } = chosenModel(place)
    const config = {
      ...settings,
      // Its own patches cannot be switched off; the folder is read-only for all of it.
      sandbox_mode: 'read-only',
      approval_policy: 'never',
      check_for_update_on_startup: false,
      web_search: 'disabled',
      features: { shell_tool: false },
      mcp_servers: {
        [GUARDED_SERVER]: {
          url: place.tools,
          bearer_token_env_var: TOKEN_VARIABLE,
          required: true,
          default_tools_approval_mode: 'approve',
          startup_timeout_sec: 30,
          tool_timeout_sec: 1900,
        },
      },
    }
    return {
      files: {
        [join(place.home, '.codex/config.toml')]: stringify(config),
        [join(place.home, '.codex/hooks.json')]: JSON.stringify({
          hooks: { PreToolUse: [AGENT_FORMATS.codex.entry(place.hook)] },
        }),
      },
      // Codex runs a hook only once a person trusts it; this one is ours.
      args: ['--dangerously-bypass-hook-trust'],
      environment: { CODEX_HOME: join(place.home, '.codex') },
      hosts,
    }
  },
  observed(place) {
    return {
      files: {},
      args: ['--dangerously-bypass-hook-trust', '-c', inlineHooks(place.hook)],
      environment: {},
    }
  },
}

/** A value of TOML in one line. */
const inlineHooks = (command: string) =>
  `hooks.PreToolUse=[{matcher="", hooks=[{type="command", command=${JSON.stringify(command)}}]}]`
