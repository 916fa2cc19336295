// An MCP server over standard input and output with one tool, `echo`, for recording how agents name the tools of servers.
import { createInterface } from 'node:readline'

const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'probe', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'echo',
        description: 'Says what it is told.',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    ],
  }),
  'tools/call': ({ arguments: { text } }) => ({ content: [{ type: 'text', text }] }),
  ping: () => ({}),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const result = RESULTS[method]
  const answer =
    result === undefined ? { error: { code: -32601, message: `no method ${method}` } } : { result: result(params) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
}
