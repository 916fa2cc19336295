import { expect, test } from 'vitest'
import type { AcpCall } from '../../src/acp/acp-call.ts'
import type { AcpGate } from '../../src/acp/acp-gate.ts'
import { AcpProxy } from '../../src/acp/acp-proxy.ts'
import { readLines } from '../../src/acp/message-lines.ts'

type Message = Record<string, any>

/** Decides by words in the call: `deny`, `ask`; nothing else is in doubt. Unknown calls ask. */
function open() {
  const [editor, agent, records]: [Message[], Message[], (string | undefined)[]] = [[], [], []]
  const decided: AcpCall[] = []
  const gate: AcpGate = (calls) => {
    decided.push(...calls)
    const text = JSON.stringify(calls)
    const decision = text.includes('deny') ? 'deny' : /ask|unknown/.test(text) ? 'ask' : 'allow'
    return { decision, notices: [`it is ${decision}`], record: async (answer) => void records.push(answer) }
  }
  const proxy = new AcpProxy({
    toEditor: (message) => editor.push(message),
    toAgent: (message) => agent.push(message),
    gate,
    cwd: '/w',
  })
  const send = async (from: 'fromEditor' | 'fromAgent', ...messages: object[]) => {
    const text = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
    await readLines(chunks(text), {
      receive: (read) => proxy[from](read),
      refuse: () => expect.unreachable(),
      ready: () => Promise.resolve(),
    })
    await new Promise((settled) => setImmediate(settled))
  }
  const fromAgent = (...messages: object[]) => send('fromAgent', ...messages)
  const fromEditor = (...messages: object[]) => send('fromEditor', ...messages)
  return { editor, agent, records, decided, proxy, fromAgent, fromEditor }
}

async function* chunks(text: string) {
  yield Buffer.from(text)
}

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

const permission = (command: string, id: number | string = 7) => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 's',
    toolCall: { toolCallId: 't', kind: 'execute', title: command, rawInput: { command } },
    options: OPTIONS,
    later: { field: 1 },
  },
})

const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } })

test('what is allowed or denied is answered for one time, and the editor sees nothing of it', async () => {
  const { editor, agent, fromAgent } = open()
  await fromAgent(permission('ls'), permission('deny', 'x'))
  expect(editor).toEqual([])
  expect(agent).toMatchObject([
    { id: 7, result: selected('once') },
    { id: 'x', result: { ...selected('no'), _meta: { poundlock: { decision: 'deny' } } } },
  ])
})

test('an allowed request whose only yes is an "always" goes to the editor, which cannot give it', async () => {
  const { editor, agent, fromAgent, fromEditor } = open()
  const request = permission('ls')
  request.params.options = [OPTIONS[0]!, OPTIONS[2]!]
  await fromAgent(request)
  expect(editor[0]!.params.options).toEqual([OPTIONS[2]])
  await fromEditor({ id: editor[0]!.id, result: selected('always') })
  expect(agent).toEqual([{ jsonrpc: '2.0', id: 7, result: { outcome: { outcome: 'cancelled' } } }])
})

test('an option whose kind is not known is not shown, and cannot be taken', async () => {
  const { editor, agent, records, fromAgent, fromEditor } = open()
  const request = permission('ask')
  request.params.options = [
    { optionId: 'session', name: 'Allow', kind: 'allow_session' },
    { optionId: 'bare', name: 'Allow' } as (typeof OPTIONS)[number],
    OPTIONS[2]!,
  ]
  await fromAgent(request)
  expect(editor[0]!.params.options).toEqual([OPTIONS[2]])
  await fromEditor({ id: editor[0]!.id, result: selected('session') })
  expect(agent).toEqual([{ jsonrpc: '2.0', id: 7, result: { outcome: { outcome: 'cancelled' } } }])
  expect(records).toEqual(['unknown'])
})

test('what needs a person is shown by the editor with reasons, and its answer comes back as it was given', async () => {
  const { editor, agent, records, fromAgent, fromEditor } = open()
  await fromAgent(permission('ask'))
  expect(agent).toEqual([])
  const [{ id, params }] = editor as [Message]
  expect(params).toMatchObject({ later: { field: 1 }, options: [OPTIONS[1], OPTIONS[2]] })
  expect(params.toolCall.content).toEqual([{ type: 'content', content: { type: 'text', text: 'it is ask' } }])
  const result = { ...selected('once'), extra: [1] }
  await fromEditor({ id, result })
  expect(agent).toEqual([{ jsonrpc: '2.0', id: 7, result }])
  expect(records).toEqual(['allow-once'])
})

test('an agent cannot answer its own question by requests with the same id', async () => {
  const { editor, agent, fromAgent, fromEditor } = open()
  await fromAgent(permission('ask one'), permission('ask two'), { id: 7, method: '_other', params: {} })
  expect(new Set(editor.map(({ id }) => id)).size).toBe(3)
  await fromEditor({ id: 7, result: selected('once') })
  expect(agent).toEqual([{ jsonrpc: '2.0', id: 7, result: selected('once') }])
  expect(editor.slice(0, 2).every(({ id }) => id !== 7)).toBe(true)
})

test('a cancel cancels what waits, and a later answer allows nothing', async () => {
  const { editor, agent, fromAgent, fromEditor } = open()
  const write = { id: 8, method: 'fs/write_text_file', params: { sessionId: 's', path: '/w/ask', content: 'x' } }
  await fromAgent(permission('ask'), write)
  await fromEditor({ method: 'session/cancel', params: { sessionId: 's' } })
  expect(agent).toContainEqual({ jsonrpc: '2.0', id: 7, result: { outcome: { outcome: 'cancelled' } } })
  expect(agent).toContainEqual({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } })
  expect(agent.find(({ id }) => id === 8)).toHaveProperty('error.code', -32_010)
  const before = editor.length
  await fromEditor({ id: editor[1]!.id, result: selected('allow') })
  expect(editor.length).toBe(before)
})

test('files and terminals of the editor are decided; what is unknown there is asked', async () => {
  const { editor, agent, decided, fromAgent, fromEditor } = open()
  const read = { id: 1, method: 'fs/read_text_file', params: { sessionId: 's', path: '/w/a', line: 3 } }
  const refused = { id: 2, method: 'fs/write_text_file', params: { sessionId: 's', path: '/w/deny', content: 'x' } }
  const terminal = {
    id: 3,
    method: 'terminal/create',
    params: { sessionId: 's', command: 'ls; x', args: ['-l'], env: [{ name: 'A', value: 'b c' }], cwd: '/w/ask' },
  }
  await fromAgent(read, refused, terminal, { id: 4, method: 'fs/remove', params: { sessionId: 's', path: '/w/a' } })
  expect(editor).toContainEqual({ jsonrpc: '2.0', ...read })
  expect(agent).toMatchObject([{ id: 2, error: { message: 'it is deny' } }])
  expect(decided.filter(({ tool }) => tool === 'execute').map(({ input }) => input['command'])).toEqual([
    "A='b c' 'ls; x' -l",
    "A='b c' ls; x -l",
  ])
  const questions = editor.filter(({ method }) => method === 'session/request_permission')
  expect(questions.map(({ params }) => params.toolCall.kind)).toEqual(['execute', 'other'])
  await fromEditor({ id: questions[0]!.id, result: selected('allow') })
  expect(editor.at(-1)).toEqual({ jsonrpc: '2.0', ...terminal })
  await fromEditor({ id: questions[1]!.id, result: selected('reject') })
  expect(agent.at(-1)).toHaveProperty('error.message', 'it is ask')
})

test('what the editor would do needs an id and named values', async () => {
  const { editor, fromAgent } = open()
  await fromAgent(
    { method: 'fs/write_text_file', params: { sessionId: 's', path: '/w/a', content: 'x' } },
    { method: 'terminal/create', params: { sessionId: 's', command: 'ls' } },
    { id: 1, method: 'fs/write_text_file', params: ['s', '/w/a', 'x'] },
    { id: 2, method: 'terminal/create' },
  )
  expect(editor.map(({ method }) => method)).toEqual(['session/request_permission', 'session/request_permission'])
})

test('our request about a write shows the difference', async () => {
  const { editor, fromAgent } = open()
  await fromAgent({ id: 1, method: 'fs/write_text_file', params: { sessionId: 's', path: '/w/ask', content: 'new' } })
  expect(editor[0]!.params.toolCall.content[0]).toEqual({
    type: 'diff',
    path: '/w/ask',
    oldText: null,
    newText: 'new',
  })
})

test('a request that names a tool call is decided by what its updates said', async () => {
  const { agent, fromAgent } = open()
  const update = { sessionUpdate: 'tool_call', toolCallId: 't', kind: 'execute', rawInput: { command: 'deny' } }
  await fromAgent({ method: 'session/update', params: { sessionId: 's', update } })
  const request = { ...permission('x'), params: { ...permission('x').params, toolCall: { toolCallId: 't' } } }
  await fromAgent(request)
  expect(agent).toMatchObject([{ result: selected('no') }])
})

test('the request of version 2 names a subject', async () => {
  const { editor, agent, fromAgent } = open()
  const request = (subject: object) => ({
    id: 1,
    method: 'session/request_permission',
    params: { sessionId: 's', title: 'x', subject, options: OPTIONS },
  })
  await fromAgent(request({ type: 'command', command: 'deny' }))
  await fromAgent(request({ type: 'tool_call', toolCall: { toolCallId: 'u', kind: 'read', rawInput: { path: '/a' } } }))
  expect(agent).toMatchObject([{ result: selected('no') }, { result: selected('once') }])
  await fromAgent(request({ type: 'later', what: 1 }))
  expect(editor[0]!.params).toMatchObject({ description: 'it is ask', subject: { type: 'later', what: 1 } })
})

test.each(['other', 'think', 'switch_mode', 'later', undefined])(
  'a tool call of the kind %s is asked about',
  async (kind) => {
    const { editor, fromAgent } = open()
    const { params } = permission('ls')
    await fromAgent({ ...permission('ls'), params: { ...params, toolCall: { ...params.toolCall, kind } } })
    expect(editor).toHaveLength(1)
  },
)

test('every other message passes with all its fields', async () => {
  const { editor, agent, fromAgent, fromEditor } = open()
  const messages = [
    { id: 1, method: 'session/new', params: { cwd: '/w', mcpServers: [], unknown: { deep: [null] } }, more: 1 },
    { method: '_vendor/note', params: { a: 1 } },
    { id: 'r', result: { b: 2 }, more: 2 },
  ]
  await fromEditor(...messages)
  await fromAgent(...messages)
  const all = messages.map((message) => ({ jsonrpc: '2.0', ...message }))
  expect(agent).toEqual(all)
  expect(editor).toEqual(all)
})

test('a line that two readers could understand differently is refused', async () => {
  const [received, refused]: object[][] = [[], []]
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"session/update","method":"session/request_permission","params":{}}',
    '[{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{}}]',
    'a line of a log',
  ]
  await readLines(chunks(lines.map((line) => `${line}\n`).join('')), {
    receive: (read) => void received!.push(read),
    refuse: (message) => void refused!.push(message),
    ready: () => Promise.resolve(),
  })
  expect(received).toEqual([])
  expect(refused).toHaveLength(2)
})
