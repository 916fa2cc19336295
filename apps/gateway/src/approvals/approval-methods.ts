import { stateOf, type ApprovalRecord } from '@poundlock/approvals'
import type { Approval } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import { firstFitting, mostFitting } from '../dispatch/fitting-answer.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { withStore } from './approval-errors.ts'
import { approvalView, viewFor } from './approval-view.ts'
import type { Approvals } from './approvals.ts'

/** So many of what waits are sent with a subscription; a list has the others. */
const MOST_PENDING = 1000

/** The methods that look at requests for approval. */
export function approvalMethods(approvals: Approvals, now: () => number): Handlers {
  const { store, feed } = approvals
  const shown = (record: ApprovalRecord, caller: Caller): Approval =>
    viewFor(approvalView(record, now()), record, caller)
  return {
    'approvals.list': ({ state = 'pending', session, limit = 100, cursor }, caller) => {
      const isWanted = ({ request }: ApprovalRecord) => session === undefined || request.binding.session === session
      const records = withStore(() =>
        state === 'pending'
          ? approvals.pending(now())
          : [...store.all(), ...(approvals.shared?.all() ?? [])].filter(
              (record) => stateOf(record, now()) !== 'pending',
            ),
      ).filter(isWanted)
      const start = cursor === undefined ? 0 : records.findIndex(({ request }) => request.id === cursor) + 1
      const page = firstFitting(records.slice(start, start + limit).map((record) => shown(record, caller)))
      const next = start + page.length < records.length ? page.at(-1)?.id : undefined
      return { approvals: [...page], ...(next !== undefined && { next }) }
    },
    'approvals.get': ({ id }, caller) => ({
      approval: shown(approvals.elsewhere(id) ?? withStore(() => store.get(id)), caller),
    }),
    'approvals.watch': async ({ after }, caller) => {
      await approvals.watching()
      const isSame = after?.epoch === feed.epoch
      const followed = feed.feed.follow(caller, isSame ? after.seq : undefined, () => approvals.left())
      approvals.watched()
      const all = approvals.pending(now())
      const pending = mostFitting(all.slice(0, MOST_PENDING).map((record) => shown(record, caller)))
      return {
        ...followed,
        epoch: feed.epoch,
        pending: [...pending],
        more: all.length - pending.length,
      }
    },
    'approvals.groups': () => ({
      groups: Object.entries(approvals.groups()).map(([id, members]) => ({ id, members: members.length })),
    }),
  }
}
