import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { opencodeModel } from '../../hook/record/local-models.ts'
import type { ModelCall } from '../../hook/record/model-server.ts'

export type RecordedClientName = 'claude-code' | 'codex' | 'gemini' | 'opencode'

export interface ClientPlace {
  readonly home: string
  readonly workspace: string
  /** Of the model. */
  readonly url: string
}

/** How a client is set up as `docs/mcp-serve.md` says, and started without a person. */
export interface RecordedClient {
  /** Commands of its own that the page tells to run. */
  readonly commands: readonly (readonly string[])[]
  /** Writes what the page shows, and what leads it to the model. */
  readonly prepare: (place: ClientPlace) => void
  readonly args: readonly string[]
  readonly environment: (place: ClientPlace) => Readonly<Record<string, string>>
  readonly call: (tool: string, input: object) => ModelCall
  /** Calls of its own tools that make the file `own`, if it has them still. */
  readonly own: readonly ModelCall[]
}

const page = readFileSync(new URL('../../../../../docs/mcp-serve.md', import.meta.url), 'utf8')

/** The first block of a language below a heading of the page. */
function shown(heading: string, language: string): string {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(section)?.[1]
  if (block === undefined) throw new Error(`docs/mcp-serve.md shows no ${language} for ${heading}`)
  return block
}

const shownJson = (heading: string): object =>
  JSON.parse(
    shown(heading, 'jsonc')
      .replaceAll(/(?:^|\s)\/\/ .*$/gm, '')
      .replaceAll(/,(?=\s*[}\]])/g, ''),
  ) as object

function write(file: string, content: object | string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

/** The arguments of a command line that the page shows. */
const argumentsOf = (line: string) => line.trim().split(' ').slice(1)

export const RECORDED_CLIENTS: Readonly<Record<RecordedClientName, RecordedClient>> = {
  'claude-code': {
    commands: [argumentsOf(shown('Claude Code', 'sh'))],
    prepare: ({ home }) => write(join(home, '.claude/settings.json'), shownJson('Claude Code')),
    args: ['-p', 'go', '--output-format', 'json'],
    environment: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    call: (tool, input) => ({ tool: `mcp__guarded__${tool}`, input }),
    own: [
      { tool: 'Bash', input: { command: 'touch own', description: 'go' } },
      { tool: 'Monitor', input: { command: 'touch own', description: 'go', timeout_ms: 1000 } },
      { tool: 'Write', input: { file_path: '$WORKSPACE/own', content: 'x' } },
    ],
  },
  codex: {
    commands: [],
    prepare: ({ home, url }) =>
      write(
        join(home, '.codex/config.toml'),
        [
          'model_provider = "recorder"',
          'check_for_update_on_startup = false',
          shown('Codex', 'toml'),
          '[analytics]\nenabled = false',
          `[model_providers.recorder]\nname = "recorder"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
        ].join('\n'),
      ),
    args: ['exec', '--skip-git-repo-check', '--json', '-m', 'gpt-5.5', 'go'],
    environment: () => ({}),
    call: (tool, input) => ({ tool, input: { namespace: 'mcp__guarded', ...input } }),
    own: [
      { tool: 'exec_command', input: { cmd: 'touch own' } },
      { tool: 'shell_command', input: { command: 'touch own' } },
      { tool: 'apply_patch', input: { freeform: '*** Begin Patch\n*** Add File: own\n+x\n*** End Patch' } },
    ],
  },
  gemini: {
    commands: [],
    prepare({ home }) {
      write(join(home, '.gemini/policies/guarded.toml'), shown('Gemini CLI', 'toml'))
      write(join(home, '.gemini/settings.json'), {
        ...shownJson('Gemini CLI'),
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      })
    },
    args: ['-p', 'go', '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo'],
    environment: ({ url }) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    call: (tool, input) => ({ tool: `mcp_guarded_${tool}`, input }),
    own: [
      { tool: 'run_shell_command', input: { command: 'touch own', description: 'go' } },
      { tool: 'write_file', input: { file_path: 'own', content: 'x' } },
    ],
  },
  opencode: {
    commands: [],
    prepare: ({ home, url }) =>
      write(join(home, '.config/opencode/opencode.json'), { ...opencodeModel(url), ...shownJson('opencode') }),
    args: ['run', 'go'],
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
    call: (tool, input) => ({ tool: `guarded_${tool}`, input }),
    own: [
      { tool: 'bash', input: { command: 'touch own', description: 'go' } },
      { tool: 'write', input: { filePath: '$WORKSPACE/own', content: 'x' } },
    ],
  },
}

/** A policy of which each of these calls is answered one way. */
export const POLICY = {
  tools: {
    exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['touch allowed'], deny: ['touch denied'] },
  },
}
export const CALLS: readonly (readonly [tool: string, input: object])[] = [
  ['read_file', { path: 'a.txt' }],
  ['exec', { command: 'touch allowed' }],
  ['exec', { command: 'touch denied' }],
  ['exec', { command: 'touch asked' }],
]
