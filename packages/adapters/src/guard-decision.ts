import type { CallToApprove } from '@poundlock/runtime'

/** What the policy says of a call, before it runs. There is no fourth answer, and no answer is no `allow`. */
export type GuardDecision =
  | { readonly decision: 'allow' }
  | { readonly decision: 'ask'; readonly request: CallToApprove }
  | { readonly decision: 'deny'; readonly message: string }
