import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { EffectList } from '../approvals/effect-list.tsx'
import { CommandText, ForeignText, labelText } from '../text/command-text.tsx'
import { Facts } from '../text/facts.tsx'
import { Moment } from '../text/moment.tsx'
import { loadLastQueue, type LastQueue } from './last-queue.ts'

/** What waited when the gateway was last reached: to be read, and not to be answered. */
export function LastQueueView() {
  const last = useMemo(() => signal<LastQueue | null>(null), [])
  useEffect(() => {
    loadLastQueue().then(
      (loaded) => (last.value = loaded),
      () => undefined,
    )
  }, [])
  const kept = last.value
  return (
    <main>
      <h1>The gateway cannot be reached</h1>
      {kept !== null && (
        <>
          <p class="note">
            This waited at <ForeignText text={kept.gateway} /> at <Moment at={kept.at} />. It can be answered when the
            connection is back.
          </p>
          {kept.waiting.length === 0 && <p class="note">Nothing did.</p>}
          {kept.waiting.map(({ id, binding, tool, effects }) => (
            <article key={id} class="card" aria-label={labelText(`${tool} of ${binding.agent}`)}>
              <CommandText text={binding.text} />
              {effects && <EffectList effects={effects} cwd={binding.cwd.path} />}
              <Facts
                facts={[
                  ['Agent', binding.agent],
                  ['Folder', binding.cwd.path],
                  ['Runs on', binding.host],
                ]}
              />
            </article>
          ))}
        </>
      )}
    </main>
  )
}
