import type { ApprovalRequest as StoredRequest, ApproverGroups } from '@poundlock/approvals'
import { findRequirements } from '@poundlock/approvals'
import type { NewRequest } from '@poundlock/approvals/node'
import type { ConfigSource } from '@poundlock/config'
import type { CallToApprove } from '@poundlock/runtime'
import { storedRequest } from '@poundlock/runtime/host'

/**
 * Makes the stored request of a call, with the conditions on its answer from the owners' files (`approvals.require`). A
 * file can add conditions, and cannot remove those of another.
 */
export function requestOf(sources: readonly ConfigSource[]): (call: CallToApprove) => NewRequest {
  const own = sources.filter(({ kind }) => kind !== 'workspace').map(({ document }) => document.approvals ?? {})
  const rules = own.flatMap(({ require = [] }) => require)
  const groups = approverGroups(sources)
  return (call) => {
    const request = storedRequest(call)
    const required: Pick<StoredRequest, 'requires' | 'approvers'> = findRequirements(rules, groups, request)
    return { ...request, ...required }
  }
}

/** The groups that requests can be handed on to, by their names; of two of one name the more specific file counts. */
export function approverGroups(sources: readonly ConfigSource[]): ApproverGroups {
  const own = sources.filter(({ kind }) => kind !== 'workspace')
  return Object.assign({}, ...own.map(({ document }) => document.approvals?.groups ?? {})) as ApproverGroups
}
