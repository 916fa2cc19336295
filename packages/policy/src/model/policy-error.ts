import { PoundlockError } from '@poundlock/spec'

export interface PolicyErrorOptions {
  readonly code: 'POLICY_RULE' | 'POLICY_LAYER'
  /** The rule as it is written, and the layer or file it comes from. */
  readonly details: { readonly rule?: string; readonly source: string }
  readonly remedy: string
}

/**
 * Thrown when a policy cannot be used. `POLICY_RULE`: a rule is malformed or one of its examples does not hold;
 * `POLICY_LAYER`: a layer has a value that does not exist, or the home folder is no absolute path.
 */
export class PolicyError extends PoundlockError {
  override readonly name = 'PolicyError'

  constructor(message: string, options: PolicyErrorOptions) {
    super(message, options)
  }
}

/** @throws PolicyError `POLICY_LAYER`, always */
export function refuseLayer(source: string, problem: string, remedy: string): never {
  throw new PolicyError(`${source}: ${problem}`, { code: 'POLICY_LAYER', details: { source }, remedy })
}
