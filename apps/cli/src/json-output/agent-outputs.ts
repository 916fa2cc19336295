import { Type } from '@poundlock/spec/schema'
import { document, lines } from './json-output.ts'
import { ErrorShape, ToolContent, orNull } from './shapes.ts'

const ModelUsage = Type.Object({ inputTokens: Type.Number(), cachedTokens: Type.Number(), outputTokens: Type.Number() })

/** What happens while an agent works. */
const AgentLine = Type.Union([
  Type.Object({ type: Type.Literal('prompt-started'), text: Type.String() }),
  Type.Object({ type: Type.Literal('turn-started'), turn: Type.Number() }),
  Type.Object({ type: Type.Literal('text-delta'), text: Type.String() }),
  Type.Object({ type: Type.Literal('reasoning-delta'), text: Type.String() }),
  Type.Object({
    type: Type.Literal('retrying'),
    attempt: Type.Number(),
    delayMs: Type.Number(),
    code: Type.String(),
    message: Type.String(),
  }),
  Type.Object({
    type: Type.Literal('tool-called'),
    callId: Type.String(),
    tool: Type.String(),
    input: Type.Unknown(),
  }),
  Type.Object({
    type: Type.Literal('tool-started'),
    callId: Type.String(),
    runId: Type.String(),
    decision: Type.Enum(['allow', 'ask', 'deny']),
    reasons: Type.Array(Type.String()),
  }),
  Type.Object({ type: Type.Literal('tool-updated'), callId: Type.String(), text: Type.String() }),
  Type.Object({
    type: Type.Literal('asked'),
    callId: Type.String(),
    command: Type.String(),
    reasons: Type.Array(Type.String()),
    agents: Type.Array(Type.String()),
    request: Type.Optional(Type.String()),
  }),
  Type.Object({
    type: Type.Literal('answered'),
    callId: Type.String(),
    answer: Type.String(),
    by: orNull(Type.String()),
  }),
  Type.Object({
    type: Type.Literal('tool-ended'),
    callId: Type.String(),
    runId: orNull(Type.String()),
    status: Type.Enum(['denied', 'failed', 'invalid', 'ran', 'skipped', 'unapproved', 'unavailable', 'unknown']),
    isError: Type.Boolean(),
    text: Type.String(),
  }),
  Type.Object({
    type: Type.Literal('tools-left-out'),
    tools: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
  }),
  Type.Object({ type: Type.Literal('usage'), turn: ModelUsage, total: ModelUsage, cost: orNull(Type.Number()) }),
  Type.Object({ type: Type.Literal('compacted'), messages: Type.Number(), summarised: Type.Boolean() }),
  Type.Object({
    type: Type.Literal('turn-ended'),
    turn: Type.Number(),
    reason: Type.Enum(['broken', 'calls', 'end']),
  }),
  Type.Object({
    type: Type.Literal('prompt-ended'),
    reason: Type.Enum(['aborted', 'answered', 'failed', 'limit-cost', 'limit-time', 'limit-tokens', 'limit-turns']),
    turns: Type.Number(),
    text: Type.String(),
    error: Type.Optional(ErrorShape),
  }),
  Type.Object({ type: Type.Literal('events-skipped'), count: Type.Number() }),

  Type.Object({
    type: Type.Literal('session'),
    id: Type.String(),
    model: Type.Optional(Type.String()),
    gateway: Type.Optional(Type.String()),
  }),
])

/** What these commands print for `--json`. */
export const AGENT_OUTPUTS = {
  'agent run': lines(AgentLine),
  'agent chat': lines(AgentLine),
  'agent resume': lines(AgentLine),
  'agent stop': document(Type.Object({ stopped: Type.Number() })),
  'agent list': document(
    Type.Object({
      sessions: Type.Array(
        Type.Object({
          id: Type.String(),
          agent: Type.String(),
          workspace: Type.String(),
          model: Type.String(),
          title: Type.String(),
          prompts: Type.Number(),
          turns: Type.Number(),
          ended: orNull(Type.String()),
          parent: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  'agent show': lines(
    Type.Union([
      Type.Object({
        type: Type.Literal('session'),
        id: Type.String(),
        createdAt: Type.String(),
        agent: Type.String(),
        workspace: Type.String(),
        model: Type.String(),
        parent: Type.Optional(Type.String()),
      }),
      Type.Object({ type: Type.Literal('prompt'), content: Type.Array(ToolContent) }),
      Type.Object({
        type: Type.Literal('answer'),
        turn: Type.Number(),
        parts: Type.Array(
          Type.Union([
            Type.Object({
              type: Type.Literal('text'),
              text: Type.String(),
              replay: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
            }),
            Type.Object({
              type: Type.Literal('reasoning'),
              text: Type.String(),
              replay: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
            }),
            Type.Object({
              type: Type.Literal('call'),
              call: Type.Object({
                problem: Type.Optional(Type.String()),
                replay: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
                id: Type.String(),
                name: Type.String(),
                input: Type.Unknown(),
              }),
            }),
          ]),
        ),
        usage: ModelUsage,
        isPartial: Type.Optional(Type.Literal(true)),
      }),
      Type.Object({
        type: Type.Literal('call-started'),
        callId: Type.String(),
        runId: Type.String(),
        onlyReads: Type.Boolean(),
      }),
      Type.Object({
        type: Type.Literal('result'),
        callId: Type.String(),
        content: Type.Array(ToolContent),
        isError: Type.Boolean(),
        status: Type.Enum(['denied', 'failed', 'invalid', 'ran', 'skipped', 'unapproved', 'unavailable', 'unknown']),
        runId: orNull(Type.String()),
      }),
      Type.Object({ type: Type.Literal('compaction'), messages: Type.Number(), summary: Type.String() }),
      Type.Object({
        type: Type.Literal('prompt-ended'),
        reason: Type.Enum(['aborted', 'answered', 'failed', 'limit-cost', 'limit-time', 'limit-tokens', 'limit-turns']),
      }),
    ]),
  ),
}
