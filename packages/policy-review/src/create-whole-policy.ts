import { type Policy, type PolicyLayer, type PolicyOptions, createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'

/** What is reviewed may have rules on commands. */
export function createWholePolicy(layers: readonly PolicyLayer[], options: PolicyOptions): Policy {
  return createPolicy(layers, { commands: commandEvaluator, ...options })
}
