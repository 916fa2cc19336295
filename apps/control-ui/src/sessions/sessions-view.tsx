import type { ResultOf } from '@poundlock/protocol'
import { useState } from 'preact/hooks'
import { useRequest } from '../connection/use-request.ts'
import { hrefOf } from '../page/route.ts'
import type { ScreenProps } from '../page/screen-props.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText } from '../text/command-text.tsx'
import { Moment } from '../text/moment.tsx'
import { RecordingList } from './recording-list.tsx'
import { RecordingView } from './recording-view.tsx'
import { sessionName } from './session-name.ts'
import { SessionView } from './session-view.tsx'

const EVERY_MS = 3000
/** Before the id of a run, in the address of its recording. */
const RUN = /^run_/

/** The sessions of all agents, one of them, or a recording. */
export function SessionsView({ client, scopes, id }: ScreenProps) {
  if (id === null) return <SessionList client={client} scopes={scopes} />
  return RUN.test(id) ? (
    <RecordingView key={id} client={client} run={id} />
  ) : (
    <SessionView key={id} client={client} scopes={scopes} session={id} />
  )
}

type Session = ResultOf<'sessions.get'>['session']

function SessionList({ client, scopes }: Pick<ScreenProps, 'client' | 'scopes'>) {
  const [all, setAll] = useState(false)
  const loaded = useRequest(client, 'sessions.list', { ...(!all && { state: 'open' }) }, EVERY_MS)
  const { sessions, next } = loaded.result.value ?? {}
  return (
    <main>
      <h1>Sessions</h1>
      <Awaited what={loaded} />
      <label class="setting">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
        Also those that have ended
      </label>
      {sessions?.length === 0 && <p class="note">There is none.</p>}
      <ul class="rows">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {next !== undefined && <p class="note">The newest 100 are shown.</p>}
      {scopes.has('audit.read') && <RecordingList client={client} />}
    </main>
  )
}

function SessionRow({ session }: { readonly session: Session }) {
  const { id, agent, label, state, workspace, changedAt, running, waiting } = session
  const doing = [running > 0 && `${running} running`, waiting > 0 && `${waiting} waiting`].filter(Boolean).join(', ')
  return (
    <li class="row">
      <a href={hrefOf('sessions', id)}>
        <ForeignText text={sessionName(id, label)} />
      </a>
      <span>
        <ForeignText text={agent} />, {state === 'open' ? doing || 'idle' : 'ended'}
      </span>
      <span class="quiet">
        <ForeignText text={workspace} />, <Moment at={changedAt} />
      </span>
    </li>
  )
}
