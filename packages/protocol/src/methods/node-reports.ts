import { Type } from '@poundlock/spec/schema'
import { NodeLabels, NodeCommands, NodeDescription, OutputNumber, RunId, RunOutcome } from '../values/node.ts'
import { closed, Count, Id, Name, Positive, Time } from '../values/values.ts'
import { method } from './method.ts'

const REPORTS = {
  to: 'gateway',
  scope: 'nodes.serve',
  roles: ['node'],
  access: 'write',
  // Each names what it is about, and changes nothing when it comes twice.
  idempotency: 'none',
} as const

/** What a node tells its gateway. */
export const nodeReportMethods = {
  'node.attach': method({
    ...REPORTS,
    params: closed({ description: NodeDescription }),
    result: closed({
      /** Counts the connections of this node. */
      epoch: Positive,
      name: Name,
      labels: NodeLabels,
      /** What an operator approved; nothing else is sent to it. */
      approved: NodeCommands,
    }),
    errors: ['RECORD_FAILED'],
    summary: 'Says what the node offers; from then on it can be sent commands.',
  }),
  'run.started': method({
    ...REPORTS,
    params: closed({ run: RunId, startedAt: Time, record: Id }),
    result: closed({}),
    errors: ['NOT_FOUND'],
    summary: 'A command was let through on the node, and runs.',
  }),
  'run.output': method({
    ...REPORTS,
    params: closed({
      run: RunId,
      seq: OutputNumber,
      stream: Type.Enum(['stdout', 'stderr']),
      text: Type.String({ maxLength: 1024 * 1024 }),
      /** Bytes before this part that were left out. */
      omittedBytes: Type.Optional(Count),
    }),
    result: closed({}),
    errors: ['NOT_FOUND'],
    summary: 'Output of a command. The node sends more when this is answered.',
  }),
  'run.finished': method({
    ...REPORTS,
    params: closed({ run: RunId, outcome: RunOutcome }),
    result: closed({
      /** False where nobody waits for it any more; it need not be told again either way. */
      known: Type.Boolean(),
    }),
    errors: ['RECORD_FAILED'],
    summary: 'A command has ended, or was not let through. Sent again until it is answered.',
  }),
}
