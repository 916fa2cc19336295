import type { ResultOf } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { ForeignText } from '../text/command-text.tsx'
import { Problem } from '../text/problem.tsx'

interface Verified {
  readonly own: ResultOf<'audit.verify'>
  readonly origins: ResultOf<'audit.origins'>['origins']
}

/** Whether the chains hold: the gateway's own, and the copy of each node's. Each verification reads all of them. */
export function ChainSection({ client }: { readonly client: GatewayClient }) {
  const [verified, setVerified] = useState<Verified | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const verify = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const [own, { origins }] = await Promise.all([
        client.request('audit.verify', {}),
        client.request('audit.origins', {}),
      ])
      setVerified({ own, origins })
    } catch (error) {
      setProblem(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="chains">
      <h2 id="chains">Chains</h2>
      <Problem text={problem} />
      <button type="button" disabled={isBusy} onClick={() => void verify()}>
        {isBusy ? 'Verifying…' : 'Verify the chains'}
      </button>
      {verified && (
        <div role="status">
          <ul class="rows">
            <ChainRow name="this gateway" {...verified.own} />
            {verified.origins.map((origin) => (
              <ChainRow key={origin.origin} {...origin} name={origin.name ?? origin.origin.slice(0, 12)} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

interface ChainRowProps {
  readonly name: string
  readonly ok: boolean
  readonly records: number
  readonly head: { readonly seq: number; readonly hash: string }
  readonly problems: readonly { readonly seq: number | null; readonly kind: string; readonly message: string }[]
}

function ChainRow({ name, ok, records, head, problems }: ChainRowProps) {
  return (
    <li class="row">
      <strong>
        <ForeignText text={name} />
      </strong>
      <span class={ok ? 'good' : 'warnings'}>{ok ? 'intact' : 'broken'}</span>
      <span class="quiet">
        {records.toLocaleString('en')} records, head {head.seq} {head.hash.slice(0, 16)}
      </span>
      {problems.slice(0, 20).map(({ seq, kind, message }, index) => (
        <p key={index} class="warnings">
          {seq ?? ''} {kind}: <ForeignText text={message} />
        </p>
      ))}
    </li>
  )
}
