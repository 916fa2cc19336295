import type { GatewayClient } from '@poundlock/protocol/client'
import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Remembered } from '../lists/remembered.tsx'
import { WhenSeen } from '../lists/when-seen.tsx'
import { Problem } from '../text/problem.tsx'
import { ApprovalCard } from './approval-card.tsx'
import type { ApprovalQueue, OwnAnswer } from './approval-queue.ts'
import type { ApprovalView } from './approval.ts'
import { BatchBar } from './batch-bar.tsx'
import { LinkedRequest } from './linked-request.tsx'
import { groupAlike } from './queue-groups.ts'
import { SettledList } from './settled-list.tsx'

interface QueueViewProps {
  readonly queue: ApprovalQueue
  readonly selected: Signal<string | null>
  /** Milliseconds before an answer is sent. */
  readonly delayMs: ReadonlySignal<number>
}

interface WholeQueueProps extends QueueViewProps {
  readonly client: GatewayClient
  /** The request that the address names. */
  readonly linked: string | null
}

/** So many cards are built at once: the others come when the end of these is seen. */
const AT_ONCE = 20

/** What waits, the oldest first, and what was settled meanwhile. */
export function QueueView({ client, linked, ...props }: WholeQueueProps) {
  const { queue, selected } = props
  const waiting = queue.waiting.value
  const built = useMemo(() => signal(AT_ONCE), [queue])
  const groups = useMemo(() => groupAlike(waiting), [waiting])
  const total = waiting.length + queue.more.value
  // What is selected by its key or its link is built, however far down it is.
  const at = selected.value === null ? -1 : waiting.findIndex(({ id }) => id === selected.value)
  const most = Math.max(built.value, at + 2)
  const shown = firstGroups(groups, most)
  return (
    <main>
      <h1>
        {total > 0
          ? `${total} ${total === 1 ? 'waits' : 'wait'} for an answer`
          : `${queue.isKnown.value ? 'Nothing' : 'It is not known yet what'} waits for an answer`}
      </h1>
      <Problem text={queue.problem.value} />
      {linked !== null && isGone(queue, linked) && <LinkedRequest key={linked} client={client} id={linked} />}
      {shown.map((group) => (
        <Group key={group[0]!.id} group={group} {...props} />
      ))}
      {most < waiting.length && <WhenSeen key={most} onSeen={() => (built.value = most + AT_ONCE)} />}
      {queue.more.value > 0 && <p class="note">{queue.more.value} more: poundlock approvals pending shows them.</p>}
      {queue.settled.value.length > 0 && <SettledList settled={queue.settled.value} />}
    </main>
  )
}

/** Neither waits nor was settled since the page was opened. */
const isGone = ({ isKnown, waiting, settled }: ApprovalQueue, linked: string): boolean =>
  isKnown.value && [...waiting.value, ...settled.value].every(({ id }) => id !== linked)

/** Whole groups, as many as have so many requests together. */
function firstGroups(groups: readonly (readonly ApprovalView[])[], most: number) {
  let count = 0
  const end = groups.findIndex((group) => (count += group.length) >= most)
  return end === -1 ? groups : groups.slice(0, end + 1)
}

function Group({ group, queue, selected, delayMs }: QueueViewProps & { readonly group: readonly ApprovalView[] }) {
  const own = queue.own.value
  const open = group.filter(({ id }) => own.get(id) === undefined || own.get(id)?.kind === 'failed')
  return (
    <>
      {open.length > 1 && <BatchBar batch={open} onAnswer={(decision) => void queue.answerAll(open, decision)} />}
      {group.map((approval) => (
        <Card
          key={approval.id}
          approval={approval}
          own={own.get(approval.id)}
          isSelected={selected.value === approval.id}
          queue={queue}
          selected={selected}
          delayMs={delayMs}
        />
      ))}
    </>
  )
}

interface CardProps extends QueueViewProps {
  readonly approval: ApprovalView
  readonly own: OwnAnswer | undefined
  readonly isSelected: boolean
}

/** Builds a card again only where something of it has changed: the others stay as they are. */
function Card({ approval, own, isSelected, queue, selected, delayMs }: CardProps) {
  return (
    <Remembered by={[approval, own, isSelected, queue]}>
      {() => (
        <ApprovalCard
          approval={approval}
          own={own}
          isSelected={isSelected}
          onSelect={() => (selected.value = approval.id)}
          onAnswer={(answer) => queue.answer(approval.id, answer, delayMs.peek())}
          onTakeBack={() => queue.takeBack(approval.id)}
        />
      )}
    </Remembered>
  )
}
