import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Remembered } from '../lists/remembered.tsx'
import { WhenSeen } from '../lists/when-seen.tsx'
import { CommandText, ForeignText } from '../text/command-text.tsx'
import { Problem } from '../text/problem.tsx'
import { ApprovalCard } from './approval-card.tsx'
import type { ApprovalQueue, OwnAnswer } from './approval-queue.ts'
import type { ApprovalView } from './approval.ts'
import { BatchBar } from './batch-bar.tsx'
import { groupAlike } from './queue-groups.ts'

interface QueueViewProps {
  readonly queue: ApprovalQueue
  readonly selected: Signal<string | null>
  /** Milliseconds before an answer is sent. */
  readonly delayMs: ReadonlySignal<number>
}

/** So many cards are built at once: the others come when the end of these is seen. */
const AT_ONCE = 20

/** What waits, the oldest first, and what was settled meanwhile. */
export function QueueView(props: QueueViewProps) {
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
        {total === 0 ? 'Nothing waits for an answer' : `${total} ${total === 1 ? 'waits' : 'wait'} for an answer`}
      </h1>
      <Problem text={queue.problem.value} />
      {shown.map((group) => (
        <Group key={group[0]!.id} group={group} {...props} />
      ))}
      {most < waiting.length && <WhenSeen key={most} onSeen={() => (built.value = most + AT_ONCE)} />}
      {queue.settled.value.length > 0 && <SettledList settled={queue.settled.value} />}
    </main>
  )
}

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

const STATES: Readonly<Record<ApprovalView['state'], string>> = {
  pending: 'waits',
  answered: 'answered',
  used: 'answered',
  expired: 'expired',
  cancelled: 'withdrawn',
}
const DECISIONS = { 'allow-once': 'allowed', 'allow-always': 'allowed from now on', deny: 'denied' } as const
/** Of the settled ones, so many are shown. */
const MOST_SETTLED = 50

function SettledList({ settled }: { readonly settled: readonly ApprovalView[] }) {
  return (
    <section aria-labelledby="settled">
      <h2 id="settled">Settled since you opened this page</h2>
      <ul class="settled">
        {settled.slice(0, MOST_SETTLED).map((approval) => (
          <SettledRow key={approval.id} approval={approval} />
        ))}
      </ul>
    </section>
  )
}

function SettledRow({ approval }: { readonly approval: ApprovalView }) {
  const { binding, state, answers } = approval
  const last = answers.at(-1)
  return (
    <Remembered by={[approval]}>
      {() => (
        <li>
          <span class="outcome">
            {last ? (
              <>
                {DECISIONS[last.decision]} by <ForeignText text={last.by} />
              </>
            ) : (
              STATES[state]
            )}
          </span>
          <CommandText text={binding.text} />
        </li>
      )}
    </Remembered>
  )
}
