import type { Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useRequest } from '../connection/use-request.ts'
import { hrefOf } from '../page/route.ts'
import type { ScreenProps } from '../page/screen-props.ts'
import { ForeignText } from '../text/command-text.tsx'
import { Problem } from '../text/problem.tsx'
import { ServerCard } from './server-card.tsx'
import { ToolSection } from './tool-section.tsx'

const EVERY_MS = 10_000
const IGNORED = {
  untrusted: 'came with the repository, and does nothing until it is trusted: poundlock mcp trust --project',
  taken: 'has a name that is taken',
} as const

/** The MCP servers of the gateway; of one of them, its tools. */
export function McpView({ client, scopes, id }: ScreenProps) {
  return (
    <main>
      <h1>MCP servers</h1>
      <ServerList client={client} scopes={scopes} open={id} />
    </main>
  )
}

interface ServerListProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
  /** The server whose tools are shown. */
  readonly open: string | null
}

function ServerList({ client, scopes, open }: ServerListProps) {
  const { result, problem, reload } = useRequest(client, 'mcp.servers', {}, EVERY_MS)
  const { servers = [], ignored = [], problems = [] } = result.value ?? {}
  return (
    <>
      <Problem text={problem.value} />
      {problems.map((one) => (
        <Problem key={one} text={one} />
      ))}
      {result.value !== null && servers.length === 0 && (
        <p class="note">None is configured: poundlock mcp import, poundlock mcp add.</p>
      )}
      {servers.map((server) => (
        <ServerCard key={server.name} server={server}>
          {server.name === open ? (
            <ToolSection client={client} scopes={scopes} server={server.name} onChanged={reload} />
          ) : (
            server.state !== 'disabled' && <a href={hrefOf('mcp', server.name)}>Its tools</a>
          )}
        </ServerCard>
      ))}
      {ignored.map(({ name, origin, reason }) => (
        <p key={`${name} ${origin}`} class="note">
          <ForeignText text={name} /> of <ForeignText text={origin} /> {IGNORED[reason]}.
        </p>
      ))}
    </>
  )
}
