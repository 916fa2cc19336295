import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A tool that the model calls. */
export interface ModelCall {
  readonly tool: string
  readonly input: object
}

/** What an agent told its model: which tools there are, and what became of each call. */
export interface ModelTalk {
  readonly offered: Set<string>
  readonly requests: unknown[]
}

export interface ModelServer {
  readonly url: string
  readonly talk: ModelTalk
  readonly close: () => Promise<void>
}

type Body = Readonly<Record<string, unknown>>
type Event = readonly [name: string | null, data: object]

/** One of the three ways to speak of a model. */
interface Dialect {
  readonly path: RegExp
  readonly tools: (body: Body) => readonly string[]
  readonly call: (call: ModelCall, id: string) => readonly Event[]
  readonly say: (text: string) => readonly Event[]
}

const namesOf = (tools: unknown): string[] =>
  Array.isArray(tools)
    ? tools.flatMap((tool: { name?: string; type?: string; functionDeclarations?: unknown; tools?: unknown }) => [
        ...((tool.name ?? tool.type) ? [String(tool.name ?? tool.type)] : []),
        ...namesOf(tool.functionDeclarations),
        ...namesOf(tool.tools),
      ])
    : []

const USAGE = { input_tokens: 1, output_tokens: 1 }

function messageEvents(block: object, delta: object, stop: string): Event[] {
  const message = {
    id: 'msg_recorded',
    type: 'message',
    role: 'assistant',
    model: 'recorder',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
  }
  return (
    [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: USAGE },
      { type: 'message_stop' },
    ] as const
  ).map((data) => [data.type, data])
}

function responseEvents(item: object): Event[] {
  const response = { id: 'resp_recorded', object: 'response', status: 'completed', model: 'recorder', output: [] }
  const counted = { ...USAGE, total_tokens: 2, input_tokens_details: null, output_tokens_details: null }
  return (
    [
      { type: 'response.created', response: { ...response, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, output: [item], usage: counted } },
    ] as const
  ).map((data) => [data.type, data])
}

const candidate = (part: object): Event[] => [
  [
    null,
    {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'recorder',
    },
  ],
]

const DIALECTS: readonly Dialect[] = [
  // docs.claude.com/en/api/messages-streaming
  {
    path: /^\/v1\/messages$/,
    tools: ({ tools }) => namesOf(tools),
    call: ({ tool, input }, id) =>
      messageEvents(
        { type: 'tool_use', id: `toolu_${id}`, name: tool, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
        'tool_use',
      ),
    say: (text) => messageEvents({ type: 'text', text: '' }, { type: 'text_delta', text }, 'end_turn'),
  },
  // platform.openai.com/docs/api-reference/responses-streaming
  {
    path: /\/responses$/,
    // Where a model writes programs that call tools, these are told among what was said instead.
    tools: ({ tools, input }) => [
      ...namesOf(tools),
      ...(Array.isArray(input) ? input : []).flatMap((item: { tools?: unknown }) => namesOf(item.tools)),
    ],
    call: ({ tool, input }, id) => {
      const { namespace, freeform, ...rest } = input as { namespace?: string; freeform?: string }
      return responseEvents(
        freeform === undefined
          ? {
              type: 'function_call',
              id: `fc_${id}`,
              call_id: `call_${id}`,
              name: tool,
              ...(namespace !== undefined && { namespace }),
              arguments: JSON.stringify(rest),
            }
          : { type: 'custom_tool_call', id: `ctc_${id}`, call_id: `call_${id}`, name: tool, input: freeform },
      )
    },
    say: (text) =>
      responseEvents({
        type: 'message',
        id: 'msg_recorded',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      }),
  },
  // ai.google.dev/api/generate-content
  {
    path: /:(?:streamG|g)enerateContent$/,
    tools: ({ tools }) => namesOf(tools),
    call: ({ tool, input }) => candidate({ functionCall: { name: tool, args: input } }),
    say: (text) => candidate({ text }),
  },
]

/** After thirty turns Gemini CLI asks whether they lead anywhere, and asks again until the answer has this form. */
function wordFor({ generationConfig }: { generationConfig?: { responseMimeType?: string } }): string {
  const isJson = generationConfig?.responseMimeType === 'application/json'
  return isJson ? '{"unproductive_state_analysis":"none","unproductive_state_confidence":0}' : 'done'
}

/** What the model calls next, by what the agent sent; `undefined` when it is done. */
export type NextCall = (body: Readonly<Record<string, unknown>>) => ModelCall | undefined

/**
 * A model that makes the given calls, one after the other, and then says that it is done. It speaks as Anthropic's,
 * OpenAI's and Google's do, so that an agent takes it for its own. What agents ask besides, without offering tools, is
 * answered with a word.
 */
export async function startModelServer(calls: readonly ModelCall[] | NextCall): Promise<ModelServer> {
  const talk: ModelTalk = { offered: new Set(), requests: [] }
  let made = 0
  const next = typeof calls === 'function' ? calls : () => calls[made]
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://model.invalid')
    const dialect = DIALECTS.find(({ path }) => path.test(pathname))
    if (request.method !== 'POST' || dialect === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const body = (await json(request)) as Body
    const offered = dialect.tools(body)
    const isTurn = offered.length > 1
    if (isTurn) talk.requests.push(body)
    if (isTurn) for (const name of offered) talk.offered.add(name)
    const call = isTurn ? next(body) : undefined
    if (call !== undefined) made += 1
    const events = call === undefined ? dialect.say(wordFor(body)) : dialect.call(call, `recorded_${made}`)
    if (pathname.endsWith(':generateContent') && searchParams.get('alt') !== 'sse') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(events[0]![1]))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [name, data] of events) {
      response.write(`${name === null ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
    }
    response.end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    talk,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
