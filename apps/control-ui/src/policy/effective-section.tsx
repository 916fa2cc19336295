import type { GatewayClient } from '@poundlock/protocol/client'
import { useRequest } from '../connection/use-request.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText } from '../text/command-text.tsx'

interface EffectiveSectionProps {
  readonly client: GatewayClient
  readonly agent: string
}

interface PolicyRow {
  /** `allow`, `ask`, `deny`; absent for values. */
  readonly action?: string
  readonly name: string
  readonly value: string
  readonly origin: string
  /** False where it stands in a file that cannot loosen. */
  readonly counts?: boolean
}

/** Every value and rule that holds for an agent, with the place that it comes from. */
export function EffectiveSection({ client, agent }: EffectiveSectionProps) {
  const loaded = useRequest(client, 'policy.effective', { agent })
  const policy = loaded.result.value
  return (
    <section aria-labelledby="effective">
      <h2 id="effective">
        What holds for <ForeignText text={agent} />
      </h2>
      <Awaited what={loaded} />
      {policy && (
        <>
          <PolicyTable
            caption="Settings"
            rows={policy.settings.map(({ name, value, origin }) => ({ name, value, origin }))}
          />
          <PolicyTable
            caption="Rules"
            rows={policy.rules.map(({ action, rule, reason, source, counts }) => ({
              action,
              name: rule,
              value: reason ?? '',
              origin: source,
              counts,
            }))}
          />
          <PolicyTable
            caption="Lists"
            rows={policy.lists.map(({ key, value, source, counts }) => ({ name: key, value, origin: source, counts }))}
          />
          <PolicyTable
            caption="Tools that may not be called"
            rows={policy.tools.map(({ name, because, source = '' }) => ({ name, value: because, origin: source }))}
          />
        </>
      )}
    </section>
  )
}

function PolicyTable({ caption, rows }: { readonly caption: string; readonly rows: readonly PolicyRow[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3>{caption}</h3>
      <ul class="rows">
        {rows.map(({ action, name, value, origin, counts }, index) => (
          <li key={index} class="row">
            {action !== undefined && <strong class={`decision-${action}`}>{action}</strong>}
            <code>
              <ForeignText text={name} />
            </code>
            <span>
              <ForeignText text={value} />
              {counts === false && ' (does not count: the file is not trusted)'}
            </span>
            <span class="quiet">
              <ForeignText text={origin} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
