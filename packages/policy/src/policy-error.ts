import { PoundlockError } from '@poundlock/spec'

/** Thrown when a policy cannot be used: `POLICY_RULE`, a rule is malformed or one of its examples does not hold. */
export class PolicyError extends PoundlockError {
  override readonly name = 'PolicyError'

  constructor(message: string, details: { readonly rule: string; readonly source: string }, remedy: string) {
    super(message, { code: 'POLICY_RULE', details, remedy })
  }
}
