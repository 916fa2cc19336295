import { reachFrom, type ApprovalDecision, type ApprovalRecord, type GivenReach } from '@poundlock/approvals'
import { GatewayError, type Approval } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { asGatewayError, withStore } from './approval-errors.ts'
import { approvalView, viewFor } from './approval-view.ts'
import type { Approvals } from './approvals.ts'

interface GivenAnswer {
  readonly decision: ApprovalDecision
  readonly reason?: string
  readonly reach?: GivenReach
}

/** The methods that answer requests for approval, or hand them on. */
export function answerMethods(approvals: Approvals, now: () => number): Handlers {
  const { store, desk } = approvals
  const shown = (record: ApprovalRecord, caller: Caller): Approval =>
    viewFor(approvalView(record, now()), record, caller)
  const answer = (id: string, { decision, reason, reach }: GivenAnswer, caller: Caller) => {
    const limits = reach && reachFrom(reach, now())
    const { counts, answer: first } = desk.answer(id, {
      decision,
      ...(limits && { limits }),
      ...(reason !== undefined && { reason }),
      by: caller.deviceName,
      surface: 'gateway',
      author: authorOf(caller),
    })
    // Who asks again, because the answer to the request was lost, is told that it counts.
    const isOwn = first.author?.deviceId === caller.deviceId && first.decision === decision
    return { counts: counts || isOwn, approval: shown(store.get(id), caller) }
  }
  return {
    'approvals.answer': ({ id, ...given }, caller) => {
      if (given.reach !== undefined && given.decision !== 'allow-always') {
        throw new GatewayError('INVALID_PARAMS', 'A reach limits an allow-always.', {
          path: '/params/reach',
          expected: 'no reach with another decision',
        })
      }
      return withStore(() => answer(id, given, caller))
    },
    'approvals.answerMany': ({ ids, likeness, decision, reason }, caller) => {
      const answered: { counts: boolean; approval: Approval }[] = []
      const failed: { id: string; code: string; message: string }[] = []
      for (const id of ids) {
        try {
          if (withStore(() => store.get(id)).request.likeness !== likeness) throw unlike(id)
          answered.push(answer(id, { decision, ...(reason !== undefined && { reason }) }, caller))
        } catch (error) {
          const refusal = asGatewayError(error)
          if (!(refusal instanceof GatewayError)) throw error
          failed.push({ id, code: refusal.code, message: refusal.message })
        }
      }
      return { answered, failed }
    },
    'approvals.delegate': ({ id, group, reason }, caller) => {
      const groups = approvals.groups()
      if (!Object.hasOwn(groups, group))
        throw new GatewayError('NOT_FOUND', 'There is no such group.', { path: '/params/group' })
      const record = withStore(() => store.get(id))
      checkTheirs(shown(record, caller))
      const note = reason === undefined ? {} : { note: reason }
      const handedOn = { group, members: groups[group]!, by: caller.deviceName, ...note }
      return {
        approval: shown(
          withStore(() => desk.delegate(record.request.id, handedOn)),
          caller,
        ),
      }
    },
  }
}

const authorOf = ({ deviceId, deviceName, role, proof }: Caller) => ({
  deviceId,
  deviceName,
  role,
  proof,
})

const unlike = (id: string) =>
  new GatewayError('CONFLICT', `Request ${id} is not like the others.`, { expected: 'requests of the same likeness' })

/** Who may not allow a request has no say in who may. */
function checkTheirs({ notByCaller }: Approval): void {
  if (notByCaller !== 'self-approval' && notByCaller !== 'group') return
  throw new GatewayError('FORBIDDEN', 'Who may not allow a request does not hand it on.', {
    details: { reason: notByCaller },
  })
}
