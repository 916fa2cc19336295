import {
  approversOf,
  stateOf,
  voterOf,
  type ApprovalAnswer,
  type ApprovalRecord,
  type ApprovalVote,
  type RequestOrigin,
} from '@poundlock/approvals'
import type { Actor, Answer, Approval } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'

/** A request as any caller sees it. */
export type SharedView = Omit<Approval, 'notByCaller'>

/** A request as it is sent, without what differs by who sees it. */
export function approvalView(record: ApprovalRecord, now: number): SharedView {
  const { request } = record
  const {
    asker: _,
    queued: _queued,
    origin,
    requires,
    approvers: _approvers,
    effects,
    changes,
    grantCovers,
    askedParts,
    reasonOrigins,
    ...shown
  } = request
  const { approve = 1, deny = 1, reason = 'optional' } = requires ?? {}
  const answers = answersOf(record)
  const count = (isDenial: boolean) =>
    new Set(answers.filter(({ decision }) => (decision === 'deny') === isDenial).map((one) => voterOf(one))).size
  const group = approversOf(record)?.group
  return {
    ...shown,
    reasons: [...shown.reasons],
    ...(reasonOrigins && { reasonOrigins: [...reasonOrigins] }),
    sets: [...shown.sets],
    ...(effects && { effects: [...effects] }),
    ...(changes && { changes: [...changes] }),
    ...(grantCovers && { grantCovers: [...grantCovers] }),
    ...(askedParts && { askedParts: [...askedParts] }),
    warnings: [...shown.warnings],
    decisions: [...shown.decisions],
    binding: shown.binding as Approval['binding'],
    state: stateOf(record, now),
    ...(origin && { requestedBy: actorOf(origin) }),
    ...(group !== undefined && { group }),
    quorum: { approve, deny, approved: count(false), denied: count(true) },
    reasonRequired: reason === 'required',
    answers: answers.map((answer) => answerView(answer)),
  }
}

/** The same for one caller, who is told whether they can answer it. */
export function viewFor(view: SharedView, record: ApprovalRecord, caller: Caller): Approval {
  const notByCaller = whyNot(record, caller, view.state)
  return notByCaller === undefined ? view : { ...view, notByCaller }
}

function whyNot(record: ApprovalRecord, caller: Caller, state: Approval['state']): Approval['notByCaller'] {
  return caller.scopes.has('approvals.answer') ? whyNotBy(record, caller.deviceId, state) : 'scope'
}

/** Whether a device that has the scopes for it can answer a request now. */
export const canAnswer = (record: ApprovalRecord, deviceId: string, now: number): boolean =>
  whyNotBy(record, deviceId, stateOf(record, now)) === undefined

function whyNotBy(record: ApprovalRecord, deviceId: string, state: Approval['state']): Approval['notByCaller'] {
  const voter = `device:${deviceId}`
  if (state !== 'pending' || record.votes?.some((vote) => voterOf(vote) === voter) === true) return 'answered'
  if (record.request.origin?.deviceId === deviceId) return 'self-approval'
  const approvers = approversOf(record)
  return approvers && !approvers.members.includes(voter) ? 'group' : undefined
}

/** All answers: those that made the final one, or the votes before it. */
function answersOf({ answer, votes = [] }: ApprovalRecord): readonly ApprovalVote[] {
  if (answer === undefined) return votes
  return answer.votes ?? [...votes, answer]
}

const PROOFS: Readonly<Record<string, Answer['proof']>> = {
  terminal: 'terminal',
  cli: 'terminal',
  watch: 'terminal',
  serve: 'terminal',
  socket: 'local-socket',
  webhook: 'signed-webhook',
  slack: 'chat-member',
  telegram: 'chat-member',
  discord: 'chat-member',
}

function answerView({ decision, by, surface, author, reason, at }: ApprovalAnswer | ApprovalVote): Answer {
  const proof = (author?.proof as Answer['proof']) ?? PROOFS[surface]
  return {
    decision,
    by,
    surface,
    ...(author && { from: actorOf(author) }),
    ...(proof && { proof }),
    ...(reason !== undefined && { reason }),
    at,
  }
}

const actorOf = ({ deviceId, deviceName, role }: RequestOrigin): Actor => ({
  device: deviceId,
  name: deviceName,
  role: role as Actor['role'],
})
