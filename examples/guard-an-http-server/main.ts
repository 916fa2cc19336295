/** An HTTP server that decides about tool calls: anyone who runs tools elsewhere asks it first. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
// #region server
import { createPolicy, toolRequest } from '@poundlock/policy'

const policy = createPolicy(
  {
    mode: 'workspace-write',
    tools: {
      profile: 'coding',
      deny: ['WebSearch'],
      fs: { write: { deny: ['migrations/**'] } },
      web: { allowDomains: ['example.com'] },
    },
  },
  { home: '/home/me' },
)

const server = createServer(async (request, response) => {
  let status = 400
  let answer: object = { decision: 'deny', reasons: ['the body is no call'] }
  try {
    const { tool, input } = JSON.parse(await text(request)) as { tool: string; input: unknown }
    const context = { cwd: '/w', workspace: '/w', home: '/home/me' }
    const { decision, reasons } = policy.decide(toolRequest({ tool, input, context }))
    status = decision === 'allow' ? 200 : 403
    answer = { decision, reasons: reasons.map(({ message }) => message) }
  } catch {
    // What cannot be read is denied, as it stands above.
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
// #endregion

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const ask = async (body: unknown) => {
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(body) })
  const answer = (await response.json()) as { decision: string; reasons: string[] }
  console.log(`${response.status} ${answer.decision.padEnd(5)} ${JSON.stringify(body)}: ${answer.reasons.join('; ')}`)
  return `${response.status} ${answer.decision}`
}

assert.equal(await ask({ tool: 'write_file', input: { path: 'src/a.ts' } }), '200 allow')
assert.equal(await ask({ tool: 'write_file', input: { path: 'src/../migrations/1.sql' } }), '403 deny')
assert.equal(await ask({ tool: 'write_file', input: { path: '/etc/hosts' } }), '403 ask')
assert.equal(await ask({ tool: 'Web-Search', input: { query: 'x' } }), '403 deny')
assert.equal(await ask({ tool: 'WebFetch', input: { url: 'https://example.com.evil.example/' } }), '403 ask')
assert.equal(await ask({ tool: 'unheard_of', input: {} }), '403 deny')
assert.equal(await ask('nothing'), '403 deny')
server.close()
