import { Type } from '@poundlock/spec/schema'
import { DecisionReason } from '../values/decision.ts'
import { closed, Id } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const Decision = Type.Enum(['allow', 'ask', 'deny'])
const OrNull = (text = Type.String()) => Type.Union([text, Type.Null()])

export const policyMethods = {
  'policy.check': method({
    to: 'gateway',
    scope: 'config.read',
    roles: OPERATOR,
    access: 'read',
    idempotency: 'none',
    params: closed({
      tool: Type.String({ minLength: 1, maxLength: 128 }),
      input: Type.Object({}),
      agent: Type.Optional(Id),
      session: Type.Optional(Id),
      cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    }),
    result: closed({
      decision: Decision,
      reasons: Type.Array(DecisionReason),
      /** Every step, in order. */
      trace: Type.Array(Type.Intersect([DecisionReason, Type.Object({ decision: Decision })])),
      commands: Type.Array(
        closed({
          name: OrNull(),
          argv: Type.Array(OrNull()),
          resolved: OrNull(),
          span: Type.Tuple([Type.Integer(), Type.Integer()]),
          decision: Decision,
          rule: OrNull(),
        }),
      ),
      effects: Type.Array(closed({ kind: Type.String(), path: OrNull() })),
      fix: Type.Array(
        closed({
          message: Type.String(),
          key: Type.Optional(Type.String()),
          value: Type.Optional(Type.Unknown()),
          at: Type.Optional(Type.String()),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
    summary: 'Says how a call would be decided, with the code that decides calls, and runs nothing.',
  }),
}
