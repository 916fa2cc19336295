import type { GatewayClient } from '@poundlock/protocol/client'
import { useRequest } from '../connection/use-request.ts'
import { hrefOf } from '../page/route.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText } from '../text/command-text.tsx'
import { Moment } from '../text/moment.tsx'

const EVERY_MS = 10_000

/** Recordings of what commands printed, the newest first. */
export function RecordingList({ client }: { readonly client: GatewayClient }) {
  const loaded = useRequest(client, 'recordings.list', {}, EVERY_MS)
  const recordings = loaded.result.value?.recordings
  return (
    <section aria-labelledby="recordings">
      <h2 id="recordings">Recordings</h2>
      <Awaited what={loaded} />
      {recordings?.length === 0 && <p class="note">None. A call that is made with --record has one.</p>}
      <ul class="rows">
        {recordings?.map(({ run, bytes, truncated, endedAt }) => (
          <li key={run} class="row">
            <a href={hrefOf('sessions', run)}>
              <ForeignText text={run} />
            </a>
            <span class="quiet">
              {bytes.toLocaleString('en')} bytes{truncated && ', not all of it'}, <Moment at={endedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
