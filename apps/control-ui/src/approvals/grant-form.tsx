import { useState } from 'preact/hooks'
import { ForeignText } from '../text/command-text.tsx'
import type { GivenAnswer } from './approval.ts'

type Reach = NonNullable<GivenAnswer['reach']>

interface GrantFormProps {
  readonly id: string
  /** What is granted, a part each, in the gateway's words. */
  readonly covers: readonly string[]
  readonly onGrant: (reach: Reach) => void
}

const SCOPES: Readonly<Record<NonNullable<Reach['scope']>, string>> = {
  exact: 'exact: this command, in this folder',
  folder: 'folder: this command, in this folder and below',
  workspace: 'workspace: this command, anywhere in the workspace',
}
const HOUR_MS = 3_600_000
const TIMES = [
  { label: 'in this session', lastsMs: null, thisSession: true },
  { label: 'for an hour', lastsMs: HOUR_MS, thisSession: false },
  { label: 'for a day', lastsMs: 24 * HOUR_MS, thisSession: false },
  { label: 'for a week', lastsMs: 7 * 24 * HOUR_MS, thisSession: false },
  { label: 'until it is revoked', lastsMs: null, thisSession: false },
] as const

/** How far a consent reaches. The narrowest is chosen first. */
export function GrantForm({ id, covers, onGrant }: GrantFormProps) {
  const [scope, setScope] = useState<keyof typeof SCOPES>('exact')
  const [time, setTime] = useState(0)
  const grant = () => {
    const { lastsMs, thisSession } = TIMES[time]!
    onGrant({ scope, ...(lastsMs !== null && { lastsMs }), ...(thisSession && { thisSession }) })
  }
  return (
    <fieldset id={id} class="grant-form">
      <legend>Allow from now on</legend>
      {covers.length > 0 && (
        <>
          <p id={`${id}-covers`}>What is granted:</p>
          <ul class="reasons" aria-labelledby={`${id}-covers`}>
            {covers.map((part) => (
              <li key={part}>
                <ForeignText text={part} />
              </li>
            ))}
          </ul>
        </>
      )}
      <label>
        What
        <select value={scope} onChange={(event) => setScope(event.currentTarget.value as keyof typeof SCOPES)}>
          {Object.entries(SCOPES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        How long
        <select value={String(time)} onChange={(event) => setTime(Number(event.currentTarget.value))}>
          {TIMES.map(({ label }, index) => (
            <option key={label} value={String(index)}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="allow"
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        onClick={grant}
      >
        Allow from now on
      </button>
    </fieldset>
  )
}
