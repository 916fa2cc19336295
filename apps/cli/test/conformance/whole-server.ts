/**
 * A server with everything that the official suite asks of one, made with the current line of the SDK: it speaks with the
 * handshake and without it, over standard input and output. What stands in front of it is what is tested.
 */
import { randomBytes } from 'node:crypto'
import { createRequestStateCodec, ProtocolError, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { formOf, ENUM_FIELDS, FIELDS_WITH_DEFAULTS } from './forms.ts'

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: IMAGE, mimeType: 'image/png' }
const said = (...content: readonly object[]) => ({ content })
const resource = (uri: string, value: string, mimeType = 'text/plain') => ({
  type: 'resource',
  resource: { uri, mimeType, text: value },
})

const ask = (message: string, properties: object, required = Object.keys(properties)) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: formOf(properties, required) },
})
const sample = (prompt: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 },
})
const ROOTS = { method: 'roots/list', params: {} }

const states = createRequestStateCodec<Record<string, any>>({ key: randomBytes(32) })

/** Asks for something, and is called again with the answers. */
async function needs(inputRequests: object, state?: object): Promise<object> {
  const requestState = state && (await states.mint(state))
  return { resultType: 'input_required', inputRequests, ...(requestState !== undefined && { requestState }) }
}

interface Call {
  readonly input: Record<string, any>
  readonly context: any
  /** What came back to what was asked. */
  readonly answers: Record<string, any>
  readonly state: Record<string, any> | undefined
  /** What the client can, of a request that says so itself. */
  readonly can: Record<string, unknown>
}

const NAME = { name: { type: 'string' } }
const CONTACT = { username: { type: 'string' }, email: { type: 'string' } }
const AGREE = { ok: { type: 'boolean' } }
const accepted = (answer: any, field: string) => (answer?.action === 'accept' ? answer.content?.[field] : undefined)

const later = () => new Promise((resolve) => setTimeout(resolve, 50))

const TOOLS: Readonly<Record<string, (call: Call) => object | Promise<object>>> = {
  test_simple_text: () => said(text('This is a simple text response for testing.')),
  test_image_content: () => said(image),
  test_audio_content: () => said({ type: 'audio', data: SOUND, mimeType: 'audio/wav' }),
  test_embedded_resource: () => said(resource('test://embedded-resource', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    said(
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ),
  test_error_handling: () => ({ ...said(text('This tool intentionally returns an error for testing')), isError: true }),
  async test_tool_with_logging({ context }) {
    for (const step of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data: step } })
      await later()
    }
    return said(text('logged'))
  },
  async test_tool_with_progress({ context }) {
    const progressToken = context.mcpReq['_meta']?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) break
      const params = { progressToken, progress, total: 100, message: `Completed step ${progress} of 100` }
      await context.mcpReq.notify({ method: 'notifications/progress', params })
      await later()
    }
    return said(text(String(progressToken)))
  },
  async test_sampling({ input, context }) {
    const { content } = await context.mcpReq.requestSampling(sample(input['prompt']).params)
    return said(text(`LLM response: ${content.text}`))
  },
  async test_elicitation({ input, context }) {
    const given = await context.mcpReq.elicitInput(ask(input['message'], CONTACT).params)
    return said(text(`User response: action=${given.action}, content=${JSON.stringify(given.content ?? {})}`))
  },
  async test_elicitation_sep1034_defaults({ context }) {
    const given = await context.mcpReq.elicitInput(ask('Please review the fields', FIELDS_WITH_DEFAULTS, []).params)
    return said(text(`Elicitation completed: action=${given.action}, content=${JSON.stringify(given.content ?? {})}`))
  },
  async test_elicitation_sep1330_enums({ context }) {
    const given = await context.mcpReq.elicitInput(ask('Please select options', ENUM_FIELDS, []).params)
    return said(text(`Elicitation completed: action=${given.action}, content=${JSON.stringify(given.content ?? {})}`))
  },
  test_missing_capability({ can }) {
    if (can['sampling'] !== undefined) return said(text('done'))
    const data = { requiredCapabilities: { sampling: {} } }
    throw new ProtocolError(-32_021, 'Missing required client capability', data)
  },
  test_streaming_elicitation: () => said(text('Streaming complete')),
  test_logging_tool: () => said(text('Logging evaluated')),
  async test_input_required_result_elicitation({ answers }) {
    const name = accepted(answers['user_name'], 'name')
    return name === undefined ? needs({ user_name: ask('What is your name?', NAME) }) : said(text(`Hello, ${name}!`))
  },
  async test_input_required_result_sampling({ answers }) {
    const given = answers['sample_request']?.content?.text
    return given === undefined
      ? needs({ sample_request: sample('What is the capital of France?') })
      : said(text(`Sampling result: ${given}`))
  },
  async test_input_required_result_list_roots({ answers }) {
    const roots = answers['roots_request']?.roots
    return roots === undefined ? needs({ roots_request: ROOTS }) : said(text(`Found ${roots.length} root(s)`))
  },
  async test_input_required_result_request_state({ answers, state }) {
    if (state?.['kind'] === 'state' && accepted(answers['confirm'], 'ok') === true) return said(text('state-ok'))
    return needs({ confirm: ask('Please confirm', AGREE) }, { kind: 'state' })
  },
  async test_input_required_result_multiple_inputs({ answers, state }) {
    const name = accepted(answers['user_name'], 'name')
    const greeting = answers['greeting']?.content?.text
    const roots = answers['client_roots']?.roots
    if (state?.['kind'] === 'several' && name !== undefined && greeting !== undefined && roots !== undefined) {
      return said(text(`Name: ${name}; Greeting: ${greeting}; Roots: ${roots.length}`))
    }
    const asked = { user_name: ask('What is your name?', NAME), greeting: sample('Generate a greeting') }
    return needs({ ...asked, client_roots: ROOTS }, { kind: 'several' })
  },
  async test_input_required_result_multi_round({ answers, state }) {
    if (state === undefined) return needs({ step1: ask('Step 1: What is your name?', NAME) }, { round: 1 })
    if (state['round'] === 1) {
      const color = { color: { type: 'string' } }
      const name = accepted(answers['step1'], 'name')
      return needs({ step2: ask('Step 2: What is your favorite color?', color) }, { round: 2, name })
    }
    return said(text(`Multi-round complete for ${state['name']} who likes ${accepted(answers['step2'], 'color')}`))
  },
  async test_input_required_result_tampered_state({ answers, state }) {
    if (state !== undefined && answers['confirm'] !== undefined) return said(text('integrity-ok: state verified'))
    return needs({ confirm: ask('Please confirm', AGREE) }, { kind: 'tampered' })
  },
  async test_input_required_result_capabilities({ answers, can }) {
    if (Object.keys(answers).length > 0) return said(text('capabilities-ok'))
    const asked = {
      ...(can['elicitation'] !== undefined && {
        elicit_input: ask('Elicitation input', { value: { type: 'string' } }),
      }),
      ...(can['sampling'] !== undefined && { sample_input: sample('Sample request') }),
    }
    return Object.keys(asked).length === 0 ? said(text('nothing to ask')) : needs(asked, { kind: 'capabilities' })
  },
}

/** What changes a list, as far as clients are told. */
const TRIGGERS: Readonly<Record<string, (server: any) => Promise<void>>> = {
  test_trigger_tool_change: (server) => server.sendToolListChanged(),
  test_trigger_prompt_change: (server) => server.sendPromptListChanged(),
}

const PARAMETERS: Readonly<Record<string, object>> = {
  test_sampling: { prompt: { type: 'string' } },
  test_elicitation: { message: { type: 'string' } },
}

const TEXT = 'test://static-text'
const BINARY = 'test://static-binary'
const WATCHED = 'test://watched-resource'
const CONTENTS: Readonly<Record<string, object>> = {
  [TEXT]: { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  [BINARY]: { mimeType: 'image/png', blob: IMAGE },
  [WATCHED]: { mimeType: 'text/plain', text: 'Watched resource content' },
}

const user = (content: object) => ({ role: 'user', content })
const PROMPTS: Readonly<
  Record<
    string,
    { arguments?: readonly string[]; get: (given: Record<string, string>, call: Call) => object | Promise<object> }
  >
> = {
  test_simple_prompt: { get: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri }) => ({
      messages: [
        user(resource(resourceUri!, 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  test_prompt_with_image: { get: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }) },
  test_input_required_result_prompt: {
    async get(_given, { answers }) {
      const context = accepted(answers['user_context'], 'context')
      if (context !== undefined) return { messages: [user(text(`Prompt with context: ${context}`))] }
      return needs({ user_context: ask('What context should the prompt use?', { context: { type: 'string' } }) })
    },
  },
}

function callOf(input: Record<string, any>, context: any): Call {
  const { inputResponses, requestState, envelope } = context.mcpReq
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities']
  return { input, context, answers: inputResponses ?? {}, state: requestState(), can: capabilities ?? {} }
}

function makeServer(): Server {
  const server = new Server(
    { name: 'whole', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, context) => states.verify(state, context) },
    },
  )
  const handle = server.setRequestHandler.bind(server) as (
    method: string,
    handler: (...given: any[]) => unknown,
  ) => void
  handle('tools/list', () => ({
    tools: [...Object.keys(TOOLS), ...Object.keys(TRIGGERS)].map((name) => {
      const properties = PARAMETERS[name] ?? {}
      return { name, description: name, inputSchema: { type: 'object', properties, required: Object.keys(properties) } }
    }),
  }))
  handle('tools/call', async ({ params: { name, arguments: input = {} } }, context) => {
    const trigger = TRIGGERS[name]
    if (trigger) {
      await trigger(server)
      return said(text('changed'))
    }
    const tool = TOOLS[name]
    if (!tool) throw new ProtocolError(-32_602, `Unknown tool: ${name}`)
    return tool(callOf(input, context))
  })
  handle('resources/list', () => ({
    resources: [TEXT, BINARY, WATCHED].map((uri) => ({
      uri,
      name: uri.slice('test://'.length),
      mimeType: (CONTENTS[uri] as any).mimeType,
    })),
  }))
  handle('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }))
  handle('resources/read', ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
    if (id !== undefined) {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return { contents: [{ uri, mimeType: 'application/json', text: data }] }
    }
    if (!CONTENTS[uri]) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, ...CONTENTS[uri] }] }
  })
  handle('resources/subscribe', () => ({}))
  handle('resources/unsubscribe', () => ({}))
  handle('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { arguments: names = [] }]) => ({
      name,
      description: name,
      arguments: names.map((one) => ({ name: one, required: true })),
    })),
  }))
  handle('prompts/get', ({ params: { name, arguments: given = {} } }, context) => {
    const prompt = PROMPTS[name]
    if (!prompt) throw new ProtocolError(-32_602, `Unknown prompt: ${name}`)
    return prompt.get(given, callOf(given, context))
  })
  handle('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }))
  return server
}

serveStdio(makeServer)
