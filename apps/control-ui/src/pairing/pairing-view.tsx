import { useEffect, useState } from 'preact/hooks'
import type { GatewayLink } from '../connection/gateway-link.ts'
import { Problem } from '../text/problem.tsx'
import { pairingLink } from './pairing-link.ts'

/** Lets this browser in with a setup code. */
export function PairingView({
  connection,
  problem,
}: {
  readonly connection: GatewayLink
  readonly problem: string | null
}) {
  const [code, setCode] = useState('')
  const [name, setName] = useState('My browser')
  useEffect(() => setCode(pairingLink.value?.code ?? code), [pairingLink.value])
  const pair = (event: SubmitEvent) => {
    event.preventDefault()
    const gatewayId = pairingLink.value?.gatewayId
    pairingLink.value = null
    void connection.pair({ code, name: name.trim(), ...(gatewayId !== undefined && { gatewayId }) })
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
              pairingLink.value = null
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
