// A server with one tool, which puts its input to the person as a form: what a client shows of it can be counted.
import { createInterface } from 'node:readline'

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const decision = { type: 'string', title: 'Decision', enum: ['deny', 'allow once'], default: 'deny' }
let revision
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  switch (method) {
    case 'initialize': {
      revision = params.protocolVersion
      const serverInfo = { name: 'measure', version: '1' }
      send({ id, result: { protocolVersion: revision, capabilities: { tools: {} }, serverInfo } })
      break
    }
    case 'tools/list':
      send({ id, result: { tools: [{ name: 'ask', description: 'asks', inputSchema: { type: 'object' } }] } })
      break
    case 'tools/call':
      send({
        id: `question-${id}`,
        method: 'elicitation/create',
        params: {
          ...(revision >= '2025-11-25' && { mode: 'form' }),
          message: params.arguments.message,
          requestedSchema: { type: 'object', properties: { decision }, required: ['decision'] },
        },
      })
      break
    default:
      if (id !== undefined && method !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } })
  }
})
