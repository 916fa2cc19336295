import { ForeignText } from '../text/command-text.tsx'
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
      {replay && (
        <>
          <p>
            Of the last {replay.total} recorded calls, {replay.newlyAllowed.length} would be allowed,{' '}
            {replay.newlyAsking.length} asked about and {replay.newlyDenied.length} denied that were decided otherwise.
            {replay.left > 0 && ` ${replay.left} cannot be decided again.`}
          </p>
          <ChangedCalls label="allowed from now on" calls={replay.newlyAllowed} />
          <ChangedCalls label="asked about from now on" calls={replay.newlyAsking} />
          <ChangedCalls label="denied from now on" calls={replay.newlyDenied} />
        </>
      )}
    </div>
  )
}

interface ChangedCallsProps {
  readonly label: string
  readonly calls: readonly { readonly call: string; readonly before: string }[]
}

function ChangedCalls({ label, calls }: ChangedCallsProps) {
  if (calls.length === 0) return null
  return (
    <details>
      <summary>
        {calls.length} {label}
      </summary>
      <ul class="reasons">
        {calls.map(({ call, before }, index) => (
          <li key={index}>
            {before}: <ForeignText text={call.slice(0, 1000)} />
          </li>
        ))}
      </ul>
    </details>
  )
}
