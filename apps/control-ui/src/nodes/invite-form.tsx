import type { ResultOf, Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useState } from 'preact/hooks'
import { Countdown } from '../approvals/countdown.tsx'
import { textOf } from '../connection/gateway-link.ts'
import { Problem } from '../text/problem.tsx'
import { QrCode } from './qr-code.tsx'

interface InviteFormProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
}

/** What a device gets for its role, of what this browser has: nobody hands out more. */
const USUAL = {
  operator: [
    'status.read',
    'sessions.read',
    'approvals.read',
    'approvals.answer',
    'devices.read',
    'nodes.read',
    'config.read',
  ],
  agent: ['status.read', 'sessions.read', 'sessions.write', 'tools.call'],
  node: ['status.read', 'nodes.serve'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>
type RoleName = keyof typeof USUAL

type Invitation = ResultOf<'devices.invite'>

/** Makes a setup code for one device, shown as a link and as a QR code. */
export function InviteForm({ client, scopes }: InviteFormProps) {
  const [role, setRole] = useState<RoleName>('operator')
  const [name, setName] = useState('')
  const [agent, setAgent] = useState('main')
  const [invited, setInvited] = useState<Invitation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const invite = (event: SubmitEvent) => {
    event.preventDefault()
    setProblem(null)
    setInvited(null)
    const given = USUAL[role].filter((scope) => scopes.has(scope) || scope === 'nodes.serve')
    const label = name.trim()
    client
      .request('devices.invite', {
        role,
        scopes: given,
        page: `${location.origin}${location.pathname}`,
        ...(label !== '' && { name: label }),
        ...(role === 'agent' && { agent: agent.trim() }),
      })
      .then(setInvited, (error: unknown) => setProblem(textOf(error)))
  }
  return (
    <form class="invite" onSubmit={invite} aria-labelledby="invite">
      <h3 id="invite">Pair another device</h3>
      <Problem text={problem} />
      <label>
        Role
        <select value={role} onChange={(event) => setRole(event.currentTarget.value as RoleName)}>
          <option value="operator">operator: a person's browser</option>
          <option value="agent">agent</option>
          <option value="node">node</option>
        </select>
      </label>
      <label>
        Name
        <input
          name="name"
          maxLength={64}
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {role === 'agent' && (
        <label>
          Agent
          <input name="agent" required value={agent} onInput={(event) => setAgent(event.currentTarget.value)} />
        </label>
      )}
      <button type="submit">Make a setup code</button>
      {invited && <Invited invited={invited} onGone={() => setInvited(null)} />}
    </form>
  )
}

function Invited({
  invited: { link, expiresAt },
  onGone,
}: {
  readonly invited: Invitation
  readonly onGone: () => void
}) {
  return (
    <div class="invited" role="status">
      <p>
        For one device, once. It ends in <Countdown until={expiresAt} />. Keep it to yourself: who has it gets in.
      </p>
      {link && (
        <>
          <QrCode rows={link.qr} label="The pairing link as a QR code" />
          <p>
            <code class="link">{link.address}</code>
          </p>
        </>
      )}
      <button type="button" onClick={onGone}>
        Hide it
      </button>
    </div>
  )
}
