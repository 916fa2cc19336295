import { ForeignText } from './command-text.tsx'

interface Reason {
  readonly message: string
  /** The rule that gave it, as it was written. */
  readonly rule?: string
  /** Where that rule stands. */
  readonly source?: string
  /** Of a step on the way to a decision. */
  readonly decision?: string
}

/** Why something was decided, with the rules that decided it. */
export function ReasonList({ reasons, label }: { readonly reasons: readonly Reason[]; readonly label: string }) {
  return (
    <ul class="reasons" aria-label={label}>
      {reasons.map(({ message, decision, ...origin }, index) => (
        <li key={index}>
          {decision !== undefined && <strong class={`decision-${decision}`}>{decision} </strong>}
          <ForeignText text={message} />
          <Origin {...origin} />
        </li>
      ))}
    </ul>
  )
}

/** What stands in no file has no place. */
function Origin({ rule, source }: Pick<Reason, 'rule' | 'source'>) {
  const parts = [rule !== undefined && `rule ${rule}`, source !== 'default' && source].filter(Boolean)
  return parts.length === 0 ? null : (
    <>
      {' ('}
      <ForeignText text={parts.join(', ')} />
      {')'}
    </>
  )
}
