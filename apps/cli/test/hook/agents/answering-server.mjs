// An MCP server that says no to everything Claude Code asks its person (`--permission-prompt-tool`), and writes down
// which calls it was asked about. Its other tool is one that rules do not know.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const file = process.argv[2]
const string = { type: 'string' }
const tool = (name, properties) => ({ name, description: name, inputSchema: { type: 'object', properties } })

const CALLS = {
  approve: (question) => {
    appendFileSync(file, `${JSON.stringify(question)}\n`)
    return JSON.stringify({ behavior: 'deny', message: 'the person says no' })
  },
  echo: ({ text }) => text,
}
const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'probe', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      tool('echo', { text: string }),
      tool('approve', { tool_name: string, input: { type: 'object' }, tool_use_id: string }),
    ],
  }),
  'tools/call': ({ name, arguments: given }) => ({ content: [{ type: 'text', text: CALLS[name](given) }] }),
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
