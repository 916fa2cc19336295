/**
 * A model behind Chat Completions that answers at once.
 *
 *   node src/gateway/scripted-server.ts <turns>
 *
 * It calls `read_file` in each turn on a prompt but the last one, where it says which prompt it was. Tells its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { readInput } from './read-input.ts'

const turns = Number(process.argv[2])

interface Message {
  readonly role: string
  readonly content: unknown
}

const server = createServer(async (request, response) => {
  const { messages } = (await json(request)) as { readonly messages: readonly Message[] }
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const turn = messages.slice(at).filter(({ role }) => role === 'assistant').length + 1
  const chunk = (delta: object, reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
  const call = { name: 'read_file', arguments: JSON.stringify(readInput(turn)) }
  const said =
    turn < turns
      ? { tool_calls: [{ index: 0, id: 'same', type: 'function', function: call }] }
      : { content: `Done with ${String(messages[at]!.content)}.` }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(
    `${chunk({ role: 'assistant', content: '' })}${chunk(said)}${chunk({}, turn < turns ? 'tool_calls' : 'stop')}data: [DONE]\n\n`,
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
