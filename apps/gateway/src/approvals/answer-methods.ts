import { reachFrom, type ApprovalDecision, type ApprovalRecord, type GivenReach } from '@poundlock/approvals'
import { GatewayError, readMethodResult, type Approval, type ParamsOf, type ResultOf } from '@poundlock/protocol'
import type { PassedOnMethod } from '../cluster/shared-approvals.ts'
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

type AnswerResult = ResultOf<'approvals.answer'>

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
  /** The gateway that asks takes it; what it says is checked as any result. */
  const passOn = async <Name extends PassedOnMethod>(method: Name, params: ParamsOf<Name>, caller: Caller) =>
    readMethodResult(method, (await approvals.shared!.passOn(method, params, caller)) as object)
  const answerOne = (id: string, given: GivenAnswer, caller: Caller) => {
    const elsewhere = approvals.elsewhere(id)
    if (elsewhere) return passOn('approvals.answer', { id: elsewhere.request.id, ...given }, caller)
    return withStore(() => answer(id, given, caller))
  }
  return {
    ...answerMany(approvals, answerOne),
    'approvals.answer': ({ id, ...given }, caller) => {
      if (given.reach !== undefined && given.decision !== 'allow-always') {
        throw new GatewayError('A reach limits an allow-always.', {
          code: 'INVALID_PARAMS',
          path: '/params/reach',
          expected: 'no reach with another decision',
        })
      }
      return answerOne(id, given, caller)
    },
    'approvals.delegate': ({ id, group, reason }, caller) => {
      const elsewhere = approvals.elsewhere(id)
      if (elsewhere) {
        const params = { id: elsewhere.request.id, group, ...(reason !== undefined && { reason }) }
        return passOn('approvals.delegate', params, caller)
      }
      const groups = approvals.groups()
      if (!Object.hasOwn(groups, group))
        throw new GatewayError('There is no such group.', { code: 'NOT_FOUND', path: '/params/group' })
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

type AnswerOne = (id: string, given: GivenAnswer, caller: Caller) => AnswerResult | Promise<AnswerResult>

/** Answers requests that are alike, each by itself. */
function answerMany(approvals: Approvals, answerOne: AnswerOne): Pick<Handlers, 'approvals.answerMany'> {
  const { store } = approvals
  return {
    'approvals.answerMany': async ({ ids, likeness, decision, reason }, caller) => {
      const answered: AnswerResult[] = []
      const failed: { id: string; code: string; message: string }[] = []
      for (const id of ids) {
        try {
          const record = approvals.elsewhere(id) ?? withStore(() => store.get(id))
          if (record.request.likeness !== likeness) throw unlike(id)
          // oxlint-disable-next-line no-await-in-loop -- in their order
          answered.push(await answerOne(id, { decision, ...(reason !== undefined && { reason }) }, caller))
        } catch (error) {
          const refusal = asGatewayError(error)
          if (!(refusal instanceof GatewayError)) throw error
          failed.push({ id, code: refusal.code, message: refusal.message })
        }
      }
      return { answered, failed }
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
  new GatewayError(`Request ${id} is not like the others.`, {
    code: 'CONFLICT',
    expected: 'requests of the same likeness',
  })

/** Who may not allow a request has no say in who may. */
function checkTheirs({ notByCaller }: Approval): void {
  if (notByCaller !== 'self-approval' && notByCaller !== 'group') return
  throw new GatewayError('Who may not allow a request does not hand it on.', {
    code: 'FORBIDDEN',
    details: { reason: notByCaller },
  })
}
