import type { Format, Scenario } from './scenarios.ts'

/** What providers answer to a conversation that is longer than the model takes: who, with which status, and what. */
const TOO_LONG: readonly (readonly [readonly Format[], number, string])[] = [
  [
    ['anthropic'],
    400,
    '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
  ],
  [
    ['anthropic'],
    413,
    '{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
  ],
  [
    ['openai', 'openai-chat', 'compatible'],
    400,
    `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
  ],
  [
    ['google'],
    400,
    '{"error":{"code":400,"message":"The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}',
  ],
  [
    ['mistral'],
    400,
    '{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error","param":null,"code":"3051"}',
  ],
  [
    ['compatible'],
    400,
    '{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}',
  ],
]

const calling = (name: string, n: number) => [{ name, arguments: JSON.stringify({ n }) }]

/** The provider refuses a conversation for its length: it is compacted, and sent once more. */
export const FULL_CONTEXT: readonly Scenario[] = [
  ...TOO_LONG.map(([only, status, body]): Scenario => ({
    name: `a conversation that is too long, as ${only[0]} says it: ${body.slice(0, 60)}`,
    only,
    turns: [
      { calls: calling('read', 1) },
      { status, body },
      { text: ['it was read'] },
      { calls: calling('edit', 2) },
      { text: ['well'] },
    ],
    runs: { edit: ({ n }) => `edited ${n}`, read: () => 'long ago' },
    end: { reason: 'answered', text: 'well' },
    ran: ['read call_1_1', 'edit call_2_1'],
    requests: 5,
    says: ['it was read', 'edited 2'],
    never: ['long ago'],
  })),
  {
    name: 'a conversation that is still too long',
    turns: [1, 2, 3].map(() => ({ status: 400, body: TOO_LONG[0]![2] })),
    end: { reason: 'failed', code: 'MODEL_CONTEXT_FULL' },
    requests: 3,
  },
]
