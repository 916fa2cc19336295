import { Type } from '@poundlock/spec/schema'
import { DecisionReason } from '../values/decision.ts'
import { BindingHash, NodeDescription, RunId, RunOutcome, RunState, ToolAnswer } from '../values/node.ts'
import { closed, Id, Time } from '../values/values.ts'
import { method } from './method.ts'

const SERVED = { to: 'node', scope: 'nodes.serve', roles: ['node'] } as const

/** For whom: the node's own rules can differ by agent. */
const CALLER = { agent: Id, session: Id }

/** A command line with everything that the node needs to decide about it. No field says that anything was approved. */
const command = {
  ...CALLER,
  command: Type.String({ minLength: 1, maxLength: 200_000 }),
  /** Absolute, below ~, or relative to the workspace of the node, which it is when absent. */
  workdir: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  env: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,255}$' }), Type.String({ maxLength: 131_072 }), {
      additionalProperties: false,
      maxProperties: 256,
    }),
  ),
  /** At most what the node has configured. */
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400_000 })),
  pty: Type.Optional(Type.Boolean({ default: false })),
  background: Type.Optional(Type.Boolean({ default: false })),
}

const Programs = Type.Array(closed({ name: Type.String(), path: Type.Union([Type.String(), Type.Null()]) }), {
  maxItems: 1000,
})

/** What a gateway asks of a node. */
export const nodeCommandMethods = {
  'node.describe': method({
    ...SERVED,
    access: 'read',
    idempotency: 'none',
    params: closed({}),
    result: closed({ description: NodeDescription, time: Time }),
    errors: [],
    summary: 'Says what the node is, and what it offers.',
  }),
  'system.which': method({
    ...SERVED,
    approved: 'system.which',
    access: 'read',
    idempotency: 'none',
    params: closed({
      names: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 100 }),
    }),
    result: closed({ programs: Programs }),
    errors: [],
    summary: 'Finds programs as a command on the node would.',
  }),
  'system.run.prepare': method({
    ...SERVED,
    approved: 'system.run',
    access: 'read',
    idempotency: 'none',
    params: closed(command),
    result: closed({
      /** As the node decides by itself. */
      decision: Type.Enum(['allow', 'ask', 'deny']),
      reasons: Type.Array(DecisionReason, { maxItems: 100 }),
      /** It cannot run here, whatever is decided. */
      problem: Type.Optional(Type.String({ maxLength: 2000 })),
      /** Absolute paths of the node. */
      cwd: Type.String(),
      home: Type.String(),
      workspace: Type.String(),
      programs: Programs,
      binding: BindingHash,
    }),
    errors: [],
    summary: 'Decides a command line on the node, and says what it would run there. Runs nothing.',
  }),
  'system.run': method({
    ...SERVED,
    approved: 'system.run',
    access: 'write',
    idempotency: 'required',
    params: closed({
      ...command,
      run: RunId,
      /** As `system.run.prepare` said; it does not run where anything has changed since. */
      binding: BindingHash,
      /** Whether output is sent while it runs. */
      stream: Type.Optional(Type.Boolean({ default: false })),
    }),
    result: closed({ state: RunState, outcome: Type.Optional(RunOutcome) }),
    errors: ['IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    summary: 'Has a command decided and run on the node, at most once. Its end is reported by `run.finished`.',
  }),
  'system.run.cancel': method({
    ...SERVED,
    approved: 'system.run',
    access: 'write',
    idempotency: 'none',
    params: closed({ run: RunId }),
    result: closed({
      /** False where it had ended, or was never begun. */
      cancelling: Type.Boolean(),
    }),
    errors: [],
    summary: 'Ends a command with all its processes.',
  }),
  'run.status': method({
    ...SERVED,
    access: 'read',
    idempotency: 'none',
    params: closed({ run: RunId }),
    result: closed({
      state: RunState,
      startedAt: Type.Optional(Time),
      /** The end of what it has said until now. */
      tail: Type.Optional(Type.String()),
      outcome: Type.Optional(RunOutcome),
    }),
    errors: [],
    summary: 'Asks the ledger of the node what has become of a command.',
  }),
  'system.process': method({
    ...SERVED,
    approved: 'system.run',
    access: 'write',
    idempotency: 'none',
    params: closed({ ...CALLER, input: Type.Object({}) }),
    result: ToolAnswer,
    errors: [],
    summary: 'Looks after the background commands of the node, as the tool `process` does.',
  }),
  'system.file.read': method({
    ...SERVED,
    approved: 'system.file',
    access: 'read',
    idempotency: 'none',
    params: closed({ ...CALLER, input: Type.Object({}) }),
    result: ToolAnswer,
    errors: [],
    summary: 'Reads a file of the node, as the tool `read_file` does.',
  }),
  'system.file.write': method({
    ...SERVED,
    approved: 'system.file',
    access: 'write',
    idempotency: 'none',
    params: closed({ ...CALLER, input: Type.Object({}) }),
    result: ToolAnswer,
    errors: [],
    summary: 'Writes a file of the node, as the tool `write_file` does.',
  }),
  'system.execApprovals.get': method({
    ...SERVED,
    approved: 'system.execApprovals.get',
    access: 'read',
    idempotency: 'none',
    params: closed({}),
    result: closed({
      document: Type.Union([Type.String(), Type.Null()]),
      hash: Type.Union([BindingHash, Type.Null()]),
    }),
    errors: [],
    summary: 'Reads the approvals document of the owner of the node.',
  }),
  'system.execApprovals.set': method({
    ...SERVED,
    approved: 'system.execApprovals.set',
    access: 'write',
    idempotency: 'none',
    params: closed({
      document: Type.String({ maxLength: 1024 * 1024 }),
      /** Of the document that this one replaces; `null` where there was none. */
      base: Type.Union([BindingHash, Type.Null()]),
    }),
    result: closed({ hash: BindingHash }),
    errors: ['CONFLICT', 'RECORD_FAILED'],
    summary: 'Replaces the approvals document of the node, where its owner offers that.',
  }),
}
