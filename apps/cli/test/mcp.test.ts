import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const HOSTILE = fileURLToPath(new URL('../../../packages/mcp/test/fixtures/hostile-server.ts', import.meta.url))

const server = (mode: string, more: object = {}) => ({ command: process.execPath, args: [HOSTILE, mode], ...more })

function sceneWith(mcpServers: object, more: object = {}): Scene {
  const scene = openScene()
  scene.configure({ mcpServers, ...more })
  return scene
}

test('servers are listed without being started, and their tools are known after the first look', async () => {
  const { run } = sceneWith({ honest: server('honest'), broken: server('dies-at-start') })
  const states = async () => (await run(['mcp', 'list', '--json'])).json().servers.map((one: any) => one.state)
  expect(await states()).toEqual(['configured', 'configured'])
  const refreshed = await run(['mcp', 'tools', '--refresh', '--json'])
  expect(refreshed.code).toBe(1)
  expect(refreshed.json()).toMatchObject({
    tools: [
      {
        publicName: 'mcp__honest__echo',
        server: 'honest',
        name: 'echo',
        withheldBy: null,
        inputSchema: { type: 'object' },
      },
    ],
    problems: [{ server: 'broken', message: expect.stringContaining('TOKEN is missing') }],
    unseen: ['broken'],
  })
  expect(await states()).toEqual(['manifest-known', 'configured'])
})

test('a call is decided and recorded like any other', async () => {
  const { run } = sceneWith(
    { honest: server('honest', { permissions: { echo: 'read-only' } }), asking: server('honest') },
    { tools: { deny: ['mcp__denied__*'] } },
  )
  const called = await run(['mcp', 'call', 'honest', 'echo', '{"a":1}'])
  expect(called).toMatchObject({ code: 0, stdout: '{"a":1}\n' })
  // What says nothing about itself is thought to do everything, and nobody is there to be asked.
  const asked = await run(['mcp', 'call', 'asking', 'echo', '--json'])
  expect(asked.code).toBe(65)
  expect(asked.json()).toMatchObject({ status: 'unapproved', tool: 'mcp__asking__echo' })
  const records = (await run(['audit', 'tail', '--json'])).lines().map(({ type, data }: any) => [type, data.tool])
  expect(records).toContainEqual(['decision', 'mcp__honest__echo'])
  expect(records).toContainEqual(['tool-end', 'mcp__honest__echo'])
})

test('rules reach the commands, files and hosts that an input names, whatever it is called', async () => {
  const scene = sceneWith(
    { one: server('honest', { permissions: { echo: 'read-only' }, sandbox: false }) },
    { tools: { exec: { deny: ['git push'] } } },
  )
  const { run } = scene
  const call = async (input: object) => (await run(['mcp', 'call', 'one', 'echo', JSON.stringify(input)])).code
  expect(await call({ command: 'git status', document: 'a.txt' })).toBe(0)
  expect(await call({ command: 'git', args: ['push'] })).toBe(64)
  expect(await call({ document: '/etc/shadow' })).toBe(65)
  expect(await call({ endpoint: 'localhost:6379' })).toBe(65)
  expect(await call({ url: 'https://example.com/' })).toBe(65)
  scene.configure({
    mcpServers: {
      one: server('honest', {
        permissions: { echo: 'read-only' },
        inputs: { echo: { line: 'command' } },
        sandbox: false,
      }),
    },
    tools: { exec: { deny: ['git push'] }, web: { allowDomains: ['example.com'] } },
  })
  expect(await call({ url: 'https://example.com/' })).toBe(0)
  expect(await call({ line: 'git push' })).toBe(64)
})

test('what a list denies is denied by the name that the server has', async () => {
  const { run } = sceneWith(
    { 'my.server': server('honest') },
    { mode: 'allow', tools: { deny: ['mcp__my.server__*'] } },
  )
  const denied = await run(['mcp', 'call', 'my.server', 'echo', '--json'])
  expect(denied.code).toBe(64)
  expect(denied.json().decision.reasons[0]).toMatchObject({ code: 'TOOL_DENIED', rule: 'mcp__my.server__*' })
})

test('a server of a repository that is not trusted does nothing, and is named', async () => {
  const scene = sceneWith({})
  mkdirSync(`${scene.workspace}/.poundlock`)
  writeFileSync(
    `${scene.workspace}/.poundlock/poundlock.json`,
    JSON.stringify({ mcpServers: { planted: server('honest') } }),
  )
  writeFileSync(`${scene.workspace}/.mcp.json`, JSON.stringify({ mcpServers: { other: server('honest') } }))
  const { servers, ignored } = (await scene.run(['mcp', 'list', '--json'])).json()
  expect(servers).toEqual([])
  expect(ignored).toMatchObject([
    { name: 'planted', reason: 'untrusted' },
    { name: 'other', reason: 'untrusted' },
  ])
  expect((await scene.run(['mcp', 'call', 'planted', 'echo'])).code).toBe(2)
})

test('a server that is switched off is listed as such, with how it is switched on, and used by nobody', async () => {
  const scene = sceneWith({ off: server('honest', { enabled: false }), on: server('honest') })
  writeFileSync(
    join(scene.workspace, '.mcp.json'),
    JSON.stringify({ mcpServers: { off: server('honest'), theirs: server('honest', { disabled: true }) } }),
  )
  await scene.run(['mcp', 'trust', '--project'])
  const { servers, ignored } = (await scene.run(['mcp', 'list', '--json'])).json()
  expect(servers.map(({ name, state }: any) => [name, state])).toEqual([
    ['on', 'configured'],
    ['off', 'disabled'],
    ['theirs', 'disabled'],
  ])
  expect(servers[1]).toMatchObject({ transport: 'stdio', target: expect.stringContaining(HOSTILE) })
  expect(servers[1].remedy).toMatch(/poundlock\.json:\d+:\d+: take out its "enabled": false/)
  expect(servers[2].remedy).toMatch(/\.mcp\.json:\d+:\d+: take out its "disabled": true/)
  expect(ignored).toMatchObject([{ name: 'off', reason: 'taken' }])
  expect((await scene.run(['mcp', 'list'])).stdout).toMatch(/^off +disabled .*\n +It is switched off at /m)
  for (const args of [
    ['tools', 'off'],
    ['call', 'off', 'echo'],
    ['serve', '--pass-through', 'off'],
  ]) {
    const { code, stderr } = await scene.run(['mcp', ...args])
    expect(stderr).toMatch(/the server "off" is disabled\nIt is switched off at /)
    expect(code).toBe(2)
  }
})

test('mistakes are told', async () => {
  const { run } = sceneWith({ honest: server('honest') })
  expect((await run(['mcp', 'call', 'honest', 'nothing'])).stderr).toMatch(/has no tool "nothing"/)
  expect((await run(['mcp', 'call', 'nobody', 'echo'])).stderr).toMatch(/there is no server "nobody"/)
  expect((await run(['mcp', 'call', 'honest', 'echo', '{'])).stderr).toMatch(/is not JSON/)
  const { stderr, code } = await sceneWith({ both: { command: 'a', url: 'https://b' } }).run(['mcp', 'list'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/mcpServers\.both: it has both a command and a url/)
})
