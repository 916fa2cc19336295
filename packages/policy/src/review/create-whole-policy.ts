import { commandJudge } from '../commands/command-judge.ts'
import { createPolicy, type Policy, type PolicyOptions } from '../create-policy.ts'
import type { PolicyLayer } from '../layer.ts'

/** What is reviewed may have rules on commands. */
export function createWholePolicy(layers: readonly PolicyLayer[], options: PolicyOptions): Policy {
  return createPolicy(layers, { commands: commandJudge, ...options })
}
