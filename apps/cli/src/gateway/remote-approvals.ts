import type { ApprovalAnswer, ApprovalRequest, SocketEvent } from '@poundlock/approvals'
import type { Answered } from '@poundlock/approvals/node'
import type { Approval } from '@poundlock/protocol'
import type { Prompting } from '../approvals/approval-desk.ts'
import type { ConnectedGateway } from './with-gateway.ts'

/** A request of a gateway as those of this machine are. */
export function requestOfGateway(approval: Approval): ApprovalRequest {
  const {
    state: _,
    requestedBy,
    group: _g,
    quorum: _q,
    reasonRequired: _r,
    answers: _a,
    notByCaller,
    ...shown
  } = approval
  const from = requestedBy === undefined ? [] : [`asked by ${requestedBy.name} (${requestedBy.role})`]
  const own = notByCaller === undefined ? [] : [NOT_BY_CALLER[notByCaller]]
  return { ...shown, warnings: [...shown.warnings, ...from, ...own] }
}

const NOT_BY_CALLER: Readonly<Record<NonNullable<Approval['notByCaller']>, string>> = {
  'self-approval': 'this device asked for it: another one has to answer',
  group: 'it is for another group to answer',
  scope: 'this device may not answer',
  answered: 'this device has answered, or it is settled',
}

/** The answer that counts, of a request that was answered. */
export function answerOfGateway({ answers }: Approval): ApprovalAnswer | undefined {
  const last = answers.at(-1)
  if (last === undefined) return undefined
  const { decision, by, surface, reason, at } = last
  return { decision, by, surface, at, ...(reason !== undefined && { reason }) }
}

/** Requests that wait at a gateway, the oldest first; at most a thousand. */
export async function pendingOfGateway(gateway: ConnectedGateway): Promise<readonly ApprovalRequest[]> {
  const { approvals } = await gateway.request('approvals.list', { limit: 1000 })
  return approvals.map((approval) => requestOfGateway(approval))
}

/** One request, and all that wait and are like it where they are wanted, too. */
export async function requestsAtGateway(
  gateway: ConnectedGateway,
  id: string,
  withLike: boolean,
): Promise<readonly ApprovalRequest[]> {
  const { approval } = await gateway.request('approvals.get', { id })
  const request = requestOfGateway(approval)
  if (!withLike) return [request]
  const others = (await pendingOfGateway(gateway)).filter(({ likeness }) => likeness === request.likeness)
  return [request, ...others.filter((other) => other.id !== request.id)]
}

type Given = Parameters<Prompting['answer']>[1]

/** Answers a request at a gateway. @throws GatewayError, ClientError */
export async function answerAtGateway(gateway: ConnectedGateway, id: string, given: Given): Promise<Answered> {
  const { decision, reason, limits } = given
  const reach = limits && {
    ...(limits.maxUses !== undefined && { maxUses: limits.maxUses }),
    ...(limits.expiresAt !== undefined && { lastsMs: Math.max(1000, limits.expiresAt - Date.now()) }),
    ...(limits.scope !== undefined && { scope: limits.scope }),
  }
  const answered = await gateway.request('approvals.answer', {
    id,
    decision,
    ...(reason !== undefined && { reason }),
    ...(reach && { reach }),
  })
  return answeredOf(answered, decision)
}

/** What became of an answer, as the store of this machine says it. */
export function answeredOf(
  { counts, approval }: { readonly counts: boolean; readonly approval: Approval },
  decision: ApprovalAnswer['decision'],
): Answered {
  const answer = answerOfGateway(approval) ?? { decision, by: '', surface: 'gateway', at: Date.now() }
  const { approve, deny, approved, denied } = approval.quorum
  const missing = decision === 'deny' ? deny - denied : approve - approved
  return { counts, answer, ...(approval.state === 'pending' && missing > 0 && { missing }) }
}

/** Watches the requests of a gateway, for as long as it takes. @throws GatewayError, ClientError */
export async function joinGateway(
  gateway: ConnectedGateway,
  onEvent: (event: SocketEvent) => void,
): Promise<Prompting> {
  const known = new Map<string, Approval>()
  const waits = (approval: Approval) => {
    known.set(approval.id, approval)
    onEvent({ kind: 'waiting', request: requestOfGateway(approval) })
  }
  const settled = (approval: Approval) => {
    known.delete(approval.id)
    const answer = answerOfGateway(approval)
    onEvent({ kind: 'settled', id: approval.id, state: approval.state, ...(answer && { answer }) })
  }
  let hasBegun = false
  await gateway.subscribe(
    'approvals.watch',
    {},
    {
      onBegin({ pending }, { resumed }) {
        // What came and went while no connection stood.
        const now = new Map(pending.map((approval) => [approval.id, approval]))
        if (hasBegun && !resumed) {
          for (const gone of [...known.values()].filter(({ id }) => !now.has(id))) settled(gone)
          for (const approval of pending) if (!known.has(approval.id)) waits(approval)
        } else if (!hasBegun) for (const [id, approval] of now) known.set(id, approval)
        hasBegun = true
      },
      onEvent({ event, data: { approval } }) {
        if (event === 'approvals.waiting') waits(approval)
        else if (event === 'approvals.settled') settled(approval)
      },
    },
  )
  return {
    serves: false,
    socket: '',
    port: null,
    gateway: gateway.hello!.gateway.name,
    waiting: [...known.values()].map((approval) => requestOfGateway(approval)),
    answer: (id, given) => answerAtGateway(gateway, id, given),
    closed: gateway.closed.then((error) => error?.message ?? 'closed'),
    close: async () => gateway.close(),
  }
}
