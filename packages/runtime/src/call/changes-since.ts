import { findDrift, type Binding } from '@poundlock/approvals'
import type { CallAnswer } from '@poundlock/approvals/node'
import { withHookSteps } from '../hooks/hook-steps.ts'
import type { AdmittedCall } from './call-record.ts'

/** What a call was when a person was asked about it. */
export interface AskedState {
  readonly binding: Binding
  readonly identity: string
}

/**
 * Checks that what was approved is what runs: programs and links can be replaced while a person decides.
 *
 * @param use uses the approval up, once nothing else has changed
 * @returns the differences, a sentence each
 */
export async function changesSince(
  { prepared, decided, hooks }: AdmittedCall,
  asked: AskedState,
  use?: CallAnswer['use'],
): Promise<readonly string[]> {
  const now = withHookSteps(await prepared.decide(), hooks.denied, hooks.asks)
  const binding = now.binding()
  const drift = findDrift(asked.binding, binding).map(({ message }) => message)
  if (drift.length > 0) return drift
  if (now.identity() !== asked.identity) return ['Its effects changed after it was approved.']
  if (now.decision.decision !== decided.decision.decision) {
    return [`The decision is ${now.decision.decision} now; it was ${decided.decision.decision}.`]
  }
  return use?.(binding) ?? []
}
