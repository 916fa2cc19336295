import { ApprovalsError } from '../approvals-error.ts'
import { requirementsOf, voterOf } from './quorum.ts'
import { approversOf, type ApprovalRecord, type ApprovalVote } from './request.ts'

type GivenAnswer = Omit<ApprovalVote, 'at'>

/**
 * Whether somebody may give this answer. A denial is open to everybody: it makes nothing wider.
 *
 * @throws ApprovalsError `APPROVAL_OWN`, `APPROVAL_GROUP`, `APPROVAL_REASON`
 */
export function checkMayAnswer(record: ApprovalRecord, given: GivenAnswer): void {
  if (given.decision === 'deny') return
  const { request } = record
  if (isOwn(record, given)) {
    throw new ApprovalsError(`Request ${request.id}: people cannot approve their own requests.`, {
      code: 'APPROVAL_OWN',
      remedy: 'Another person has to answer it, from their own device.',
    })
  }
  const approvers = approversOf(record)
  if (approvers && !approvers.members.includes(voterOf(given))) {
    throw new ApprovalsError(
      `Request ${request.id}: it is for ${JSON.stringify(approvers.group)}, to which ${voterOf(given)} does not belong.`,
      {
        code: 'APPROVAL_GROUP',
        remedy: 'A member of that group has to answer it; you can deny it.',
        details: { group: approvers.group },
      },
    )
  }
  if (requirementsOf(request).reason === 'required' && (given.reason ?? '').trim() === '') {
    throw new ApprovalsError(`Request ${request.id}: an approval of it needs a reason.`, {
      code: 'APPROVAL_REASON',
      remedy: 'Give a reason with the answer.',
    })
  }
}

/** Of the same device, or of the agent that the call was made for. */
function isOwn({ request }: ApprovalRecord, { author }: GivenAnswer): boolean {
  if (!author) return false
  const isAgent = author.role === 'agent' && author.deviceName === request.binding.agent
  return author.deviceId === request.origin?.deviceId || isAgent
}
