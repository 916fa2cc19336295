import { PoundlockError } from '@poundlock/spec'

/**
 * Thrown when a policy cannot be used. `POLICY_RULE`: a rule is malformed or one of its examples does not hold;
 * `POLICY_LAYER`: a layer has a value that does not exist, or the home folder is no absolute path.
 */
export class PolicyError extends PoundlockError {
  override readonly name = 'PolicyError'

  constructor(
    message: string,
    details: { readonly rule?: string; readonly source: string },
    remedy: string,
    code: 'POLICY_RULE' | 'POLICY_LAYER' = 'POLICY_RULE',
  ) {
    super(message, { code, details, remedy })
  }
}

/** @throws PolicyError `POLICY_LAYER`, always */
export function refuseLayer(source: string, problem: string, remedy: string): never {
  throw new PolicyError(`${source}: ${problem}`, { source }, remedy, 'POLICY_LAYER')
}
