import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '@poundlock/spec'
import { textOrNull } from '@poundlock/state-files/node'
import { opencodePlugin } from '../../hook/opencode-format.ts'
import { hostOfUrl } from '../api-hosts.ts'
import { GUARDED_SERVER, type AskingPlace, type KnownAgent, type RunPlace } from '../known-agent.ts'

const KEPT_KEYS = ['model', 'small_model', 'provider', 'theme', 'username']

/** Which models the person has set up. Settings that cannot be read set up none. */
function chosenModel({ userHome, environment }: AskingPlace): Readonly<Record<string, unknown>> {
  const folder = join(environment['XDG_CONFIG_HOME'] ?? join(userHome, '.config'), 'opencode')
  for (const text of [environment['OPENCODE_CONFIG_CONTENT'], textOrNull(join(folder, 'opencode.json'))]) {
    try {
      const settings: unknown = JSON.parse(text ?? 'null')
      if (isObject(settings)) {
        return Object.fromEntries(Object.entries(settings).filter(([key]) => KEPT_KEYS.includes(key)))
      }
    } catch {
      // The next one.
    }
  }
  return {}
}

function hostsOfProviders({ provider }: Readonly<Record<string, unknown>>): readonly string[] {
  const providers = isObject(provider) ? Object.values(provider) : []
  return providers.flatMap((one) => {
    const options = isObject(one) ? one['options'] : undefined
    return isObject(options) ? hostOfUrl(String(options['baseURL'])) : []
  })
}

const pluginFile = ({ settings }: RunPlace) => join(settings, 'opencode-plugin.js')
const plugin = (place: RunPlace) => ({
  [pluginFile(place)]: opencodePlugin([process.execPath, join(place.settings, 'hook.cjs')]),
})
const pluginUrl = (place: RunPlace) => pathToFileURL(pluginFile(place)).href

/** It loads nothing of the workspace or the network that would change its settings. */
const CLOSED = {
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
}

/** opencode: opencode.ai/docs/config, …/permissions, …/mcp-servers, …/plugins. */
export const opencode: KnownAgent = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  install: 'npm install --global opencode-ai',
  hook: 'opencode',
  variables: ['ANTHROPIC_*', 'OPENAI_*', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_API_KEY'],
  hosts: [
    'opencode.ai',
    'models.dev',
    'api.anthropic.com',
    'api.openai.com',
    'generativelanguage.googleapis.com',
    'openrouter.ai',
  ],
  hostVariables: ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'],
  hidden: ['.opencode'],
  ownSettings: ['.config/opencode', '.opencode', '.claude', '.agents', '.cache/opencode'],
  refusedArgs: ['--pure', '--attach', '--dir'],
  borrowed: ({ environment }) => [
    {
      from: join(environment['XDG_DATA_HOME'] ?? '.local/share', 'opencode/auth.json'),
      to: '.local/share/opencode/auth.json',
      returns: true,
    },
  ],
  // Without settings it asks about nothing.
  asking(place) {
    const model = chosenModel(place)
    const permission = { '*': 'ask', todowrite: 'allow', todoread: 'allow', question: 'allow' }
    const config = { ...model, autoupdate: false, share: 'disabled', permission }
    return {
      files: {},
      args: [],
      environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config), ...CLOSED },
      hosts: hostsOfProviders(model),
    }
  },
  guarded(place) {
    const model = chosenModel(place)
    const config = {
      ...model,
      autoupdate: false,
      share: 'disabled',
      // The last rule that matches counts.
      permission: {
        '*': 'deny',
        [`${GUARDED_SERVER}_*`]: 'allow',
        todowrite: 'allow',
        todoread: 'allow',
        task: 'allow',
        question: 'allow',
      },
      mcp: {
        [GUARDED_SERVER]: {
          type: 'remote',
          url: place.tools,
          headers: { Authorization: `Bearer ${place.token}` },
          oauth: false,
          enabled: true,
          timeout: 1_900_000,
        },
      },
      plugin: [pluginUrl(place)],
    }
    return {
      files: plugin(place),
      args: [],
      environment: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        ...CLOSED,
      },
      hosts: hostsOfProviders(model),
    }
  },
  observed(place) {
    return {
      files: plugin(place),
      args: [],
      environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ plugin: [pluginUrl(place)] }) },
    }
  },
}
