import { useMemo } from 'preact/hooks'
import { hrefOf } from '../page/route.ts'
import { CommandText, ForeignText, labelText } from '../text/command-text.tsx'
import { Moment, shortSpan } from '../text/moment.tsx'
import { ReasonList } from '../text/reason-list.tsx'
import { outputText } from './output-text.ts'
import type { CallEntry } from './session-entries.ts'

interface CallCardProps {
  readonly call: CallEntry
  /** What it printed since it is followed; `null` where it is not. */
  readonly output: string | null
  /** Absent where this browser may cancel nothing. */
  readonly onCancel?: () => void
}

/** One call of a session: the command, why it was let through or not, who answered, what it printed, how it ended. */
export function CallCard({ call, output, onCancel }: CallCardProps) {
  const { requested, decided, waiting, answered, started, ended, at } = call
  const text = ended?.tail ?? output
  return (
    <article class="card" aria-label={labelText(`Call of ${requested?.tool ?? 'a tool'}`)}>
      <header>
        <Moment at={at} /> <ForeignText text={requested?.tool ?? ''} /> <strong class="state">{stateOf(call)}</strong>
      </header>
      {requested && <CommandText text={requested.summary} />}
      {decided && <ReasonList label="Why it was decided so" reasons={decided.reasons} />}
      {answered && (
        <p class="note">
          {answered.decision} {answered.by !== undefined && <ForeignText text={`by ${answered.by}`} />}
          {answered.reason !== undefined && <ForeignText text={`: ${answered.reason}`} />}
        </p>
      )}
      {!ended && !answered && waiting && <a href={hrefOf('approvals', waiting.approval)}>It waits for an answer</a>}
      {text !== null && text !== '' && <Output text={text} of={call.callId} />}
      {ended && (
        <p class="note">
          <ForeignText text={ended.message} />
          {ended.durationMs !== undefined && ` (${shortSpan(ended.durationMs)})`}
        </p>
      )}
      {!ended && (started ?? waiting) && onCancel && (
        <button type="button" class="deny" onClick={onCancel}>
          Cancel
        </button>
      )}
    </article>
  )
}

interface OutputProps {
  readonly text: string
  /** The call, where there are several: no two regions of a page have one name. */
  readonly of?: string
}

/** The end of what a command printed, as text alone. */
export function Output({ text, of }: OutputProps) {
  const shown = useMemo(() => outputText(text), [text])
  return (
    <pre class="output" tabIndex={0} role="region" aria-label={of === undefined ? 'Output' : `Output of ${of}`}>
      <bdi>{shown}</bdi>
    </pre>
  )
}

function stateOf({ decided, waiting, answered, started, ended }: CallEntry): string {
  if (ended) return ended.status
  if (started) return 'running'
  if (waiting && !answered) return 'waiting'
  return decided?.decision ?? 'accepted'
}
