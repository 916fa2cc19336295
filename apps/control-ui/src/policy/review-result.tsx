import { ForeignText } from '../text/command-text.tsx'
import { Moment } from '../text/moment.tsx'
import type { DocumentReview } from './document-source.ts'

interface ReviewResultProps {
  readonly review: DocumentReview
  readonly onPlace: (line: number, column: number) => void
}

/** What is wrong with a text; or what it would change. */
export function ReviewResult({ review: { problems, findings, replay }, onPlace }: ReviewResultProps) {
  return (
    <div role="status">
      {problems.length > 0 && (
        <ul class="warnings" aria-label="Errors">
          {problems.map(({ line, column, message }, index) => (
            <li key={index}>
              <button type="button" onClick={() => onPlace(line, column)}>
                line {line}, column {column}
              </button>{' '}
              <ForeignText text={message} />
            </li>
          ))}
        </ul>
      )}
      {problems.length === 0 && <p class="good">It is valid.</p>}
      {findings.length > 0 && (
        <ul class="warnings" aria-label="Rules that do not do what they seem to">
          {findings.map(({ message, source, code }, index) => (
            <li key={index}>
              <ForeignText text={`${message} [${code}] ${source}`} />
            </li>
          ))}
        </ul>
      )}
      {replay && <ReplayResult {...replay} />}
    </div>
  )
}

type Replay = NonNullable<DocumentReview['replay']>

/** What the text would have changed in the last week, and how much of that week was looked at. */
function ReplayResult({ since, isWhole, total, left, noLongerAsking, newly }: Replay) {
  return (
    <>
      <p>
        Of {total.toLocaleString('en')} calls of the last week
        {since !== null && !isWhole && (
          <>
            , since <Moment at={since} />
          </>
        )}
        , {newly.ask.count} would be asked about, {noLongerAsking} no longer; {newly.allow.count} would be allowed and{' '}
        {newly.deny.count} denied that were decided otherwise.
        {left > 0 && ` ${left} cannot be decided again.`}
        {!isWhole && ' Older ones are left out: they are too many.'}
      </p>
      <ChangedCalls label="asked about from now on" {...newly.ask} />
      <ChangedCalls label="allowed from now on" {...newly.allow} />
      <ChangedCalls label="denied from now on" {...newly.deny} />
    </>
  )
}

function ChangedCalls({ label, count, calls }: Replay['newly']['ask'] & { readonly label: string }) {
  if (count === 0) return null
  return (
    <details>
      <summary>
        {count} {label}
      </summary>
      <ul class="reasons">
        {calls.map(({ call, before, times }, index) => (
          <li key={index}>
            {before}
            {times > 1 && `, ${times} times`}: <ForeignText text={call} />
          </li>
        ))}
      </ul>
      {calls.length === 200 && <p class="note">The 200 newest are named.</p>}
    </details>
  )
}
