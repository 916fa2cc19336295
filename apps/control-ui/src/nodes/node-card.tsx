import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { ForeignText, labelText } from '../text/command-text.tsx'
import { Facts } from '../text/facts.tsx'
import { Moment } from '../text/moment.tsx'
import type { NodeState } from './node-list.ts'

interface NodeCardProps {
  readonly node: NodeState
  readonly scopes: ReadonlySet<Scope>
  readonly client: GatewayClient
  /** Makes a request, and shows what it fails with. */
  readonly run: (request: Promise<unknown>) => void
}

/** One node: whether it is connected, since when, what contains commands there, and what it may be sent. */
export function NodeCard({ node, scopes, client, run }: NodeCardProps) {
  const { id, name, connected, connectedAt, seenAt, description, labels, declared, approved, pending, draining } = node
  const sandbox = description?.sandbox
  const at = connected ? connectedAt : seenAt
  return (
    <article class="card" aria-label={labelText(`Node ${name}`)}>
      <header>
        <strong>
          <ForeignText text={name} />
        </strong>{' '}
        <span class={connected ? 'good' : 'quiet'}>{connected ? 'connected' : 'not connected'}</span>
        {at !== undefined && (
          <>
            {connected ? ' since ' : ', last '}
            <Moment at={at} />
          </>
        )}
        {draining && <strong class="state"> draining</strong>}
      </header>
      <Facts
        facts={[
          ['Sandbox', sandbox && (sandbox.active ? sandbox.backend : `none works (${sandbox.backend})`)],
          ['Version', description?.version],
          ['System', description && `${description.platform} ${description.arch}, ${description.hostname}`],
          ['Address', node.address],
          ['Workspace', description?.workspace],
          [
            'Labels',
            Object.entries(labels)
              .map(([key, value]) => `${key}=${value}`)
              .join(', ') || undefined,
          ],
          ['Runs', String(node.runs)],
          ['May be sent', approved.join(', ') || 'nothing'],
          ['Id', id.slice(0, 12)],
        ]}
      />
      {sandbox && sandbox.reasons.length > 0 && (
        <ul class="reasons" aria-label="Why the sandbox is not complete">
          {sandbox.reasons.map((reason) => (
            <li key={reason}>
              <ForeignText text={reason} />
            </li>
          ))}
        </ul>
      )}
      {pending && <p class="warnings">It offers {declared.join(', ')}, which nobody has approved.</p>}
      {scopes.has('nodes.manage') && <NodeButtons node={node} scopes={scopes} client={client} run={run} />}
    </article>
  )
}

function NodeButtons({ node: { id, declared, pending, draining }, scopes, client, run }: NodeCardProps) {
  return (
    <div class="buttons">
      {pending && (
        <>
          <button type="button" class="deny" onClick={() => run(client.request('nodes.reject', { node: id }))}>
            Reject
          </button>
          <button
            type="button"
            class="allow"
            disabled={!scopes.has('admin')}
            onClick={() => run(client.request('nodes.approve', { node: id, commands: [...declared] }))}
          >
            Approve what it offers
          </button>
        </>
      )}
      <button type="button" onClick={() => run(client.request('nodes.drain', { node: id, draining: !draining }))}>
        {draining ? 'Send it commands again' : 'Send it nothing new'}
      </button>
    </div>
  )
}
