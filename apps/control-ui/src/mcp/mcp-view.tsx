import type { ResultOf } from '@poundlock/protocol'
import { useRequest } from '../connection/use-request.ts'
import { hrefOf } from '../page/route.ts'
import type { ScreenProps } from '../page/screen-props.ts'
import { sessionName } from '../sessions/session-name.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText, labelText } from '../text/command-text.tsx'
import { Problem } from '../text/problem.tsx'
import { ServerCard } from './server-card.tsx'
import { ToolSection } from './tool-section.tsx'

const EVERY_MS = 10_000
const IGNORED = {
  untrusted: 'came with the repository, and does nothing until it is trusted: poundlock mcp trust --project',
  taken: 'has a name that is taken',
} as const

/** The MCP servers of the gateway, or of the model that works in a session; of one of them, its tools. */
export function McpView({ client, scopes, id, session }: ScreenProps) {
  const whose = session === null ? {} : { session }
  const loaded = useRequest(client, 'mcp.servers', whose, EVERY_MS)
  const { servers = [], ignored = [], problems = [], sessions = [] } = loaded.result.value ?? {}
  return (
    <main>
      <h1>MCP servers</h1>
      {(session !== null || sessions.length > 0) && <Whose session={session} sessions={sessions} />}
      <Awaited what={loaded} />
      {problems.map((one) => (
        <Problem key={one} text={one} />
      ))}
      {loaded.result.value !== null && servers.length === 0 && (
        <p class="note">None is configured: poundlock mcp import, poundlock mcp add.</p>
      )}
      {servers.map((server) => (
        <ServerCard key={server.name} server={server}>
          {server.name === id ? (
            <ToolSection
              client={client}
              scopes={scopes}
              of={{ server: server.name, ...whose }}
              onChanged={loaded.reload}
            />
          ) : (
            server.state !== 'disabled' && <a href={hrefOf('mcp', server.name, session)}>Its tools</a>
          )}
        </ServerCard>
      ))}
      {ignored.map(({ name, origin, reason }) => (
        <p key={`${name} ${origin}`} class="note">
          <ForeignText text={name} /> of <ForeignText text={origin} /> {IGNORED[reason]}.
        </p>
      ))}
    </main>
  )
}

interface WhoseProps {
  readonly session: string | null
  readonly sessions: ResultOf<'mcp.servers'>['sessions']
}

/** Chooses between the gateway and the sessions in which its models work. */
function Whose({ session, sessions }: WhoseProps) {
  const isListed = session === null || sessions.some(({ id }) => id === session)
  return (
    <div class="filters">
      <label>
        Of
        <select
          value={session ?? ''}
          onChange={(event) => (location.hash = hrefOf('mcp', null, event.currentTarget.value))}
        >
          <option value="">the gateway</option>
          {sessions.map(({ id, label, agent, workspace }) => (
            <option key={id} value={id}>
              {labelText(`the session ${sessionName(id, label)} of ${agent} in ${workspace}`)}
            </option>
          ))}
          {!isListed && <option value={session}>{labelText(`the session ${session}`)}</option>}
        </select>
      </label>
    </div>
  )
}
