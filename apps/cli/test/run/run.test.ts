import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from '../poundlock.ts'

interface RunScene extends Scene {
  readonly home: string
  /** Puts a program on PATH, as a script of Node. */
  readonly install: (name: string, script: string) => void
  readonly env: Readonly<Record<string, string>>
}

/** A scene with a home folder and programs of its own. */
function openRunScene(): RunScene {
  const scene = openScene()
  const [home, bin] = [join(scene.root, 'home'), join(scene.root, 'bin')]
  for (const folder of [home, bin]) mkdirSync(folder)
  return {
    ...scene,
    home,
    env: { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), PATH: `${bin}:${process.env['PATH']!}` },
    install: (name, script) => writeFileSync(join(bin, name), `#!${process.execPath}\n${script}\n`, { mode: 0o755 }),
  }
}

const runsOf = ({ home }: RunScene) => readdirSync(join(home, '.cache/poundlock/runs'))
/** Prints what an action gave, or the code of its error. */
const TRY = `const fs = require('node:fs'); const tell = (name, act) => { let r; try { r = act() } catch (e) { r = e.code ?? e.message } console.log(name + ': ' + r) };`

test('an agent that is not installed is named, with the way to install it', async () => {
  const scene = openRunScene()
  const { code, stderr } = await scene.run(['run', 'opencode'], { env: { ...scene.env, PATH: '/usr/bin:/bin' } })
  expect(code).toBe(2)
  expect(stderr).toContain('npm install --global opencode-ai')
})

test('a program of the workspace is not taken for an agent', async () => {
  const scene = openRunScene()
  writeFileSync(join(scene.workspace, 'claude'), '#!/bin/sh\necho stolen\n', { mode: 0o755 })
  const { code, stdout } = await scene.run(['run', 'claude'], {
    env: { ...scene.env, PATH: `${scene.workspace}:/bin` },
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.each([['--settings', 'x'], ['--mcp-config=x'], ['--setting-sources', 'project'], ['--safe-mode']])(
  'arguments that would remove the layer of settings are refused: %s',
  async (...args) => {
    const scene = openRunScene()
    scene.install('claude', 'console.log("started")')
    const { code, stdout } = await scene.run(['run', 'claude', '--', ...args], { env: scene.env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  },
)

test('an agent reads the workspace, writes its home, and nothing else', async () => {
  const scene = openRunScene()
  writeFileSync(join(scene.workspace, 'a.txt'), 'hello')
  writeFileSync(join(scene.workspace, 'secret.txt'), 'secret')
  mkdirSync(join(scene.home, '.claude'))
  writeFileSync(join(scene.home, '.claude/CLAUDE.md'), 'be brief', { mode: 0o600 })
  writeFileSync(join(scene.home, '.claude/settings.json'), '{"hooks":{}}')
  scene.configure({ tools: { fs: { read: { deny: ['secret.txt'] } } } })
  scene.install(
    'claude',
    `${TRY}
    const { HOME } = process.env
    const settings = process.argv[process.argv.indexOf('--settings') + 1]
    tell('read', () => fs.readFileSync('a.txt', 'utf8'))
    tell('denied', () => fs.readFileSync('secret.txt', 'utf8') === 'secret')
    tell('write', () => fs.writeFileSync('made', ''))
    tell('outside', () => fs.writeFileSync(${JSON.stringify(join(scene.root, 'made'))}, ''))
    tell('home of the person', () => fs.readdirSync(${JSON.stringify(join(scene.home, '.claude'))}))
    tell('state', () => fs.readdirSync(${JSON.stringify(scene.state)}).length)
    tell('own home', () => fs.writeFileSync(HOME + '/made', ''))
    tell('instructions', () => fs.readFileSync(HOME + '/.claude/CLAUDE.md', 'utf8'))
    tell('settings of the person', () => fs.existsSync(HOME + '/.claude/settings.json'))
    tell('its layer', () => fs.writeFileSync(settings, '{}'))
    tell('shell denied', () => JSON.parse(fs.readFileSync(settings, 'utf8')).permissions.deny.includes('Bash'))
    tell('variables', () => [process.env.ANTHROPIC_API_KEY, process.env.OTHER_KEY])
    process.exitCode = 3`,
  )
  const env = { ...scene.env, ANTHROPIC_API_KEY: 'mine', OTHER_KEY: 'other' }
  const { code, stdout, stderr } = await scene.run(['run', 'claude'], { env })
  expect(stdout.split('\n'), stderr).toEqual([
    'read: hello',
    'denied: EACCES',
    'write: EROFS',
    // In a folder of its own: nothing of it is outside.
    'outside: undefined',
    'home of the person: ENOENT',
    'state: ENOENT',
    'own home: undefined',
    'instructions: be brief',
    'settings of the person: false',
    'its layer: EROFS',
    'shell denied: true',
    'variables: mine,',
    '',
  ])
  expect(existsSync(join(scene.root, 'made'))).toBe(false)
  expect(code).toBe(3)
  expect(runsOf(scene)).toEqual([])
})

test('a login that the agent renewed is written back, and nothing else in its place', async () => {
  const scene = openRunScene()
  const file = join(scene.home, '.codex/auth.json')
  mkdirSync(join(scene.home, '.codex'))
  const renewed: string[] = []
  for (const content of ['{"token":"new"}', '{"token":"new","hooks":[]}', '["token"]', 'no json']) {
    writeFileSync(file, '{"token":"old"}', { mode: 0o600 })
    scene.install(
      'codex',
      `require('node:fs').writeFileSync(process.env.CODEX_HOME + '/auth.json', ${JSON.stringify(content)})`,
    )
    await scene.run(['run', 'codex'], { env: scene.env })
    renewed.push(readFileSync(file, 'utf8'))
  }
  scene.install(
    'codex',
    `const fs = require('node:fs'), auth = process.env.CODEX_HOME + '/auth.json'; fs.rmSync(auth); fs.symlinkSync(${JSON.stringify(join(scene.root, 'planted'))}, auth)`,
  )
  writeFileSync(join(scene.root, 'planted'), '{"token":"planted"}', { mode: 0o600 })
  await scene.run(['run', 'codex'], { env: scene.env })
  renewed.push(readFileSync(file, 'utf8'))
  const old = '{"token":"old"}'
  expect(renewed).toEqual(['{"token":"new"}', old, old, old, '{"token":"new"}'].with(4, old))
})

test('the hook blocks where it gets no answer, and answers only to the token of the run', async () => {
  const scene = openRunScene()
  scene.install(
    'claude',
    `const { spawnSync } = require('node:child_process'), fs = require('node:fs')
    const settings = JSON.parse(fs.readFileSync(process.argv[process.argv.indexOf('--settings') + 1], 'utf8'))
    const hook = settings.hooks.PreToolUse[0].hooks[0].command
    const ask = (tool_name, tool_input, command = hook) => {
      const question = { hook_event_name: 'PreToolUse', tool_name, tool_input, cwd: process.cwd() }
      const { status, stdout } = spawnSync('sh', ['-c', command], { input: JSON.stringify(question), encoding: 'utf8' })
      console.log(tool_name, status, stdout ? JSON.parse(stdout).hookSpecificOutput.permissionDecision : '')
    }
    ask('Bash', { command: 'ls' })
    ask('Read', { file_path: process.cwd() + '/a.txt' })
    ask('mcp__poundlock__exec', { command: 'ls' })
    ask('mcp__other__tool', {})
    ask('TodoWrite', { todos: [] })
    ask('Agent', { prompt: 'x' })
    ask('', {})
    const program = fs.readFileSync(hook.split(' ').at(-1), 'utf8')
    for (const [name, text] of [['token', program.replace(/Bearer [0-9a-f]+/, 'Bearer ' + '0'.repeat(48))], ['port', program.replace(/port: \\d+/, 'port: 1')]]) {
      fs.writeFileSync(process.env.HOME + '/' + name + '.cjs', text)
      ask('TodoWrite', { todos: [] }, process.execPath + ' ' + process.env.HOME + '/' + name + '.cjs')
    }`,
  )
  const { stdout, stderr } = await scene.run(['run', 'claude'], { env: scene.env })
  expect(stdout.split('\n'), stderr).toEqual([
    'Bash 0 deny',
    'Read 0 deny',
    'mcp__poundlock__exec 0 ',
    'mcp__other__tool 0 ask',
    'TodoWrite 0 ',
    'Agent 0 ',
    ' 2 ',
    'TodoWrite 2 ',
    'TodoWrite 2 ',
    '',
  ])
})

test('any other program is contained as commands are, and finds the guarded tools', async () => {
  const scene = openRunScene()
  scene.install(
    'helper',
    `${TRY}
    tell('write', () => fs.writeFileSync('made', ''))
    tell('protected', () => { fs.mkdirSync('.git/hooks', { recursive: true }); fs.writeFileSync('.git/hooks/pre-commit', '') })
    tell('outside', () => fs.writeFileSync(${JSON.stringify(join(scene.root, 'made'))}, ''))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } })
    const post = (token) => fetch(process.env.POUNDLOCK_MCP_URL, { method: 'POST', body, headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' } })
    post(process.env.POUNDLOCK_RUN_TOKEN).then(async ({ status }) => { console.log(status, (await post('0'.repeat(48))).status); return fetch('http://192.0.2.1/') }).catch(() => console.log('no network'))`,
  )
  mkdirSync(join(scene.workspace, '.git/hooks'), { recursive: true })
  const { stdout, stderr } = await scene.run(['run', 'helper'], { env: scene.env })
  expect(stdout, stderr).toContain('write: undefined\n')
  expect(existsSync(join(scene.root, 'made'))).toBe(false)
  expect(stdout).toContain('200 401\n')
  expect(existsSync(join(scene.workspace, 'made'))).toBe(true)
  expect(existsSync(join(scene.workspace, '.git/hooks/pre-commit'))).toBe(false)
})

/** A client of the tools that says yes to each form: the last result. */
const SELF_APPROVING = `
  const { POUNDLOCK_MCP_URL: url, POUNDLOCK_RUN_TOKEN: token } = process.env
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = (message) => fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }), headers })
  const yes = (id) => post({ id, result: { action: 'accept', content: { decision: 'allow-once' } } })
  const call = async (params) => {
    const { body } = await post({ id: 2, method: 'tools/call', params })
    let text = ''
    let answered = 0
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const asks = [...text.matchAll(/^data: (.*"elicitation.create".*)$/gm)].slice(answered)
      for (const [, ask] of asks) { answered++; console.log('asked'); await yes(JSON.parse(ask).id) }
    }
    return text
  }
  const approve = async (...calls) => {
    const start = await post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: { elicitation: { form: {} } }, clientInfo: { name: 'x', version: '1' } } })
    headers['mcp-session-id'] = start.headers.get('mcp-session-id')
    await start.text()
    await post({ method: 'notifications/initialized' })
    for (const [name, input] of calls) console.log(await call({ name, arguments: input }))
  }`

test('attack: what runs in the sandbox of a program without known settings does not approve its own calls', async () => {
  const scene = openRunScene()
  const outside = join(scene.root, 'outside.txt')
  const input = JSON.stringify({ path: outside, content: 'x' })
  const rule = JSON.stringify({ command: 'make install' })
  scene.install('helper', `${SELF_APPROVING}\napprove(['write_file', ${input}], ['propose_grant', ${rule}])`)
  const { stdout, stderr } = await scene.run(['run', 'helper'], { env: scene.env })
  expect(stdout, stderr).toContain('needs approval')
  expect(stdout).not.toContain('asked')
  expect(existsSync(outside)).toBe(false)
})

test('attack: what an agent leaves in a home folder that is kept is no setting of the next start, and leads nowhere', async () => {
  const scene = openRunScene()
  const kept = join(scene.root, 'kept')
  const [mine, folder] = [join(scene.root, 'mine.txt'), join(scene.root, 'folder')]
  writeFileSync(mine, 'mine')
  mkdirSync(folder)
  writeFileSync(join(folder, 'config.toml'), 'mine')
  const run = async (agent: string, script: string) => {
    scene.install(agent, `${TRY}\nconst { HOME } = process.env\n${script}`)
    return scene.run(['run', '--home', kept, agent], { env: scene.env })
  }
  const first = await run(
    'claude',
    `fs.mkdirSync(HOME + '/.claude/plugins/own', { recursive: true })
    fs.writeFileSync(HOME + '/.claude/settings.json', '{"disableAllHooks":true}')
    fs.writeFileSync(HOME + '/.claude/sessions', 'kept')
    fs.rmSync(HOME + '/.claude.json')
    fs.symlinkSync(${JSON.stringify(mine)}, HOME + '/.claude.json')
    fs.symlinkSync(${JSON.stringify(folder)}, HOME + '/.codex')`,
  )
  expect(first, first.stderr).toMatchObject({ code: 0 })
  const { stdout, stderr } = await run(
    'claude',
    `tell('left', () => ['settings.json', 'plugins', 'sessions'].filter((name) => fs.existsSync(HOME + '/.claude/' + name)))
    tell('its state', () => fs.lstatSync(HOME + '/.claude.json').isFile())`,
  )
  expect(stdout.split('\n'), stderr).toEqual(['left: sessions', 'its state: true', ''])
  await run('codex', '')
  expect([readFileSync(mine, 'utf8'), readFileSync(join(folder, 'config.toml'), 'utf8')]).toEqual(['mine', 'mine'])
  expect(statSync(mine).uid).toBe(process.getuid!())

  await run('claude', `fs.renameSync(HOME, HOME + '2'); fs.symlinkSync(${JSON.stringify(folder)}, HOME)`)
  expect(await run('codex', '')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a folder') })
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toBe('mine')
})

test.each(['claude', 'helper'])('attack: %s reaches no socket of this machine, and learns of none', async (agent) => {
  const scene = openRunScene()
  const arrived: string[] = []
  const places = [join(scene.workspace, 'service.sock'), `\0poundlock-test-${process.pid}-${agent}`]
  for (const place of places) {
    const server = createServer((socket) => {
      arrived.push(place)
      socket.end()
    })
    await new Promise<void>((listening) => server.listen(place, listening))
    onTestFinished(() => void server.close())
  }
  const named = [
    'SSH_AUTH_SOCK',
    'DOCKER_HOST',
    'DBUS_SESSION_BUS_ADDRESS',
    'TMUX',
    'XDG_RUNTIME_DIR',
    'GPG_AGENT_INFO',
  ]
  scene.install(
    agent,
    `const { connect } = require('node:net')
    console.log(${JSON.stringify(named)}.filter((name) => process.env[name] !== undefined))
    for (const path of ${JSON.stringify([...places, '/var/run/docker.sock', '/run/docker.sock'])})
      connect(path).on('connect', () => console.log('connected')).on('error', ({ code }) => console.log('no', code))`,
  )
  const env = { ...scene.env, ...Object.fromEntries(named.map((name) => [name, places[0]!])) }
  const { stdout, stderr } = await scene.run(['run', agent], { env })
  expect(stdout.split('\n')[0], stderr).toBe('[]')
  expect(stdout).not.toContain('connected')
  expect(stdout.match(/^no /gm)).toHaveLength(4)
  expect(arrived).toEqual([])
})

test('a run that was killed leaves no process, and the next run removes its folder', async () => {
  const scene = openRunScene()
  scene.install('claude', `console.log('started'); setInterval(() => {}, 1000)`)
  const running = execa(process.execPath, [LAUNCHER, 'run', 'claude'], {
    cwd: scene.workspace,
    env: { ...scene.env, POUNDLOCK_HOME: scene.state },
    stdin: 'ignore',
    reject: false,
  })
  await new Promise<void>((resolve) => running.stdout.once('data', () => resolve()))
  expect(runsOf(scene)).toHaveLength(1)
  running.kill('SIGKILL')
  await running
  // Its output closes when the last process that holds it has ended.
  scene.install('claude', '')
  await scene.run(['run', 'claude'], { env: scene.env })
  expect(runsOf(scene)).toEqual([])
})

test('a signal ends the agent, and its exit code is ours', async () => {
  const scene = openRunScene()
  scene.install(
    'claude',
    `process.on('SIGTERM', () => process.exit(7)); console.log('started'); setInterval(() => {}, 1000)`,
  )
  const running = execa(process.execPath, [LAUNCHER, 'run', 'claude'], {
    cwd: scene.workspace,
    env: { ...scene.env, POUNDLOCK_HOME: scene.state },
    stdin: 'ignore',
    reject: false,
  })
  await new Promise<void>((resolve) => running.stdout.once('data', () => resolve()))
  running.kill('SIGTERM')
  expect((await running).exitCode).toBe(7)
  expect(runsOf(scene)).toEqual([])
})

test('--observe records what the hook is asked, and answers nothing', async () => {
  const scene = openRunScene()
  scene.configure({ tools: { exec: { deny: ['rm'] } } })
  scene.install(
    'claude',
    `const { spawnSync } = require('node:child_process'), fs = require('node:fs')
    const settings = JSON.parse(fs.readFileSync(process.argv[process.argv.indexOf('--settings') + 1], 'utf8'))
    const question = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm a' }, cwd: process.cwd() }
    const { status, stdout } = spawnSync('sh', ['-c', settings.hooks.PreToolUse[0].hooks[0].command], { input: JSON.stringify(question), encoding: 'utf8' })
    fs.writeFileSync('made', '')
    console.log(status, stdout, process.env.HOME, settings.permissions)`,
  )
  const { stdout } = await scene.run(['run', '--observe', 'claude'], { env: scene.env })
  expect(stdout).toBe(`0  ${scene.home} undefined\n`)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(true)
  const { stdout: tail } = await scene.run(['audit', 'tail', '--json'])
  const [record] = tail
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  expect(record.data).toMatchObject({ command: 'rm a', decision: 'deny', outcome: 'handed-on' })
  const unknown = await scene.run(['run', '--observe', 'true'], { env: scene.env })
  expect(unknown.code).toBe(2)
})
