import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { useRequest } from '../connection/use-request.ts'
import type { ScreenProps } from '../page/screen-props.ts'
import { Awaited, Loading } from '../text/awaited.tsx'
import { ForeignText } from '../text/command-text.tsx'
import { Facts } from '../text/facts.tsx'
import { Moment } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'
import { DeviceSection } from './device-section.tsx'
import { NodeCard } from './node-card.tsx'
import { NodeList } from './node-list.ts'

/** The gateway, its nodes, and the devices that are paired with it. */
export function NodesView({ client, scopes }: ScreenProps) {
  return (
    <main>
      <h1>Nodes and devices</h1>
      {scopes.has('status.read') && <GatewaySection client={client} />}
      {scopes.has('nodes.read') && <NodeSection client={client} scopes={scopes} />}
      {scopes.has('devices.read') && <DeviceSection client={client} scopes={scopes} />}
    </main>
  )
}

const EVERY_MS = 10_000

function GatewaySection({ client }: { readonly client: GatewayClient }) {
  const loaded = useRequest(client, 'gateway.status', {}, EVERY_MS)
  const status = loaded.result.value
  return (
    <section aria-labelledby="gateway">
      <h2 id="gateway">This gateway</h2>
      <Awaited what={loaded} />
      {status && (
        <>
          <Facts
            facts={[
              ['Name', status.gateway.name],
              ['Version', status.gateway.version],
              ['State', status.state],
              ['Since', <Moment at={status.startedAt} />],
              [
                'Connections',
                Object.entries(status.connections)
                  .map(([role, count]) => `${count} ${role}`)
                  .join(', '),
              ],
              ['Sessions', String(status.sessions)],
              ['Calls', String(status.calls)],
              ['Listens at', status.addresses.join(', ')],
            ]}
          />
          {status.problems.length > 0 && (
            <ul class="warnings" aria-label="Problems">
              {status.problems.map((one) => (
                <li key={one}>
                  <ForeignText text={one} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

interface NodeSectionProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
}

function NodeSection({ client, scopes }: NodeSectionProps) {
  const list = useMemo(() => new NodeList(client), [client])
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    void list.open()
    return () => list.close()
  }, [list])
  const nodes = list.nodes.value
  const run = (request: Promise<unknown>) => {
    setFailure(null)
    request.catch((error: unknown) => setFailure(textOf(error)))
  }
  return (
    <section aria-labelledby="nodes">
      <h2 id="nodes">Nodes</h2>
      <Problem text={failure ?? list.problem.value} />
      {nodes === null && list.problem.value === null && <Loading />}
      {nodes?.length === 0 && <p class="note">None is paired. Pair one below, with the role node.</p>}
      {nodes?.map((node) => (
        <NodeCard key={node.id} node={node} scopes={scopes} client={client} run={run} />
      ))}
    </section>
  )
}
