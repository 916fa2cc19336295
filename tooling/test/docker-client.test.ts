import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { workspaceRoot } from '../workspace/list-packages.ts'

const dist = join(workspaceRoot, 'packages/sandbox-docker/dist')

interface Built {
  manageContainers(options: object): Promise<{ list(): Promise<readonly object[]> }>
}

// Reads dist, because that is what is published: the root command builds before it tests.
test('the engine client in the files of sandbox-docker works without SSH and BuildKit', async () => {
  const folder = temporaryFolder()
  const requests: string[] = []
  const engine = createServer(({ url = '' }, response) => {
    requests.push(url.replace(/\?.*$/, ''))
    response.setHeader('content-type', 'application/json')
    response.end(url.startsWith('/containers') ? '[]' : '{"ServerVersion":"1","OSType":"linux","InitBinary":"init"}')
  })
  const socket = join(folder, 'engine.sock')
  engine.listen(socket)
  await once(engine, 'listening')
  try {
    const built = (await import(join(dist, 'index.js'))) as Built
    const manager = await built.manageContainers({ stateDirectory: folder, engine: `unix://${socket}` })
    expect(await manager.list()).toEqual([])
  } finally {
    engine.closeAllConnections()
    engine.close()
  }
  expect(new Set(requests)).toEqual(new Set(['/info', '/containers/json']))
  const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  expect(notices).toMatch(/^dockerode 5\.\d.* \(Apache-2\.0\)$/m)
  expect(notices).not.toMatch(/^(?:ssh2|protobufjs|@grpc)/m)
})
