import { useState } from 'preact/hooks'
import type { RecordFilter } from './record-log.ts'

const TEXTS = [
  ['text', 'Command or tool'],
  ['agent', 'Agent'],
  ['approver', 'Approver'],
  ['node', 'Node'],
] as const
type TextKey = (typeof TEXTS)[number][0]

/** What is looked for; nothing is asked of the gateway before Filter is pressed. */
export function AuditFilters({ onFilter }: { readonly onFilter: (filter: RecordFilter) => void }) {
  const [texts, setTexts] = useState<Partial<Record<TextKey, string>>>({})
  const [decision, setDecision] = useState('')
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    const given = Object.entries(texts)
      .map(([key, text]) => [key, text.trim()] as const)
      .filter(([, text]) => text !== '')
    onFilter({
      ...(Object.fromEntries(given) as RecordFilter),
      ...(decision !== '' && { decision: decision as NonNullable<RecordFilter['decision']> }),
    })
  }
  return (
    <form class="filters" onSubmit={apply} aria-label="Filters">
      {TEXTS.map(([key, label]) => (
        <label key={key}>
          {label}
          <input
            name={key}
            maxLength={200}
            autocomplete="off"
            value={texts[key] ?? ''}
            onInput={(event) => setTexts({ ...texts, [key]: event.currentTarget.value })}
          />
        </label>
      ))}
      <label>
        Decision
        <select value={decision} onChange={(event) => setDecision(event.currentTarget.value)}>
          <option value="">any</option>
          <option value="allow">allow</option>
          <option value="ask">ask</option>
          <option value="deny">deny</option>
        </select>
      </label>
      <button type="submit">Filter</button>
    </form>
  )
}
