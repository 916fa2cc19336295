import { useState } from 'preact/hooks'
import type { GatewayLink } from '../connection/gateway-link.ts'
import { Problem } from '../text/problem.tsx'
import { takePairingLink } from './pairing-link.ts'

/** Lets this browser in with a setup code. */
export function PairingView({
  connection,
  problem,
}: {
  readonly connection: GatewayLink
  readonly problem: string | null
}) {
  const [link, setLink] = useState(() => takePairingLink())
  const [code, setCode] = useState(link?.code ?? '')
  const [name, setName] = useState('My browser')
  const pair = (event: SubmitEvent) => {
    event.preventDefault()
    void connection.pair({ code, name: name.trim(), ...(link !== null && { gatewayId: link.gatewayId }) })
  }
  return (
    <main>
      <h1>Pair this browser</h1>
      <p>
        Run <code>poundlock gateway pair</code> on the machine of the gateway. It prints a setup code, which can be used
        once within ten minutes.
      </p>
      <Problem text={problem} />
      <form class="pairing" onSubmit={pair}>
        <label>
          Setup code
          <input
            name="code"
            required
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={code}
            onInput={(event) => {
              setCode(event.currentTarget.value)
              setLink(null)
            }}
          />
        </label>
        <label>
          Name of this browser
          <input
            name="name"
            required
            maxLength={64}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Pair</button>
      </form>
    </main>
  )
}
