import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'
import { serveOverHttp } from './serve-over-http.ts'

const HOSTILE = fileURLToPath(new URL('../../../packages/mcp/test/fixtures/hostile-server.ts', import.meta.url))

test('anyone who has the token gets the guarded tools over HTTP, and everything ends with the server', async () => {
  const scene = openScene()
  const { child, exited, file, token, post, said, url } = await serveOverHttp(scene)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(said()).not.toContain(token)
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
  expect((await post({ id: 1, method: 'initialize', params }, { authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await post({ id: 1, method: 'initialize', params })).message.result.serverInfo.name).toBe('poundlock')
  const call = { name: 'exec', arguments: { command: 'echo hi' } }
  expect((await post({ id: 2, method: 'tools/call', params: call })).message.result).toMatchObject({
    content: [{ text: 'hi' }],
  })
  expect((await post({ id: 3, method: 'ping' }, { origin: 'https://evil.example' })).status).toBe(403)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)

  // The token stays, so that what clients were told stays true.
  expect((await serveOverHttp(scene)).token).toBe(token)
})

test('what cannot be served is told, and no server that was started for it keeps the command', async () => {
  const scene = openScene()
  scene.configure({ mcpServers: { unseen: { command: process.execPath, args: [HOSTILE, 'honest'] } } })
  const refused = async (...args: readonly string[]) => {
    const { code, stderr } = await scene.run(['mcp', 'serve', ...args])
    expect(code).toBe(2)
    return stderr
  }
  expect(await refused('--port', '1')).toMatch(/Add --http/)
  expect(await refused('--http', '--port', '70000')).toMatch(/is not a port/)
  expect(await refused('--http', '--host', '192.0.2.1')).toMatch(/Choose another --host/)
  const file = join(scene.root, 'token')
  expect(await refused('--http', '--token-file', file)).toMatch(/missing or empty/)
  writeFileSync(file, 'short\n', { mode: 0o600 })
  expect(await refused('--http', '--token-file', file)).toMatch(/holds no token/)
  // Anyone who could read it could call.
  writeFileSync(file, 'x'.repeat(32))
  chmodSync(file, 0o644)
  expect((await scene.run(['mcp', 'serve', '--http', '--token-file', file])).code).not.toBe(0)
})
