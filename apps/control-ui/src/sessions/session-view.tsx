import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { signal } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { useRequest } from '../connection/use-request.ts'
import { Remembered } from '../lists/remembered.tsx'
import { WhenSeen } from '../lists/when-seen.tsx'
import { hrefOf } from '../page/route.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText } from '../text/command-text.tsx'
import { Facts } from '../text/facts.tsx'
import { Moment } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'
import { CallCard } from './call-card.tsx'
import { entriesOf, type CallEntry } from './session-entries.ts'
import { SessionLog } from './session-log.ts'

interface SessionViewProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
  readonly session: string
}

/** So many calls and notes are built at once: the others come when the end of these is seen. */
const AT_ONCE = 40

/** One session, live: its calls with their decisions, answers and output, the newest first. */
export function SessionView({ client, scopes, session: id }: SessionViewProps) {
  const log = useMemo(() => new SessionLog(client, id), [client, id])
  const loaded = useRequest(client, 'sessions.get', { session: id })
  const [failure, setFailure] = useState<string | null>(null)
  const canCancel = scopes.has('tools.call')
  useEffect(() => {
    void log.open(canCancel)
    return () => log.close()
  }, [log])
  const run = (request: Promise<unknown>) => void request.then(loaded.reload, (error) => setFailure(textOf(error)))
  const session = loaded.result.value?.session
  // Only a model of the gateway has servers here.
  const hasServers = scopes.has('config.read') && log.events.value.some(({ kind }) => kind === 'prompt')
  return (
    <main>
      <h1>
        Session <ForeignText text={session?.label ?? id} />
      </h1>
      <Problem text={failure ?? log.problem.value} />
      {log.problem.value === null && <Awaited what={loaded} />}
      {session && (
        <Facts
          facts={[
            ['Agent', session.agent],
            ['Folder', session.workspace],
            ['State', session.state],
            ['Since', <Moment at={session.createdAt} />],
          ]}
        />
      )}
      {hasServers && <a href={hrefOf('mcp', null, id)}>Its MCP servers</a>}
      {session?.state === 'open' && scopes.has('sessions.write') && (
        <button type="button" class="deny" onClick={() => run(client.request('sessions.abort', { session: id }))}>
          End this session and all that runs in it
        </button>
      )}
      <Timeline
        log={log}
        onCancel={canCancel ? (callId) => run(client.request('tools.cancel', { call: { callId } })) : undefined}
      />
    </main>
  )
}

interface TimelineProps {
  readonly log: SessionLog
  /** Absent where this browser may cancel nothing. */
  readonly onCancel: ((callId: string) => void) | undefined
}

/** Calls and notes, the newest first. */
function Timeline({ log, onCancel }: TimelineProps) {
  const entries = useMemo(() => entriesOf(log.events.value), [log.events.value])
  const built = useMemo(() => signal(AT_ONCE), [log])
  return (
    <>
      <ol class="timeline" aria-label="What happened, the newest first">
        {entries.slice(0, built.value).map((entry) => (
          <li key={entry.key}>
            {entry.kind === 'call' ? (
              <Call
                call={entry}
                output={log.output.value.get(entry.callId) ?? null}
                {...(onCancel && { onCancel: () => onCancel(entry.callId) })}
              />
            ) : (
              <p class="note">
                <Moment at={entry.at} /> {entry.what} <ForeignText text={entry.text} />
              </p>
            )}
          </li>
        ))}
      </ol>
      {built.value < entries.length && <WhenSeen key={built.value} onSeen={() => (built.value += AT_ONCE)} />}
    </>
  )
}

interface CallProps {
  readonly call: CallEntry
  readonly output: string | null
  readonly onCancel?: () => void
}

/** Builds a card again only where something of its call has changed: the others stay as they are. */
function Call(props: CallProps) {
  const { requested, decided, waiting, answered, started, ended } = props.call
  const { output, onCancel } = props
  return (
    <Remembered by={[requested, decided, waiting, answered, started, ended, output, onCancel === undefined]}>
      {() => <CallCard {...props} />}
    </Remembered>
  )
}
