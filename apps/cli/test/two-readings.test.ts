import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { openScene, type Ran, type Scene } from './poundlock.ts'
import { startServe } from './serve-client.ts'
import { serveOverHttp } from './serve-over-http.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Doors that take a question, each with one that is plain; `$C` stands for where the ambiguity goes: a whole member. */
const HOOKS = [
  ['claude-code', '{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"$W",$T"tool_input":{$C}}'],
  ['codex', '{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"$W",$T"tool_input":{$C}}'],
  ['gemini', '{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","cwd":"$W",$T"tool_input":{$C}}'],
] as const

describe.each(HOOKS.map((row, index) => [...row, index] as const))(
  'the hook of %s blocks a question that says two things',
  (agent, template, index) => {
    const ask = (scene: Scene, member: string, before = '') =>
      scene.run(['hook', agent], {
        input: latin1(template.replace('$W', scene.workspace).replace('$T', before).replace('$C', member)),
      })

    test.each(
      someOf(
        [
          ['a key twice', '"command":"rm x","command":"ls"', ''],
          ['a key twice, once with an escape', String.raw`"\u0063ommand":"rm x","command":"ls"`, ''],
          ['a key twice, deeper', '"command":"ls","more":{"a":1,"a":2}', ''],
          ['another tool', '"command":"ls"', '"tool_name":"Read",'],
          ['another folder', '"command":"ls"', String.raw`"cw\u0064":"/etc",`],
          ['two inputs', '"command":"ls"', '"tool_input":{"command":"rm x"},'],
          ['bytes that are not UTF-8', '"command":"ls \xff"', ''],
          ['a character in more bytes than it takes', '"command":"ls \xc0\xaf"', ''],
          ['half of a pair in bytes', '"command":"ls \xed\xa0\x80"', ''],
          ['half of a pair', String.raw`"command":"ls \ud800"`, ''],
          ['half of a pair elsewhere', String.raw`"command":"ls","description":"\udc00"`, ''],
        ],
        index,
      ),
    )('%s', async (_, member, before) => {
      const ran = await ask(openScene(), member, before)
      expect([ran.code, ran.stdout]).toEqual([2, ''])
      expect(ran.stderr).toMatch(/^poundlock: /)
    })

    test('a byte order mark', async () => {
      const scene = openScene()
      const text = template.replace('$W', scene.workspace).replace('$T', '').replace('$C', '"command":"ls"')
      const ran = await scene.run(['hook', agent], { input: `\uFEFF${text}` })
      expect([ran.code, ran.stdout]).toEqual([2, ''])
    })

    test('and answers one that does not', async () => {
      const ran = await ask(openScene(), String.raw`"command":"ls","description":"\ud83d\ude00"`)
      expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' })
    })
  },
)

const CONTEXT = '"context":{"cwd":"/w","workspace":"/w","home":"/h","executables":{"ls":"/bin/ls"}}'

describe('a line of a batch that says two things is an error, and those after it are answered', () => {
  test.each(
    someOf([
      ['check', `{"id":"1","tool":"exec","input":{"command":"ls","command":"rm x"},${CONTEXT}}`],
      ['check', String.raw`{"id":"1","tool":"exec","input":{"\u0063ommand":"rm x","command":"ls"},${CONTEXT}}`],
      ['check', `{"id":"1","tool":"exec","tool":"read_file","input":{"command":"ls"},${CONTEXT}}`],
      [
        'check',
        `{"id":"1","tool":"exec","input":{"command":"ls"},"config":{"mode":"allow","mode":"read-only"},${CONTEXT}}`,
      ],
      ['check', `{"id":"1","tool":"exec","input":{"command":"ls"},"approvals":{"version":1,"version":1},${CONTEXT}}`],
      ['check', `{"id":"1","tool":"exec","input":{"command":"ls \xff"},${CONTEXT}}`],
      ['parse', '{"id":"1","command":"rm x","command":"ls"}'],
      ['parse', String.raw`{"id":"1","command":"rm x","comman\u0064":"ls"}`],
    ]),
  )('%s %s', async (command, line) => {
    const plain =
      command === 'check' ? `{"id":"2","tool":"exec","input":{"command":"ls"},${CONTEXT}}` : '{"id":"2","command":"ls"}'
    const ran = await openScene().run([command, '--jsonl', '-'], { input: latin1(`${line}\n${plain}\n`) })
    const [first, second] = ran.lines()
    expect(first.error.code).toBe('BAD_LINE')
    expect(second).toMatchObject({ id: '2' })
    expect(second.error).toBeUndefined()
  })
})

describe('an input of a tool that says two things is not taken', () => {
  test.each([
    ['as an argument', ['tools', 'call', 'exec', '{"command":"ls","command":"touch made"}'], undefined],
    [
      'from standard input',
      ['tools', 'call', 'exec', '--input', '-'],
      String.raw`{"command":"ls","\u0063ommand":"touch made"}`,
    ],
  ] as const)('%s', async (_, args, input) => {
    const scene = openScene()
    const ran = await scene.run(args, input === undefined ? {} : { input })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('stands twice')
  })
})

describe('a file that says two things decides nothing', () => {
  const APPROVALS = '{"version":1,"defaults":{"security":"deny","security":"full"}}'
  const isRefused = (ran: Ran, said: string) => {
    expect(ran.code, ran.stdout).not.toBe(0)
    expect(ran.stderr).toContain(said)
  }

  test('poundlock.json, of the user and of a repository', async () => {
    const scene = openScene()
    scene.configure('{"mode":"read-only","mode":"allow"}')
    isRefused(await scene.run(['check', '--', 'ls']), 'a second time')
    scene.configure({})
    mkdirSync(join(scene.workspace, '.poundlock'))
    writeFileSync(join(scene.workspace, '.poundlock/poundlock.json'), '{"mode":"read-only","mo\\u0064e":"allow"}')
    isRefused(await scene.run(['check', '--', 'ls']), 'a second time')
    isRefused(await scene.run(['policy', 'trust']), 'a second time')
  })

  test.each([
    ['a key twice', Buffer.from(APPROVALS), 'stands twice'],
    ['half of a pair', Buffer.from(String.raw`{"version":1,"agents":{"\ud800":{}}}`), 'half of a surrogate pair'],
    ['bytes that are not UTF-8', latin1('{"version":1,"agents":{"\xff":{}}}'), 'UTF-8'],
  ] as const)('exec-approvals.json with %s, as it lies there and as it is set', async (_, bytes, said) => {
    const scene = openScene()
    const file = join(scene.state, 'exec-approvals.json')
    isRefused(await scene.run(['approvals', 'set', '-'], { input: bytes }), said)
    writeFileSync(file, bytes, { mode: 0o600 })
    isRefused(await scene.run(['approvals', 'get']), said)
    const exec = await scene.run(['exec', '--host', 'gateway', '--', 'ls'])
    isRefused(exec, said)
  })

  test('what trusts a workspace', async () => {
    const scene = openScene()
    mkdirSync(join(scene.workspace, '.poundlock'))
    writeFileSync(join(scene.workspace, '.poundlock/poundlock.json'), '{}')
    expect((await scene.run(['policy', 'trust'])).code).toBe(0)
    const file = join(scene.state, 'trusted-workspaces.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('"version"', '"workspaces": {}, "version"'))
    isRefused(await scene.run(['check', '--', 'ls']), 'trusted-workspaces.json')
  })

  test('servers of a repository', async () => {
    const scene = openScene()
    const file = join(scene.workspace, '.mcp.json')
    writeFileSync(file, '{"mcpServers":{"a":{"command":"ls"},"a":{"command":"rm"}}}')
    isRefused(await scene.run(['mcp', 'trust', '--project']), 'a second time')
    writeFileSync(file, latin1('{"mcpServers":{"a":{"command":"ls","args":["\xff"]}}}'))
    isRefused(await scene.run(['mcp', 'trust', '--project']), 'UTF-8')
  })

  test('settings of an agent, which get no hook then', async () => {
    for (const text of [
      '{"hooks":{"PreToolUse":[]},"hooks":{"Stop":[]}}',
      '{"hooks":{"PreToolUse":[]},"h\\u006foks":{}}',
      '{"hooks":{"PreToolUse":[],"PreToolUse":[]}}',
    ]) {
      const scene = openScene()
      const settings = join(scene.root, 'settings.json')
      writeFileSync(settings, text)
      isRefused(await scene.run(['hook', 'claude-code', '--install', '--settings', settings]), 'twice')
      expect(readFileSync(settings, 'utf8')).toBe(text)
    }
  })
})

describe('a message to mcp serve that says two things is refused, and what comes after it is answered', () => {
  const messages = [
    [
      'a tool',
      '"method":"tools/call","params":{"name":"read_file","name":"exec","arguments":{"command":"touch made"}}',
    ],
    [
      'an input',
      String.raw`"method":"tools/call","params":{"name":"exec","arguments":{"command":"ls","\u0063ommand":"touch made"}}`,
    ],
    ['a method', '"method":"ping","method":"tools/list"'],
  ] as const

  test('over standard input', async () => {
    const scene = openScene()
    const client = startServe(scene)
    await client.introduce()
    for (const [index, [, text]] of messages.entries()) {
      client.write(`{"jsonrpc":"2.0","id":"m${index}",${text}}\n`)
      const answer = await client.answerTo(`m${index}`)
      expect(answer.error).toMatchObject({ code: -32_600, message: expect.stringContaining('stands twice') })
    }
    expect(await client.ask('ping')).toMatchObject({ result: {} })
  })

  test('over HTTP', async () => {
    const { url, token, post } = await serveOverHttp(openScene())
    const clientInfo = { name: 'test', version: '1' }
    await post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
    for (const [, text] of messages) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
        },
        body: `{"jsonrpc":"2.0","id":2,${text}}`,
      })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('stands twice')
    }
  })
})
