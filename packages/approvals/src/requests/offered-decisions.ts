import type { ExecAsk } from '@poundlock/spec'
import type { ApprovalDecision } from './request.ts'

/**
 * Which answers are open for a request.
 *
 * @param options.ask under `always`, an answer for ever would be asked again all the same
 * @param options.grantable whether something of the command can be granted; a shape that cannot be bound is allowed once
 */
export function offeredDecisions(options: {
  readonly ask: ExecAsk
  readonly grantable: boolean
}): readonly ApprovalDecision[] {
  return options.ask === 'always' || !options.grantable
    ? ['allow-once', 'deny']
    : ['allow-once', 'allow-always', 'deny']
}
