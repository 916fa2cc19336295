import type { ToolCall } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'
import { agentDenials, withDenials } from '../contain/with-denials.ts'
import type { CheckedCall } from '../exec/checked-call.ts'
import { checkLine } from '../exec/prepare-exec.ts'
import { createLocalHosts } from '../hosts/local-hosts.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import type { CallContext } from './call-context.ts'
import type { CallOptions } from './call-options.ts'
import type { CallOutcome } from './outcome.ts'
import { runCall } from './run-call.ts'

/** What a runtime loads with its first call: the planner, the hosts and the steps of a call. */
export interface ServedCalls {
  check(input: ExecInput, context: CallContext, interactive: boolean): Promise<CheckedCall>
  run(call: ToolCall, context: CallContext, options: CallOptions): Promise<CallOutcome>
  /** Builds sandboxes ahead for calls without rules of their own. */
  warm(): Promise<void>
}

/** Serves calls on this machine, and on nodes where the host has some. */
export function serveCalls(known: Omit<RuntimeParts, 'hosts'>): ServedCalls {
  const { options, tools } = known
  const { backend, policy } = options.containment
  const denialsOf = agentDenials(policy, options.policy)
  const { nodeHost } = options
  const parts: RuntimeParts = {
    ...known,
    hosts: { ...createLocalHosts(options, denialsOf), ...(nodeHost && { node: nodeHost }) },
  }
  return {
    check: (input, context, interactive) => checkLine(input, context, interactive, parts),
    async run(call, context, callOptions) {
      const isRecorded = callOptions.recorded === true || options.recordsAll === true
      const spec = isRecorded ? tools.find(call.name) : null
      // What has no handler is a tool that runs commands.
      if (spec === null || tools.handlerOf(spec)) return runCall(call, context, callOptions, parts)
      const { recordCall } = await import('../recording/record-call.ts')
      return recordCall(call, context, callOptions, parts)
    },
    warm: async () => backend.warm?.(withDenials(policy, denialsOf('')).policy),
  }
}
