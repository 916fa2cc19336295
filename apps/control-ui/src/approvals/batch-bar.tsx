import { CommandText, LONG_TEXT } from '../text/command-text.tsx'
import { withoutEnter } from './answer-buttons.tsx'
import type { ApprovalView } from './approval.ts'

interface BatchBarProps {
  /** Alike, and more than one. */
  readonly batch: readonly ApprovalView[]
  readonly onAnswer: (decision: 'allow-once' | 'deny') => void
}

/** Answers requests of the same programs in the same place at once. All commands are on the screen, or none is allowed. */
export function BatchBar({ batch, onAnswer }: BatchBarProps) {
  const isSeen = batch.every(({ binding }) => binding.text.length <= LONG_TEXT)
  const needsReason = batch.some(({ reasonRequired }) => reasonRequired)
  const canAllow = batch.every(({ decisions }) => decisions.includes('allow-once')) && isSeen && !needsReason
  return (
    <section class="batch" aria-label={`${batch.length} requests that are alike`}>
      <p>
        <strong>{batch.length} requests are alike:</strong> the same programs, for the same agent, in the same folder.
      </p>
      <ul class="batch-commands">
        {batch.map(({ id, binding }) => (
          <li key={id}>
            <CommandText text={binding.text} />
          </li>
        ))}
      </ul>
      <div class="buttons" role="group" aria-label="Answers for all">
        <button type="button" class="deny" onClick={() => onAnswer('deny')}>
          Deny all {batch.length}
        </button>
        <button
          type="button"
          class="allow"
          disabled={!canAllow}
          onKeyDown={withoutEnter}
          onClick={() => onAnswer('allow-once')}
        >
          Allow all {batch.length} once
        </button>
      </div>
    </section>
  )
}
