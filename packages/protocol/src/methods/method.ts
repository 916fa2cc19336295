import type { JsonSchema } from '@poundlock/spec/schema'
import type { Role } from '../access/roles.ts'
import type { Scope } from '../access/scopes.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { NodeCommand } from '../values/node.ts'

/** Everything that is known of a method; dispatch, checks, types and documentation are derived from it. */
export interface Method<Params extends JsonSchema = JsonSchema, Result extends JsonSchema = JsonSchema> {
  /** Who serves it. A gateway sends nodes only what the table has for them. */
  readonly to: 'gateway' | 'node'
  /**
   * What a caller's connection must have been granted. Of a method that a node serves: what the node must have been
   * granted, so that nothing is sent to one that nobody approved for it.
   */
  readonly scope: Scope
  /** Of a method that a node serves: what an operator must have approved on it; absent for what every node answers. */
  readonly approved?: NodeCommand
  /** Whose devices can call it; of a method that a node serves, `node`. */
  readonly roles: readonly [Role, ...Role[]]
  /** A `read` changes nothing, and can be repeated after a connection was lost. */
  readonly access: 'read' | 'write'
  /**
   * Whether a request has an idempotency key. With one, a repeated request gets the recorded result, also after a
   * restart; a `write` without one is never repeated by a client.
   */
  readonly idempotency: 'none' | 'optional' | 'required'
  /** Closed. */
  readonly params: Params
  /** Schema of the answer; closed. */
  readonly result: Result
  /** What else it can be answered with, beside `GENERAL_ERRORS`. */
  readonly errors: readonly ErrorCode[]
  /** Events that its subscription brings; absent where it makes none. */
  readonly events?: readonly string[]
  /** One sentence. */
  readonly summary: string
}

/** States a method; what it lacks does not compile. */
export const method = <const Spec extends Method>(spec: Spec): Spec => spec

/** The roles of those that only look, or answer. */
export const OPERATOR = ['operator'] as const
export const OPERATOR_OR_AGENT = ['operator', 'agent'] as const
export const ANYBODY = ['operator', 'agent', 'node'] as const

/** Methods by name, as an area states them. */
export type MethodTable = Readonly<Record<string, Method>>
