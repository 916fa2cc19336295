/**
 * Measures how much of the text of a form a client shows, for `src/mcp/asking/client-screens.ts`: the real client, in
 * terminals of several sizes, is put a question of numbered rows, and what it shows is kept as a fixture of
 * `measured-screens.test.ts`. Needs tmux; nothing leaves this machine, and the client gets a home folder of its own. Not
 * part of any test run, since clients are large:
 *
 *     npm install --prefix SOMEWHERE @anthropic-ai/claude-code    # or @openai/codex
 *     node apps/cli/test/mcp-clients/record/measure-clients.ts claude-code SOMEWHERE/node_modules/.bin/claude
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { startModelServer } from '../../hook/record/model-server.ts'
import { NUMBERED } from './numbered-rows.ts'

interface MeasuredClient {
  readonly call: (message: string) => { readonly tool: string; readonly input: object }
  readonly prepare: (place: Place) => void
  readonly args: readonly string[]
  readonly environment: (place: Place) => Readonly<Record<string, string>>
}

interface Place {
  readonly home: string
  readonly workspace: string
  readonly url: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SERVER = [process.execPath, here('numbered-server.mjs')] as const
const KEY = `none-${'x'.repeat(20)}`
const SIZES = [
  [40, 10],
  [60, 12],
  [60, 15],
  [80, 24],
  [200, 60],
] as const
/** Stands in each form, and nowhere else. */
const IS_SHOWN = /Decision|option 1\/2/
const FORM_BEGINS = /Field 1|requests your input/
const LONGEST_WAIT_MS = 60_000

function write(file: string, content: object | string) {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const CLIENTS: Readonly<Record<string, MeasuredClient>> = {
  'claude-code': {
    call: (message) => ({ tool: 'mcp__measure__ask', input: { message } }),
    prepare({ home, workspace }) {
      write(join(home, '.claude.json'), {
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
        projects: { [workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
        mcpServers: { measure: { type: 'stdio', command: SERVER[0], args: [SERVER[1]] } },
      })
      write(join(home, '.claude/settings.json'), { permissions: { allow: ['mcp__measure__*'] } })
    },
    args: ['go'],
    environment: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
  },
  codex: {
    call: (message) => ({ tool: 'ask', input: { namespace: 'mcp__measure', message } }),
    prepare({ home, workspace, url }) {
      write(
        join(home, '.codex/config.toml'),
        `model_provider = "recorder"
model = "gpt-5.5"
check_for_update_on_startup = false
[tui]
screen_reader_detection_done = true
[tui.model_availability_nux]
"gpt-6.1-sol" = 1
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
[projects."${workspace}"]
trust_level = "trusted"
[mcp_servers.measure]
command = "${SERVER[0]}"
args = ["${SERVER[1]}"]
required = true
default_tools_approval_mode = "approve"
[analytics]
enabled = false
[model_providers.recorder]
name = "recorder"
base_url = "${url}/v1"
wire_api = "responses"
`,
      )
    },
    args: ['--no-daemon', 'go'],
    environment: () => ({}),
  },
}

const [name = '', program = ''] = process.argv.slice(2)
const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined
if (!client || !existsSync(program)) {
  throw new Error(`measure-clients.ts ${Object.keys(CLIENTS).join('|')} PROGRAM: the program of the client`)
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** What the form shows, once that changes no more. What lies above it is the client's own. */
async function formOf(socket: string): Promise<string[]> {
  const until = performance.now() + LONGEST_WAIT_MS
  let last = ''
  for (;;) {
    await pause(1000)
    const { stdout } = await execa('tmux', ['-L', socket, 'capture-pane', '-p'])
    const lines = stdout.split('\n').map((line) => line.trimEnd())
    const form = lines.slice(lines.findLastIndex((line) => FORM_BEGINS.test(line))).filter((line) => line !== '')
    if (IS_SHOWN.test(stdout) && form.join('\n') === last) return form
    if (performance.now() > until) throw new Error(`it shows no form:\n${stdout}`)
    last = form.join('\n')
  }
}

async function measure(text: string, [columns, rows]: readonly [number, number]): Promise<string[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'measure-clients-')))
  const model = await startModelServer([client!.call(text)])
  const place = { home: join(root, 'home'), workspace: join(root, 'workspace'), url: model.url }
  const socket = `measure-${process.pid}`
  try {
    for (const folder of [place.home, place.workspace]) mkdirSync(folder)
    client!.prepare(place)
    const environment = {
      PATH: process.env['PATH']!,
      HOME: place.home,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      ...client!.environment(place),
    }
    const words = Object.entries(environment).map(([key, value]) => quoted(`${key}=${value}`))
    const line = ['env', '-i', ...words, ...[resolve(program), ...client!.args].map(quoted)].join(' ')
    const size = ['-x', String(columns), '-y', String(rows)]
    await execa('tmux', ['-L', socket, 'new-session', '-d', ...size, '-c', place.workspace, line])
    return await formOf(socket)
  } finally {
    await execa('tmux', ['-L', socket, 'kill-server'], { reject: false })
    await model.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

const { stdout: about } = await execa(program, ['--version'], { env: { HOME: tmpdir() } })
const version = /\d+(?:\.\d+)+/.exec(about)![0]
const screens = []
for (const size of SIZES) {
  for (const [text, numbered] of Object.entries(NUMBERED)) {
    const shown = await measure(numbered, size)
    screens.push({ columns: size[0], rows: size[1], text, shown })
    process.stdout.write(`${name} ${version} ${size.join('x')} ${text}\n`)
  }
}
const folder = here('../../fixtures/mcp-screens/')
mkdirSync(folder, { recursive: true })
const measured = new Date().toISOString().slice(0, 10)
writeFileSync(
  join(folder, `${name}-${version}.json`),
  `${JSON.stringify({ client: name, version, measured, screens }, null, 2)}\n`,
)
