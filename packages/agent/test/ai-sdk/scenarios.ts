import type { ToolSpec } from '@poundlock/spec'
import type { PromptEnd, TranscriptEntry } from '../../src/index.ts'
import type { SaidCall, ServerTurn } from '../fixtures/providers/server-turn.ts'
import { BUILTIN_TOOLS, type Run } from '../fixtures/tools.ts'

export type Format = 'anthropic' | 'openai' | 'openai-chat' | 'google' | 'mistral' | 'compatible'

/** What happens between a person, a model and tools, the same for every provider. */
export interface Scenario {
  readonly name: string
  readonly turns: readonly ServerTurn[]
  /** What the person says, one after the other. */
  readonly prompts?: readonly string[]
  readonly runs?: Readonly<Record<string, Run>>
  /** Tools that are offered besides, and that the model does not call. */
  readonly offered?: readonly ToolSpec[]
  /** The conversation that was there before. */
  readonly before?: readonly TranscriptEntry[]
  readonly maxTurns?: number
  /** The formats that it can be told in; all unless set. */
  readonly only?: readonly Format[]
  /** How the last prompt ended. */
  readonly end: Partial<Pick<PromptEnd, 'reason' | 'text' | 'turns'>> & { readonly code?: string }
  /** The calls that ran. */
  readonly ran?: readonly string[]
  /** How many requests were made. */
  readonly requests: number
  /** Texts that the last request has, and has not. */
  readonly says?: readonly string[]
  readonly never?: readonly string[]
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const HTML = '<!doctype html><html><body>Bad gateway</body></html>'
const PAGE = { 'content-type': 'text/html' }
const json = (status: number, type: string, headers: Record<string, string> = {}): ServerTurn => ({
  status,
  headers,
  body: JSON.stringify({
    type: 'error',
    error: { type, message: `the server says ${type}`, code: status, status: type },
  }),
})
const call = (name: string, input: object | string = {}, id?: string): SaidCall => ({
  name,
  arguments: typeof input === 'string' ? input : JSON.stringify(input),
  ...(id !== undefined && { id }),
})
const edits: Readonly<Record<string, Run>> = { edit: ({ n }) => `edited ${n}`, read: ({ n }) => `read ${n}` }
const BARE = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 }
const user = (text: string): TranscriptEntry => ({ type: 'prompt', content: [{ type: 'text', text }] })
const WITH_ARGUMENT_TEXT: readonly Format[] = ['anthropic', 'openai', 'openai-chat', 'mistral', 'compatible']

const calling: readonly Scenario[] = [
  { name: 'a text', turns: [{ text: ['Hel', 'lo'] }], end: { reason: 'answered', text: 'Hello' }, requests: 1 },
  {
    name: 'a call and its result',
    turns: [{ text: ['I look.'], calls: [call('edit', { n: 1 })] }, { text: ['well'] }],
    runs: edits,
    end: { reason: 'answered', text: 'well', turns: 2 },
    ran: ['edit call_1_1'],
    requests: 2,
    says: ['edited 1'],
  },
  {
    name: 'every built-in tool offered',
    turns: [{ calls: [call('change', { n: 1 })] }],
    runs: { change: () => 'changed' },
    offered: BUILTIN_TOOLS,
    end: { reason: 'answered' },
    requests: 2,
    says: ['read_file', 'apply_patch'],
  },
  {
    name: 'three calls in one answer',
    turns: [{ calls: [call('read', { n: 1 }), call('read', { n: 2 }), call('edit', { n: 3 })] }],
    runs: edits,
    end: { reason: 'answered', turns: 2 },
    ran: ['read call_1_1', 'read call_1_2', 'edit call_1_3'],
    requests: 2,
    says: ['read 1', 'read 2', 'edited 3'],
  },
  {
    name: 'calls in many turns',
    turns: Array.from({ length: 12 }, (_, n) => ({ calls: [call('edit', { n })] })),
    runs: edits,
    end: { reason: 'answered', turns: 13 },
    requests: 13,
    says: ['edited 0', 'edited 11'],
  },
  {
    name: 'prompts one after the other',
    turns: [{ calls: [call('edit', { n: 1 })] }, { text: ['one'] }, { text: ['two'] }, { text: ['three'] }],
    prompts: ['first', 'second', 'third'],
    runs: edits,
    end: { text: 'three' },
    requests: 4,
    says: ['first', 'second', 'third'],
  },
  {
    name: 'two calls with one id',
    turns: [{ calls: [call('edit', { n: 1 }, 'same'), call('edit', { n: 2 }, 'same')] }],
    runs: edits,
    end: { reason: 'answered' },
    ran: ['edit call_1_1', 'edit call_1_2'],
    requests: 2,
  },
  {
    name: 'the same id in later turns',
    turns: [{ calls: [call('edit', { n: 1 }, 'same')] }, { calls: [call('edit', { n: 2 }, 'same')] }],
    runs: edits,
    end: { reason: 'answered' },
    ran: ['edit call_1_1', 'edit call_2_1'],
    requests: 3,
  },
  {
    name: 'arguments that are not JSON',
    turns: [{ calls: [call('edit', '{"n": 1,}'), call('edit', { n: 2 })] }],
    runs: edits,
    only: WITH_ARGUMENT_TEXT,
    end: { reason: 'answered' },
    ran: ['edit call_1_2'],
    requests: 2,
    says: ['not JSON', 'edited 2'],
  },
  {
    name: 'arguments that are JSON and no object',
    turns: [{ calls: [call('edit', '[1]')] }],
    runs: edits,
    only: WITH_ARGUMENT_TEXT,
    end: { reason: 'answered' },
    ran: [],
    requests: 2,
    says: ['not a JSON object'],
  },
  {
    name: 'no arguments at all',
    turns: [{ calls: [call('edit', '')] }],
    runs: edits,
    // Nothing of a call comes there but its name, which the package of the provider takes for a call that is not whole.
    only: ['anthropic', 'openai', 'google'],
    end: { reason: 'answered' },
    ran: ['edit call_1_1'],
    requests: 2,
  },
  {
    name: 'a tool that there is not',
    turns: [{ calls: [call('no such/tool é', {})] }, { text: ['sorry'] }],
    runs: edits,
    end: { reason: 'answered', text: 'sorry' },
    ran: [],
    requests: 2,
    says: ['there is no tool'],
  },
  {
    name: 'a tool that fails',
    turns: [{ calls: [call('fails')] }],
    runs: {
      fails: () => {
        throw new Error('disk on fire')
      },
    },
    end: { reason: 'answered' },
    requests: 2,
    says: ['disk on fire'],
  },
  {
    name: 'a result without content',
    turns: [{ calls: [call('silent')] }],
    runs: { silent: () => '' },
    end: { reason: 'answered' },
    requests: 2,
  },
  {
    name: 'a picture as a result',
    turns: [{ calls: [call('paint'), call('edit', { n: 2 })] }],
    runs: {
      ...edits,
      paint: () => [
        { type: 'text', text: 'a dot' },
        { type: 'image', mediaType: 'image/png', data: PNG },
      ],
    },
    end: { reason: 'answered' },
    requests: 2,
    says: ['a dot'],
  },
  {
    name: 'a result with half characters and control characters',
    turns: [{ calls: [call('odd')] }],
    runs: { odd: () => 'a\uD800b\u0000c\u202Ed' },
    end: { reason: 'answered' },
    requests: 2,
  },
  {
    name: 'results that the model makes up',
    turns: [{ text: ['tool_result: {"ok": true} The file is edited.'] }],
    runs: edits,
    end: { reason: 'answered', turns: 1 },
    ran: [],
    requests: 1,
  },
  {
    name: 'a thought that goes back with its signature',
    turns: [{ thought: { text: 'hm', signature: 'c2lnbmVk' }, calls: [call('edit', { n: 1 })] }],
    runs: edits,
    only: ['anthropic', 'google', 'openai'],
    end: { reason: 'answered' },
    requests: 2,
    says: ['c2lnbmVk'],
  },
]

const failing: readonly Scenario[] = [
  ...[429, 500, 503, 529].map((status): Scenario => ({
    name: `HTTP ${status}, twice`,
    turns: [
      json(status, 'overloaded_error', { 'retry-after': '0' }),
      json(status, 'overloaded_error'),
      { text: ['well'] },
    ],
    end: { reason: 'answered', text: 'well' },
    requests: 3,
  })),
  {
    name: 'HTTP 429 with a day to wait',
    turns: [json(429, 'rate_limit_error', { 'retry-after': '86400' })],
    end: { reason: 'failed', code: 'MODEL_BUSY' },
    requests: 1,
  },
  {
    name: 'HTTP 401',
    turns: [json(401, 'authentication_error')],
    end: { reason: 'failed', code: 'MODEL_KEY' },
    requests: 1,
  },
  {
    name: 'HTTP 400',
    turns: [json(400, 'invalid_request_error')],
    end: { reason: 'failed', code: 'MODEL_REFUSED' },
    requests: 1,
  },
  {
    name: 'a page in the place of a stream',
    turns: [{ status: 200, headers: PAGE, body: HTML }],
    end: { reason: 'failed', code: 'MODEL_ANSWER' },
    requests: 1,
  },
  {
    name: 'HTTP 502 with a page, once',
    turns: [{ status: 502, headers: PAGE, body: HTML }, { text: ['well'] }],
    end: { reason: 'answered', text: 'well' },
    requests: 2,
  },
  {
    name: 'a redirection to another place',
    turns: [{ status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    end: { reason: 'failed', code: 'MODEL_ANSWER' },
    requests: 1,
  },
  ...(['break', 'close', 'garbage', 'error'] as const).flatMap((cutBy): readonly Scenario[] =>
    (['text', 'call', 'end'] as const).map((cut) => ({
      name: `a stream that ends in the ${cut} (${cutBy})`,
      turns: [
        { text: ['I shall'], calls: [call('edit', { n: 1 })], cut, ...(cutBy !== 'break' && { cutBy }) },
        { calls: [call('edit', { n: 2 })] },
        { text: ['well'] },
      ],
      runs: edits,
      end: { reason: 'answered', text: 'well' },
      // What broke off did not run; what was said again did, once.
      ran: ['edit call_1_1'],
      requests: 3,
      says: ['edited 2'],
      never: ['edited 1'],
    })),
  ),
  {
    name: 'calls without end',
    turns: [{ calls: Array.from({ length: 200 }, (_, n) => call('edit', { n })) }],
    runs: edits,
    end: { reason: 'failed', code: 'MODEL_ANSWER_TOO_LONG' },
    ran: [],
    requests: 1,
  },
  {
    name: 'a partial answer and a prompt after it',
    turns: [1, 2, 3].map(() => ({ text: ['half an answer'], cut: 'text' as const })),
    prompts: ['first', 'second'],
    end: { reason: 'answered', text: 'done' },
    requests: 4,
    says: ['half an answer', 'second'],
  },
  {
    name: 'an answer of nothing, and then one',
    turns: [{}, { text: ['well'] }],
    end: { reason: 'answered', text: 'well' },
    requests: 2,
  },
  {
    name: 'an answer that the limit of its output cut',
    turns: [{ text: ['very long'], stop: 'length' }],
    end: { reason: 'answered', text: 'very long' },
    requests: 1,
  },
  {
    name: 'an answer that was withheld',
    turns: [{ stop: 'filtered' }],
    // Mistral has no such reason.
    only: ['anthropic', 'openai', 'openai-chat', 'google', 'compatible'],
    end: { reason: 'failed', code: 'MODEL_REFUSED' },
    requests: 1,
  },
]

const resuming: readonly Scenario[] = [
  {
    name: 'a prompt after the limit on turns',
    turns: [{ calls: [call('edit', { n: 1 })] }, { text: ['well'] }],
    prompts: ['first', 'second'],
    runs: edits,
    maxTurns: 1,
    end: { reason: 'answered', text: 'well' },
    requests: 2,
    says: ['edited 1', 'second'],
  },
  {
    name: 'calls that were open when the process ended',
    turns: [{ text: ['I look first'] }],
    before: [
      user('earlier'),
      {
        type: 'answer',
        turn: 7,
        usage: BARE,
        parts: ['call_7_1', 'call_7_2'].map((id) => ({ type: 'call', call: { id, name: 'edit', input: { n: 1 } } })),
      },
      { type: 'call-started', callId: 'call_7_1', runId: 'run_1', onlyReads: false },
    ],
    runs: edits,
    end: { reason: 'answered' },
    ran: [],
    requests: 1,
    says: ['is unknown', 'was not run'],
  },
  {
    name: 'a conversation that another provider began',
    turns: [{ calls: [call('edit', { n: 2 })] }],
    before: [
      user('earlier'),
      {
        type: 'answer',
        turn: 1,
        usage: BARE,
        parts: [
          { type: 'reasoning', text: 'a thought of another', replay: { other: { signature: 'x' } } },
          { type: 'text', text: 'I look', replay: { other: { itemId: 'msg_other' } } },
          {
            type: 'call',
            call: {
              id: `call:${'x'.repeat(70)}/é`,
              name: 'edit',
              input: { n: 1 },
              replay: { other: { itemId: 'fc' } },
            },
          },
        ],
      },
      {
        type: 'result',
        callId: `call:${'x'.repeat(70)}/é`,
        content: [{ type: 'text', text: 'edited 1' }],
        isError: false,
        status: 'ran',
        runId: 'r',
      },
    ],
    runs: edits,
    end: { reason: 'answered' },
    ran: ['edit call_2_1'],
    requests: 2,
    never: ['a thought of another', 'msg_other'],
    says: ['edited 1', 'edited 2'],
  },
  {
    name: 'a conversation that was compacted',
    turns: [{ text: ['well'] }],
    before: [
      user('old'),
      {
        type: 'answer',
        turn: 1,
        usage: BARE,
        parts: [{ type: 'call', call: { id: 'call_1_1', name: 'edit', input: {} } }],
      },
      {
        type: 'result',
        callId: 'call_1_1',
        content: [{ type: 'text', text: 'long ago' }],
        isError: false,
        status: 'ran',
        runId: 'r',
      },
      { type: 'answer', turn: 2, usage: BARE, parts: [{ type: 'text', text: 'done with it' }] },
      { type: 'compaction', messages: 3, summary: 'Summary: it was edited' },
    ],
    runs: edits,
    end: { reason: 'answered' },
    requests: 1,
    says: ['it was edited', 'done with it'],
    never: ['long ago'],
  },
]

export const SCENARIOS: readonly Scenario[] = [...calling, ...failing, ...resuming]
