import type { PolicyRequest } from '@poundlock/policy'

/**
 * The request after the owner's rules were applied: files that a tool touches while it runs are decided by the other
 * rules.
 */
export function withoutOwner(request: PolicyRequest): PolicyRequest {
  if (request.approvals === undefined) return request
  const { approvals: _owner, ...others } = request
  return others
}
