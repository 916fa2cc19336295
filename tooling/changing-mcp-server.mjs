/** An MCP server whose tools are those of a JSON file, read anew for each list. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const file = process.argv[2]
const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'changing', version: '1.0.0' },
  }),
  'tools/call': ({ arguments: given }) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] }),
  'tools/list': () => ({ tools: JSON.parse(readFileSync(file, 'utf8')) }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = ANSWERS[method]
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: 'no such method' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
})
