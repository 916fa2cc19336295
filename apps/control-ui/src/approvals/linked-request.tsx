import type { GatewayClient } from '@poundlock/protocol/client'
import { useRequest } from '../connection/use-request.ts'
import { Awaited } from '../text/awaited.tsx'
import { SettledRow } from './settled-list.tsx'

interface LinkedRequestProps {
  readonly client: GatewayClient
  readonly id: string
}

/** What became of a request whose link was opened late. */
export function LinkedRequest({ client, id }: LinkedRequestProps) {
  const loaded = useRequest(client, 'approvals.get', { id })
  const approval = loaded.result.value?.approval
  return (
    <section aria-labelledby="linked">
      <h2 id="linked">The request of your link</h2>
      <Awaited what={loaded} />
      {approval && (
        <ul class="settled">
          <SettledRow approval={approval} />
        </ul>
      )}
    </section>
  )
}
