import { useState } from 'preact/hooks'
import { NOT_BY_CALLER, type ApprovalView, type GivenAnswer } from './approval.ts'
import { GrantForm } from './grant-form.tsx'

interface AnswerButtonsProps {
  readonly approval: ApprovalView
  /** Whether all of the command is on the screen: nothing is allowed unseen. */
  readonly isSeen: boolean
  readonly onAnswer: (answer: GivenAnswer) => void
}

/** Enter is pressed too easily: only a click, a touch or the space bar allows something. */
export const withoutEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

/** The answers that a person may give. */
export function AnswerButtons({ approval, isSeen, onAnswer }: AnswerButtonsProps) {
  const [reason, setReason] = useState('')
  const [grants, setGrants] = useState(false)
  const { decisions, notByCaller, reasonRequired, id } = approval
  if (notByCaller !== undefined) return <p class="note">{NOT_BY_CALLER[notByCaller]}</p>
  const needsReason = reasonRequired && reason.trim() === ''
  const give = (answer: GivenAnswer) => onAnswer({ ...answer, ...(reason.trim() && { reason: reason.trim() }) })
  return (
    <div class="answers">
      <label class="reason">
        Reason{reasonRequired ? ' (needed)' : ''}
        <input
          name="reason"
          maxLength={2000}
          autocomplete="off"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <div class="buttons" role="group" aria-label="Answers">
        {decisions.includes('deny') && (
          <button type="button" class="deny" disabled={needsReason} onClick={() => give({ decision: 'deny' })}>
            Deny
          </button>
        )}
        {decisions.includes('allow-always') && (
          <button
            type="button"
            class="grant"
            aria-expanded={grants}
            aria-controls={`grant-${id}`}
            disabled={needsReason || !isSeen}
            onKeyDown={withoutEnter}
            onClick={() => setGrants(!grants)}
          >
            Allow more…
          </button>
        )}
        {decisions.includes('allow-once') && (
          <button
            type="button"
            class="allow"
            disabled={needsReason || !isSeen}
            onKeyDown={withoutEnter}
            onClick={() => give({ decision: 'allow-once' })}
          >
            Allow once
          </button>
        )}
      </div>
      {grants && (
        <GrantForm
          id={`grant-${id}`}
          covers={approval.grantCovers ?? []}
          onGrant={(reach) => give({ decision: 'allow-always', reach })}
        />
      )}
    </div>
  )
}
