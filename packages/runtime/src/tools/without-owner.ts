import type { PolicyRequest } from '@poundlock/policy'

/** What a call is judged by once its owner has been heard: what it touches on the way is a matter of the rules. */
export function withoutOwner(request: PolicyRequest): PolicyRequest {
  if (request.approvals === undefined) return request
  const { approvals: _owner, ...asked } = request
  return asked
}
