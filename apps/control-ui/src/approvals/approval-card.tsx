import { useState } from 'preact/hooks'
import { hrefOf } from '../page/route.ts'
import { CommandText, ForeignText, labelText, LONG_TEXT } from '../text/command-text.tsx'
import { Difference } from '../text/difference.tsx'
import { Facts } from '../text/facts.tsx'
import { ReasonList } from '../text/reason-list.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import type { OwnAnswer } from './approval-queue.ts'
import type { ApprovalView, GivenAnswer } from './approval.ts'
import { Countdown } from './countdown.tsx'
import { EffectList } from './effect-list.tsx'

interface ApprovalCardProps {
  readonly approval: ApprovalView
  readonly own: OwnAnswer | undefined
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onAnswer: (answer: GivenAnswer) => void
  readonly onTakeBack: () => void
}

/** One request with everything that a person decides by. */
export function ApprovalCard({ approval, own, isSelected, onSelect, onAnswer, onTakeBack }: ApprovalCardProps) {
  const { id, binding, tool, reasons, warnings, quorum, expiresAt } = approval
  const [isSeen, setSeen] = useState(binding.text.length <= LONG_TEXT)
  return (
    <article
      id={`approval-${id}`}
      class={isSelected ? 'card selected' : 'card'}
      aria-label={labelText(`${tool} of ${binding.agent}`)}
      aria-current={isSelected}
      tabIndex={-1}
      onFocusCapture={onSelect}
    >
      <header>
        <strong>
          <ForeignText text={binding.agent} />
        </strong>{' '}
        wants to use <ForeignText text={tool} />
        <Countdown until={expiresAt} />
      </header>
      <CommandText text={binding.text} asked={approval.askedParts} onWhole={() => setSeen(true)} />
      {approval.askedParts && <p class="note">A solid line is below what is asked about.</p>}
      {approval.effects && <EffectList effects={approval.effects} cwd={binding.cwd.path} />}
      {approval.changes && <Difference lines={approval.changes} label="What it changes" />}
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <ForeignText text={warning} />
            </li>
          ))}
        </ul>
      )}
      <ReasonList
        label="Why it is asked"
        reasons={reasons.map((message, index) => ({ message, ...approval.reasonOrigins?.[index] }))}
      />
      <CallFacts approval={approval} />
      {quorum.approve > 1 && (
        <p class="note">
          {quorum.approved} of {quorum.approve} have allowed it.
        </p>
      )}
      <div aria-live="polite">
        {own === undefined || own.kind === 'failed' ? (
          <>
            {own !== undefined && (
              <p class="problem">
                Not answered: <ForeignText text={own.problem} />
              </p>
            )}
            <AnswerButtons approval={approval} isSeen={isSeen} onAnswer={onAnswer} />
          </>
        ) : (
          <OwnAnswerNote own={own} onTakeBack={onTakeBack} />
        )}
      </div>
    </article>
  )
}

function CallFacts({ approval: { id, binding, sets, requestedBy, group } }: { readonly approval: ApprovalView }) {
  return (
    <Facts
      facts={[
        ['Folder', binding.cwd.path],
        ['Runs on', binding.host],
        [
          'Session',
          <a href={hrefOf('sessions', binding.session)}>
            <ForeignText text={binding.session} />
          </a>,
        ],
        ['Sets', sets.length > 0 ? sets.join(', ') : undefined],
        ['Asked by', requestedBy?.name],
        ['Group', group],
        ['Id', id.slice(0, 8)],
      ]}
    />
  )
}

const WORDS = { 'allow-once': 'Allowed once', 'allow-always': 'Allowed from now on', deny: 'Denied' } as const

function OwnAnswerNote({ own, onTakeBack }: { readonly own: OwnAnswer; readonly onTakeBack: () => void }) {
  if (own.kind !== 'delayed') return <p class="note">Your answer is on its way.</p>
  return (
    <p class="note">
      {WORDS[own.answer.decision]}; it is sent in <Countdown until={own.sendsAt} />{' '}
      <button type="button" onClick={onTakeBack}>
        Take it back
      </button>
    </p>
  )
}
