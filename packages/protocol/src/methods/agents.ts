import { Type } from '@poundlock/spec/schema'
import { closed, Count, Id, Sequence } from '../values/values.ts'
import { method, OPERATOR_OR_AGENT } from './method.ts'

const WORK = { to: 'gateway', scope: 'tools.call', roles: OPERATOR_OR_AGENT, access: 'write' } as const

/** A model of the gateway works in a session; what it does is told as events of the session. */
export const agentMethods = {
  'agents.prompt': method({
    ...WORK,
    idempotency: 'required',
    params: closed({
      session: Id,
      text: Type.String({ minLength: 1, maxLength: 1_000_000 }),
      /** One of those that the gateway offers; the one of the session, or the gateway's own, when absent. */
      model: Type.Optional(Type.String({ minLength: 3, maxLength: 200, pattern: '^[a-z-]+:\\P{C}+$' })),
    }),
    /** The number of the event that says so; those behind it have what came of it. */
    result: closed({ seq: Sequence }),
    errors: ['NOT_FOUND', 'SETTLED', 'IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    summary:
      'Has a model of the gateway work on a prompt in a session, when those before it have ended. Its calls are decided as calls of the caller.',
  }),
  'agents.stop': method({
    ...WORK,
    idempotency: 'none',
    params: closed({ session: Id }),
    result: closed({ stopped: Count }),
    errors: ['NOT_FOUND'],
    summary: 'Ends the work on the prompts of a session, with the calls that run for it. The session goes on.',
  }),
}
