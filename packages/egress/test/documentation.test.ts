import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createEgressProxy } from '../src/index.ts'
import { dial, readToEnd } from './proxy-ground.ts'

test('the proxy refuses what no rule names, as the documentation says', async () => {
  const proxy = createEgressProxy({ rules: ['api.example.org:443'] })
  const server = createServer()
  proxy.serve(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { readonly port: number }
  const client = await dial(address.port)
  client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
  await readToEnd(client)
  const refused = proxy.denials().map(({ target }) => target)
  proxy.close()
  expect(refused).toEqual(['example.com:443'])
})
