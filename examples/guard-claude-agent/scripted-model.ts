import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

const USAGE = { input_tokens: 1, output_tokens: 1 }
const MESSAGE = {
  id: 'msg',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
  usage: USAGE,
}

/** In the place of a real model: the Messages API of Anthropic, which makes these calls of `exec` after each other. */
export async function startScriptedModel(commands: readonly string[]) {
  /** What the agent sent last. */
  const read = { messages: '' }
  let next = 0
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { tools, messages } = body as { readonly tools?: readonly object[]; readonly messages: readonly object[] }
      const command = tools?.length ? commands[next] : undefined
      if (tools?.length) read.messages = JSON.stringify(messages)
      const [block, delta] =
        command === undefined
          ? [
              { type: 'text', text: '' },
              { type: 'text_delta', text: 'done' },
            ]
          : [
              { type: 'tool_use', id: `toolu_${next++}`, name: 'mcp__poundlock__exec', input: {} },
              { type: 'input_json_delta', partial_json: JSON.stringify({ command }) },
            ]
      const events = [
        { type: 'message_start', message: MESSAGE },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: command === undefined ? 'end_turn' : 'tool_use' },
          usage: USAGE,
        },
        { type: 'message_stop' },
      ]
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, read, close: () => (server.closeAllConnections(), server.close()) }
}
