import type { EventData, Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { useRequest } from '../connection/use-request.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText, labelText } from '../text/command-text.tsx'
import { Moment } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'
import { InviteForm } from './invite-form.tsx'

interface DeviceSectionProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
}

type Device = EventData<'devices.changed'>['device']
type PairingRequest = EventData<'devices.pairing'>['request']

const EVERY_MS = 5000

/** Who is paired, who asks to be, and a setup code for another one. */
export function DeviceSection({ client, scopes }: DeviceSectionProps) {
  const loaded = useRequest(client, 'devices.list', {}, EVERY_MS)
  const { pending, devices } = loaded.result.value ?? {}
  const [failure, setFailure] = useState<string | null>(null)
  const canManage = scopes.has('devices.manage')
  const run = (request: Promise<unknown>) => {
    setFailure(null)
    request.then(loaded.reload, (error: unknown) => setFailure(textOf(error)))
  }
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">Devices</h2>
      <Problem text={failure} />
      <Awaited what={loaded} />
      {pending?.map((request) => (
        <PendingCard key={request.request} request={request} canManage={canManage} client={client} run={run} />
      ))}
      <ul class="rows">
        {devices?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isOwn={device.id === client.hello?.device.id}
            {...(canManage && { onRevoke: () => run(client.request('devices.revoke', { device: device.id })) })}
          />
        ))}
      </ul>
      {canManage && <InviteForm client={client} scopes={scopes} />}
    </section>
  )
}

interface DeviceRowProps {
  readonly device: Device
  readonly isOwn: boolean
  readonly onRevoke?: () => void
}

function DeviceRow({ device, isOwn, onRevoke }: DeviceRowProps) {
  const { name, role, agent, connections, seenAt, revokedAt, scopes } = device
  return (
    <li class="row">
      <strong>
        <ForeignText text={name} />
        {isOwn && ' (this browser)'}
      </strong>
      <span>
        {role}
        {agent !== undefined && <ForeignText text={` ${agent}`} />}, {connections > 0 ? 'connected' : 'not connected'}
        {connections === 0 && seenAt !== undefined && (
          <>
            , last <Moment at={seenAt} />
          </>
        )}
        {revokedAt !== undefined && ', revoked'}
      </span>
      <details class="quiet">
        <summary>{scopes.length} scopes</summary>
        {scopes.join(', ')}
      </details>
      {onRevoke && revokedAt === undefined && !isOwn && (
        <button type="button" class="deny" aria-label={labelText(`Revoke ${name}`)} onClick={onRevoke}>
          Revoke
        </button>
      )}
    </li>
  )
}

interface PendingCardProps {
  readonly request: PairingRequest
  readonly canManage: boolean
  readonly client: GatewayClient
  readonly run: (request: Promise<unknown>) => void
}

function PendingCard({ request, canManage, client, run }: PendingCardProps) {
  const { name, role, device, scopes, from, request: id } = request
  return (
    <article class="card" aria-label="A device asks to be paired">
      <p>
        <strong>
          <ForeignText text={name} />
        </strong>{' '}
        asks to be paired as {role}, from <ForeignText text={from} />. Its key begins with {device.slice(0, 12)}:
        compare it with what the device shows.
      </p>
      <p class="quiet">It wants: {scopes.join(', ')}</p>
      {canManage && (
        <div class="buttons">
          <button type="button" class="deny" onClick={() => run(client.request('devices.reject', { request: id }))}>
            Reject
          </button>
          <button type="button" class="allow" onClick={() => run(client.request('devices.approve', { request: id }))}>
            Let it in
          </button>
        </div>
      )}
    </article>
  )
}
