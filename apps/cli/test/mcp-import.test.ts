import { expect, test } from 'vitest'
import type { ForeignClient } from '../src/mcp/foreign-clients.ts'
import { clientOfFile } from '../src/mcp/foreign-files.ts'
import { projectOfFile } from '../src/mcp/foreign-paths.ts'
import { readForeignServers } from '../src/mcp/foreign-servers.ts'

const WORKSPACE = '/srv/here'

const readText = (text: string, client: ForeignClient, project: string | null = null) =>
  readForeignServers(text, '/home/me/file', { client, workspace: WORKSPACE, project })

/** One server of a client's file: what it becomes, or why it is left out. */
async function one(entry: unknown, client: ForeignClient = 'claude-code', project: string | null = null) {
  const key = client === 'vscode' ? 'servers' : client === 'zed' ? 'context_servers' : 'mcpServers'
  const { servers, skipped } = await readText(JSON.stringify({ [key]: { it: entry } }), client, project)
  expect(servers.length + skipped.length).toBe(1)
  return { settings: servers[0]?.settings, notes: servers[0]?.notes ?? [], reason: skipped[0]?.reason }
}

const URL = 'https://far.example/mcp'

test.each<[string, ForeignClient, unknown, object]>([
  [
    'Claude Desktop: a program',
    'claude-desktop',
    { command: 'npx', args: ['-y', '@a/b'] },
    { command: 'npx', args: ['-y', '@a/b'] },
  ],
  ['Claude Code: http by its type', 'claude-code', { type: 'http', url: URL }, { type: 'http', url: URL }],
  [
    'Claude Code: stdio by its type',
    'claude-code',
    { type: 'stdio', command: 'a', args: [], env: {} },
    { command: 'a', args: [], env: {} },
  ],
  [
    'Cursor: an address without a type',
    'cursor',
    { url: URL, headers: { A: '${env:TOKEN}' } },
    { url: URL, headers: { A: '${TOKEN}' } },
  ],
  [
    'Cursor: an address of the older way',
    'cursor',
    { url: 'http://127.0.0.1:8000/sse' },
    { url: 'http://127.0.0.1:8000/sse', type: 'sse' },
  ],
  [
    'VS Code: variables that are numbers, and that are none',
    'vscode',
    { command: 'a', env: { PORT: 80, NONE: null } },
    { command: 'a', env: { PORT: '80' } },
  ],
  [
    'VS Code: what runs in its sandbox runs in ours',
    'vscode',
    { command: 'a', sandboxEnabled: true },
    { command: 'a', sandbox: true },
  ],
  [
    'Gemini: the newer way by its key',
    'gemini',
    { httpUrl: URL, timeout: 30_000 },
    { url: URL, type: 'http', timeoutSeconds: 30 },
  ],
  ['Gemini: an address by its type', 'gemini', { url: URL, type: 'sse' }, { url: URL, type: 'sse' }],
  [
    'Gemini: an address of the older way',
    'gemini',
    { url: 'https://far.example/sse?x=1' },
    { url: 'https://far.example/sse?x=1', type: 'sse' },
  ],
  ['Gemini: an address without a type', 'gemini', { url: URL }, { url: URL }],
  [
    'Gemini: variables without braces',
    'gemini',
    { command: 'a', env: { K: '$KEY', L: 'x${LOG}y' } },
    { command: 'a', env: { K: '${KEY}', L: 'x${LOG}y' } },
  ],
  [
    'Windsurf: its key for addresses, and tools that are off',
    'windsurf',
    { serverUrl: URL, disabledTools: ['rm'], disabled: true },
    { url: URL, excludeTools: ['rm'], enabled: false },
  ],
  ['Zed: a program', 'zed', { source: 'custom', command: 'a', args: ['b'], env: null }, { command: 'a', args: ['b'] }],
  [
    'Zed: its older form',
    'zed',
    { command: { path: '/a', args: ['b'], env: { C: 'd' } } },
    { command: '/a', args: ['b'], env: { C: 'd' } },
  ],
  ['Cline: a time in seconds', 'claude-code', { command: 'a', timeout: 60 }, { command: 'a', timeoutSeconds: 60 }],
])('%s', async (_what, client, entry, settings) => {
  const read = await one(entry, client)
  expect(read.reason).toBeUndefined()
  expect(read.settings).toEqual(settings)
})

test.each<[string, string, object | RegExp]>([
  ['a program', 'command = "d"\nargs = ["x"]', { command: 'd', args: ['x'] }],
  [
    'variables by name, and with where they come from',
    'command = "d"\nenv_vars = ["A", { name = "B", source = "local" }]',
    { command: 'd', passEnvironment: ['A', 'B'] },
  ],
  [
    'an older key for the time to start',
    'command = "d"\nstartup_timeout_ms = 5000',
    { command: 'd', startTimeoutSeconds: 5 },
  ],
  [
    'headers from variables',
    `url = "${URL}"\nenv_http_headers = { X = "KEY" }\nbearer_token_env_var = "T"`,
    { url: URL, headers: { X: '${KEY}', Authorization: 'Bearer ${T}' } },
  ],
  ['headers from something that is not a table', `url = "${URL}"\nenv_http_headers = "ABC"`, /env_http_headers/],
  ['headers that are no table', `url = "${URL}"\nhttp_headers = "ABC"`, /http_headers/],
  ['a token that stands in the file', `url = "${URL}"\nbearer_token = "abc"`, /bearer_token/],
  ['a variable that is none', `url = "${URL}"\nbearer_token_env_var = "a b"`, /bearer_token_env_var/],
  ['variables that are no list', 'command = "d"\nenv_vars = "A"', /env_vars/],
])('Codex: %s', async (_what, toml, expected) => {
  const { servers, skipped } = await readText(`[mcp_servers.it]\n${toml}\n`, 'codex')
  if (expected instanceof RegExp)
    expect(skipped).toMatchObject([{ name: 'it', reason: expect.stringMatching(expected) }])
  else expect(servers.map(({ settings }) => settings)).toEqual([expected])
})

test.each<[string, unknown, RegExp]>([
  ['no object', 'npx a', /no object with settings/],
  ['a list', [{ command: 'a' }], /no object with settings/],
  ['null', null, /no object with settings/],
  ['empty', {}, /"command" or the key "url" is missing/],
  ['a program that is not text', { command: 5 }, /command/],
  ['arguments that are no list', { command: 'a', args: '-y b' }, /args/],
  ['an argument that is an object', { command: 'a', args: [{}] }, /args/],
  ['variables that are a list', { command: 'a', env: ['A=b'] }, /env/],
  ['a variable that is no name', { command: 'a', env: { 'A B': 'c' } }, /env/],
  ['both a program and an address', { command: 'a', url: URL }, /both/],
  ['an address that is none', { url: 'https://' }, /is not an address/],
  ['an address of another kind', { url: 'unix:///run/it.sock' }, /url/],
  ['a way that nothing here speaks', { type: 'ws', url: URL }, /unsupported transport "ws"/],
  ['a way by a name of Object', { type: 'toString', url: URL }, /unsupported transport "toString"/],
  ['a header that is no name', { url: URL, headers: { 'A B': 'c' } }, /headers/],
  ['an extension of an editor', { source: 'extension', settings: {} }, /extension/],
  ['a program beside a file of all projects', { command: './server' }, /from a folder that the file does not say/],
  ['a script beside a file of all projects', { command: 'node', args: ['dist/server.js'] }, /from a folder/],
])('%s is left out, with why', async (_what, entry, reason) => {
  const read = await one(entry)
  expect(read.settings).toBeUndefined()
  expect(read.reason).toMatch(reason)
})

test.each<[string, unknown, RegExp]>([
  ['unknown keys', { command: 'a', gallery: true, dev: {} }, /means nothing here: gallery, dev/],
  ['tools that need no asking', { command: 'a', alwaysAllow: ['x'] }, /need no asking/],
  ['headers that a program makes', { url: URL, headersHelper: 'a' }, /"headersHelper" is not run/],
  ['a file of variables', { command: 'a', envFile: '.env' }, /"envFile" is not read/],
  [
    'what is filled in from a file',
    { command: 'a', env: { K: '${file:/etc/key}' } },
    /\$\{file:\/etc\/key\} is filled in there and not here/,
  ],
  [
    'what is asked for',
    { command: 'a', env: { K: '${input:my-key}' } },
    /\(my-key\) is taken from the environment variable MY_KEY/,
  ],
  [
    'a secret in a header',
    { url: URL, headers: { Authorization: `Bearer ghp_${'a1B2c3D4e5F6'.repeat(3)}` } },
    /Authorization holds a secret/,
  ],
  [
    'a secret in an argument',
    { command: 'a', args: [`--token=ghp_${'a1B2c3D4e5F6'.repeat(3)}`] },
    /arguments hold a secret/,
  ],
])('%s are told', async (_what, entry, note) => {
  expect((await one(entry)).notes).toContainEqual(expect.stringMatching(note))
})

test('what a project runs stays its own, wherever it is called from', async () => {
  const project = '/projects/theirs'
  const of = async (entry: object) => (await one(entry, 'cursor', project)).settings
  expect(await of({ command: './run' })).toEqual({ command: `${project}/run`, cwd: project })
  expect(await of({ command: 'bin/run', cwd: 'tools' })).toEqual({
    command: `${project}/tools/bin/run`,
    cwd: `${project}/tools`,
  })
  expect(await of({ command: 'node', args: ['dist/server.js'] })).toEqual({
    command: 'node',
    args: ['dist/server.js'],
    cwd: project,
  })
  expect(await of({ command: '${workspaceFolder}/run', args: ['${workspaceFolderBasename}'] })).toEqual({
    command: `${project}/run`,
    args: ['theirs'],
  })
  // What names a package or an image is found without a folder.
  expect(await of({ command: 'npx', args: ['-y', 'chart.js'] })).toEqual({ command: 'npx', args: ['-y', 'chart.js'] })
  const elsewhere = { command: 'uv', args: ['--directory', '/tools', 'run', 'server.py'] }
  expect(await of(elsewhere)).toEqual(elsewhere)
})

test.each<[string, ForeignClient, string | null]>([
  ['/p/.cursor/mcp.json', 'cursor', '/p'],
  ['/home/me/.cursor/mcp.json', 'cursor', null],
  ['/p/.vscode/mcp.json', 'vscode', '/p'],
  ['/home/me/.config/Code/User/mcp.json', 'vscode', null],
  ['/p/.gemini/settings.json', 'gemini', '/p'],
  ['/home/me/.gemini/settings.json', 'gemini', null],
  ['/p/.codex/config.toml', 'codex', '/p'],
  ['/p/.zed/settings.json', 'zed', '/p'],
  ['/home/me/.config/zed/settings.json', 'zed', null],
  ['/home/me/.codeium/windsurf/mcp_config.json', 'windsurf', null],
  ['/home/me/.config/Claude/claude_desktop_config.json', 'claude-desktop', null],
  ['/p/.mcp.json', 'claude-code', '/p'],
  ['/home/me/copy.json', 'claude-code', null],
])('%s is read as of %s, and of the project %s', (file, client, project) => {
  expect(clientOfFile(file)).toBe(client)
  expect(projectOfFile(file, '/home/me')).toBe(project)
})

test("Gemini's file is known by what it holds, and what it leaves out is off here", async () => {
  const copy = {
    mcp: { excluded: ['out'] },
    mcpServers: { out: { command: 'a' }, in: { command: 'a', env: { K: '$KEY' } } },
  }
  const { servers } = await readText(JSON.stringify(copy), 'claude-code')
  expect(servers.map(({ name, settings }) => [name, settings])).toEqual([
    ['out', { command: 'a', enabled: false }],
    ['in', { command: 'a', env: { K: '${KEY}' } }],
  ])
})

test('comments and commas at the end are read, a name that stands twice and broken files are told with the place', async () => {
  const jsonc = '{ // mine\n "servers": { "it": { "command": "a", "args": ["b",], }, /* more */ }, }'
  expect((await readText(jsonc, 'vscode')).servers).toMatchObject([{ name: 'it', origin: '/home/me/file:2:15' }])
  const zed = '// settings\n{ "theme": "x", "context_servers": { "it": { "command": "a" } } }'
  expect((await readText(zed, 'zed')).servers).toMatchObject([{ name: 'it' }])
  for (const broken of [
    '{ "mcpServers": { "it": { "command": "a" }, "it": { "command": "b" } } }',
    '{ "mcpServers": { "it": ',
    '{ "mcpServers": { "__proto__": { "command": "a" } } }',
    '',
    '\u0000',
  ]) {
    await expect(readText(broken, 'claude-code')).rejects.toThrow(/file:\d+:\d+/)
  }
  await expect(readText('[mcp_servers.it\ncommand = 1', 'codex')).rejects.toThrow(/toml|TOML|document|table|key/i)
})

test.each<[string, ForeignClient]>([
  ['[]', 'claude-code'],
  ['5', 'cursor'],
  ['{"mcpServers":[]}', 'claude-code'],
  ['{"mcpServers":null}', 'gemini'],
  ['{"servers":"x"}', 'vscode'],
  ['{"projects":{"/srv/here":7}}', 'claude-code'],
  ['{"mcp":{"servers":4}}', 'vscode'],
  ['mcp_servers = 5', 'codex'],
])('%s has no servers', async (text, client) => {
  expect(await readText(text, client)).toEqual({ servers: [], skipped: [] })
})
