import { Remembered } from '../lists/remembered.tsx'
import { CommandText, ForeignText } from '../text/command-text.tsx'
import type { ApprovalView } from './approval.ts'

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

/** What was settled, with who did it. */
export function SettledList({ settled }: { readonly settled: readonly ApprovalView[] }) {
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

/** One request, and what became of it. */
export function SettledRow({ approval }: { readonly approval: ApprovalView }) {
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
