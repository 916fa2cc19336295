import { expect, test } from 'vitest'
import {
  AgentLoop,
  Conversation,
  ModelError,
  type AgentEvent,
  type AgentLoopOptions,
  type TranscriptEntry,
} from '../../src/index.ts'
import { call, calls, end, says, scriptedModel, text, type Turn } from '../fixtures/scripted-model.ts'
import { toolsOf, type Run } from '../fixtures/tools.ts'

const FAST = { attempts: 2, baseMs: 1, maxMs: 1000 }

async function run(turns: readonly Turn[], runs: Record<string, Run> = {}, options: Partial<AgentLoopOptions> = {}) {
  const model = scriptedModel(turns)
  const tools = toolsOf(runs)
  const entries: TranscriptEntry[] = []
  const write = async (entry: TranscriptEntry) => void entries.push(entry)
  const loop = new AgentLoop({ model, tools, system: 'be brief', retries: FAST, write, ...options })
  const events: AgentEvent[] = []
  const listening = (async () => {
    for await (const event of loop.subscribe()) events.push(event)
  })()
  const prompt = async (words: string, signal?: AbortSignal) => loop.prompt(words, signal ? { signal } : {})
  return {
    model,
    tools,
    entries,
    loop,
    prompt,
    end: async (words = 'go', signal?: AbortSignal) => {
      const ended = await prompt(words, signal)
      loop.close()
      await listening
      return { ...ended, events, types: events.map(({ type }) => type) }
    },
  }
}

const broken = (words: string): Turn =>
  async function* () {
    yield* text(words).slice(0, 1)
  }
const busy = (retryAfterMs?: number): Turn =>
  async function* () {
    yield* []
    throw new ModelError('busy', { code: 'MODEL_BUSY', remedy: 'Wait.', ...(retryAfterMs && { retryAfterMs }) })
  }

test('calls go to the tools, their results to the model, until it answers without a call', async () => {
  const { end: ended, model } = await run([calls(call('edit', { n: 1 })), says('fixed')], { edit: () => 'done' })
  const { reason, text: said, turns, types, usage } = await ended()
  expect({ reason, said, turns }).toEqual({ reason: 'answered', said: 'fixed', turns: 2 })
  expect(usage).toEqual({ inputTokens: 20, cachedTokens: 0, outputTokens: 10 })
  expect(types).toEqual([
    'prompt-started',
    'turn-started',
    'usage',
    'tool-called',
    'tool-started',
    'tool-ended',
    'turn-ended',
    'turn-started',
    'text-delta',
    'usage',
    'turn-ended',
    'prompt-ended',
  ])
  expect(model.requests[1]?.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', parts: [{ type: 'call', call: { id: 'call_1_1' } }] },
    { role: 'tool', results: [{ callId: 'call_1_1', content: [{ text: 'done' }], isError: false }] },
  ])
})

test('calls that only read are made at the same time, others wait for those before them', async () => {
  const order: string[] = []
  const both = Promise.withResolvers<void>()
  let reading = 0
  const read = async ({ n }: { n: number }) => {
    if (++reading === 2) both.resolve()
    await both.promise
    order.push(`read ${n}`)
    return ''
  }
  const edit = ({ n }: { n: number }) => {
    order.push(`edit ${n}`)
    return ''
  }
  const { end: ended, model } = await run(
    [calls(call('read', { n: 1 }), call('read', { n: 2 }), call('edit', { n: 3 }), call('edit', { n: 4 }))],
    { read, edit },
  )
  await ended()
  expect(order.slice(0, 2).toSorted()).toEqual(['read 1', 'read 2'])
  expect(order.slice(2)).toEqual(['edit 3', 'edit 4'])
  const [, , results] = model.requests[1]!.messages
  expect(results).toMatchObject({ results: [1, 2, 3, 4].map((n) => ({ callId: `call_1_${n}` })) })
})

test('calls with one id are two calls, and each gets its own result', async () => {
  const { end: ended, model } = await run([calls(call('edit', { n: 1 }), call('edit', { n: 2 }))], {
    edit: ({ n }: { n: number }) => `result ${n}`,
  })
  await ended()
  expect(model.requests[1]?.messages[2]).toMatchObject({
    results: [{ content: [{ text: 'result 1' }] }, { content: [{ text: 'result 2' }] }],
  })
})

test('unknown tools, broken arguments and tools that break are answers that the model can act on', async () => {
  const {
    end: ended,
    model,
    tools,
  } = await run(
    [calls(call('nothing'), call('edit', {}, 'its arguments are not JSON'), call('breaks'), call('silent'))],
    {
      edit: () => 'never',
      silent: () => '',
      breaks: () => {
        throw new Error('out of order')
      },
    },
  )
  expect(await ended()).toMatchObject({ reason: 'answered' })
  expect(tools.log).toEqual(['breaks call_1_3', 'silent call_1_4'])
  expect(model.requests[1]?.messages[2]).toMatchObject({
    results: [
      { isError: true, content: [{ text: 'there is no tool nothing' }] },
      { isError: true, content: [{ text: 'its arguments are not JSON' }] },
      { isError: true, content: [{ text: 'The tool broke: out of order' }] },
      { isError: false, content: [{ text: '(no output)' }] },
    ],
  })
})

test('a stream that breaks off is asked for again, and no call of it is made', async () => {
  const cut: Turn = async function* () {
    yield* text('let me')
    yield call('edit')
  }
  const { end: ended, tools, model } = await run([cut, busy(2), says('done')], { edit: () => '' })
  const { reason, types } = await ended()
  expect(reason).toBe('answered')
  expect(types.filter((type) => type === 'retrying')).toHaveLength(2)
  expect(tools.log).toEqual([])
  expect(model.requests).toHaveLength(3)
})

test('the partial answer is kept where the model stays broken, and the next prompt goes on', async () => {
  const {
    end: ended,
    prompt,
    model,
  } = await run([broken('I have fou'), broken('I have found'), broken('I'), says('again')])
  expect(await prompt('go')).toMatchObject({ reason: 'failed', text: 'I have found', error: { code: 'MODEL_STREAM' } })
  expect(await ended('go on')).toMatchObject({ reason: 'answered', text: 'again' })
  expect(model.requests[3]?.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', parts: [{ text: 'I have found' }] },
    { role: 'user' },
  ])
})

test.each([
  ['a refusal of the key', 'MODEL_KEY', undefined],
  ['a refusal of the request', 'MODEL_REFUSED', undefined],
  ['a provider that wants to be left alone for an hour', 'MODEL_BUSY', 3_600_000],
] as const)('%s is not repeated', async (_name, code, retryAfterMs) => {
  const refuses: Turn = async function* () {
    yield* []
    throw new ModelError('no', { code, remedy: '', ...(retryAfterMs && { retryAfterMs }) })
  }
  const { end: ended, model } = await run([refuses])
  const { reason, error, events } = await ended()
  expect({ reason, code: error?.code }).toEqual({ reason: 'failed', code })
  expect(events.at(-1)).toMatchObject({ type: 'prompt-ended', error: { code } })
  expect(model.requests).toHaveLength(1)
})

test('an empty answer is asked for again, and then said to be one', async () => {
  const empty: Turn = [{ type: 'text-delta', text: ' ' }, { type: 'part', part: { type: 'text', text: ' ' } }, end()]
  const { end: ended, model } = await run([empty, empty, empty])
  expect(await ended()).toMatchObject({ reason: 'failed', error: { code: 'MODEL_ANSWER_EMPTY' } })
  expect(model.requests).toHaveLength(3)
})

test('an answer without end and one with a million calls are cut, and nothing of them runs', async () => {
  let written = 0
  let stopped = 0
  const endless = (event: () => Turn): Turn =>
    async function* () {
      try {
        for (; written < 1_000_000; written++) yield* event() as Iterable<never>
      } finally {
        stopped++
      }
    }
  const answerLimits = { calls: 10, characters: 1000 }
  const many = await run([endless(() => [call('edit')])], { edit: () => '' }, { answerLimits })
  expect(await many.end()).toMatchObject({ reason: 'failed', error: { code: 'MODEL_ANSWER_TOO_LONG' } })
  const talk = await run([endless(() => [{ type: 'reasoning-delta', text: 'hm ' }])], {}, { answerLimits })
  expect(await talk.end()).toMatchObject({ error: { code: 'MODEL_ANSWER_TOO_LONG' } })
  const input = await run([endless(() => [{ type: 'input-delta', text: '[[[' }])], {}, { answerLimits })
  expect(await input.end()).toMatchObject({ error: { code: 'MODEL_ANSWER_TOO_LONG' } })
  const begun = await run([endless(() => [{ type: 'call-begun' }])], {}, { answerLimits })
  expect(await begun.end()).toMatchObject({ error: { code: 'MODEL_ANSWER_TOO_LONG' } })
  expect(many.tools.log).toEqual([])
  expect(stopped).toBe(4)
  expect(written).toBeLessThan(1100)
})

test.each([
  ['turns', { turns: 3 }, 'limit-turns', 3],
  ['tokens', { tokens: 40 }, 'limit-tokens', 3],
  ['cost', { cost: 0.00005 }, 'limit-cost', 3],
] as const)('the limit on %s ends the work, and the session goes on', async (_name, bounds, reason, turns) => {
  const again = calls(call('edit'))
  const {
    end: ended,
    prompt,
    model,
  } = await run([again, again, again, says('well')], { edit: () => '' }, { bounds, price: { input: 1, output: 2 } })
  expect(await prompt('go')).toMatchObject({ reason, turns })
  expect(await ended('go on')).toMatchObject({ reason: 'answered', text: 'well' })
  // What a person says never follows results directly.
  expect(
    model.requests
      .at(-1)
      ?.messages.map(({ role }) => role)
      .slice(-3),
  ).toEqual(['tool', 'assistant', 'user'])
})

test('the limit on time and the caller reach calls that run', async () => {
  const waits = (_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
    new Promise<string>((resolve) => abortSignal.addEventListener('abort', () => resolve('was ended')))
  const timed = await run(
    [calls(call('waits'), call('edit'))],
    { waits, edit: () => '' },
    { bounds: { milliseconds: 20 } },
  )
  const ended = await timed.end()
  expect(ended).toMatchObject({ reason: 'limit-time', turns: 1 })
  expect(timed.tools.log).toEqual(['waits call_1_1'])
  expect(ended.events.filter(({ type }) => type === 'tool-ended')).toMatchObject([
    { status: 'ran', text: 'was ended' },
    { status: 'skipped', isError: true },
  ])
  const controller = new AbortController()
  const aborted = await run([calls(call('waits'))], {
    waits: (input, progress) => {
      queueMicrotask(() => controller.abort())
      return waits(input, progress)
    },
  })
  expect(await aborted.end('go', controller.signal)).toMatchObject({ reason: 'aborted' })
})

test('an abort while the model speaks ends the request and keeps what it said', async () => {
  const controller = new AbortController()
  const speaks: Turn = async function* (_request, signal) {
    yield { type: 'text-delta', text: 'half a' }
    controller.abort()
    await new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }
  const { end: ended, entries } = await run([speaks])
  expect(await ended('go', controller.signal)).toMatchObject({ reason: 'aborted', text: 'half a' })
  expect(entries).toContainEqual(expect.objectContaining({ type: 'answer', isPartial: true }))
})

test('prompts queue: the second one begins when the first has ended', async () => {
  const { prompt, loop, entries } = await run([says('one'), says('two')])
  const [first, second] = await Promise.all([prompt('first'), prompt('second')])
  expect([first.text, second.text]).toEqual(['one', 'two'])
  loop.close()
  expect(entries.map(({ type }) => type)).toEqual([
    'prompt',
    'answer',
    'prompt-ended',
    'prompt',
    'answer',
    'prompt-ended',
  ])
})

test('where the transcript cannot be written, nothing runs', async () => {
  const full = new Error('no space left')
  const runs: string[] = []
  const edit = () => {
    runs.push('ran')
    return ''
  }
  const { prompt } = await run(
    [calls(call('edit'))],
    { edit },
    {
      write: async ({ type }) => {
        if (type === 'call-started') throw full
      },
    },
  )
  await expect(prompt('go')).rejects.toBe(full)
  expect(runs).toEqual([])
})

test('a conversation made of its entries is the one that was live', async () => {
  const {
    end: ended,
    entries,
    loop,
  } = await run([calls(call('read'), call('edit')), broken('half'), broken('half'), broken('half')], {
    read: () => 'r',
    edit: () => 'e',
  })
  await ended()
  expect(new Conversation(entries).messages()).toEqual(loop.conversation.messages())
})

test('calls without a result are told apart: those that ran are unknown, the others were not made', () => {
  const answer: TranscriptEntry = {
    type: 'answer',
    turn: 1,
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
    parts: ['a', 'b', 'c'].map((id) => ({ type: 'call', call: { id, name: 'edit', input: {} } })),
  }
  const conversation = new Conversation([
    { type: 'prompt', content: [{ type: 'text', text: 'go' }] },
    answer,
    { type: 'call-started', callId: 'a', runId: 'run_1', onlyReads: false },
    { type: 'result', callId: 'a', content: [], isError: false, status: 'ran', runId: 'run_1' },
    { type: 'call-started', callId: 'b', runId: 'run_2', onlyReads: false },
  ])
  expect(conversation.openCalls()).toMatchObject([
    { call: { id: 'b' }, runId: 'run_2' },
    { call: { id: 'c' }, runId: null },
  ])
  const [, , results] = conversation.messages()
  expect(results).toMatchObject({ results: [{ isError: false }, { isError: true }, { isError: true }] })
})

test('a conversation that fills the window is compacted, and calls stay with their results', async () => {
  const long = 'x'.repeat(3000)
  const turns: Turn[] = Array.from({ length: 8 }, () => calls(call('read')))
  const summarising: Turn = says('we read a lot')
  const asked: string[] = []
  const model = scriptedModel([])
  let next = 0
  model.streamTurn = async function* (request) {
    model.requests.push(request)
    const isSummary = request.tools.length === 0
    asked.push(isSummary ? 'summary' : 'turn')
    yield* (isSummary ? summarising : (turns[next++] ?? says('done'))) as Iterable<never>
  }
  const { end: ended, entries } = await run([], { read: () => long }, { model, contextTokens: 4000 })
  expect(await ended()).toMatchObject({ reason: 'answered' })
  expect(asked.filter((one) => one === 'summary').length).toBeGreaterThan(0)
  expect(entries.filter(({ type }) => type === 'compaction').length).toBe(
    asked.filter((one) => one === 'summary').length,
  )
  for (const { messages, tools } of model.requests.filter((one) => one.tools.length > 0)) {
    expect(tools).toHaveLength(1)
    expect(messages[0]?.role).toBe('user')
    for (const [index, message] of messages.entries()) {
      if (message.role === 'tool') expect(messages[index - 1]).toMatchObject({ role: 'assistant' })
    }
    expect(JSON.stringify(messages).length).toBeLessThan(4000 * 4)
  }
})
