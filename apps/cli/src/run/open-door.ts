import { randomBytes } from 'node:crypto'
import type { Location } from '@poundlock/local-host'
import { type McpHttpServing, type McpServed, serveHttp } from '@poundlock/mcp'
import { openServing } from '../commands/mcp-serve.ts'
import { blocked } from '../hook/hook-format.ts'
import { hookRequests } from './hook-requests.ts'
import type { KnownAgent } from './known-agent.ts'
import { notificationSurface } from './notification.ts'
import type { RunAgentFlags } from './run-agent-flags.ts'
import { runHook } from './run-hook.ts'

/** What an agent reaches of us, at a port of the loopback interface: the guarded tools, and the answers of its hook. */
export interface AgentDoor {
  readonly port: number
  /** The address of the guarded tools. */
  readonly url: string
  /** Of this run alone. */
  readonly token: string
  /** Ends it with everything that the guarded tools have started. */
  readonly end: () => Promise<void>
}

export interface DoorOptions {
  readonly known: KnownAgent | null
  readonly flags: RunAgentFlags
  readonly place: Location
  /** Whose rules hold. */
  readonly agent: string
  /** Whether a waiting request is notified: it has no pane of its own. */
  readonly notifies: boolean
}

/** With `--observe` there are no tools, and the hook answers nothing. */
export async function openDoor({ known, flags, place, agent, notifies }: DoorOptions): Promise<AgentDoor> {
  const token = randomBytes(24).toString('hex')
  const { workspace } = place
  const mode = flags.observe === true ? 'observe' : 'guard'
  const answer =
    known === null
      ? async () => blocked('poundlock: this program has no hook')
      : runHook({ agent: known.hook, workspace, mode })
  const listening = { address: '127.0.0.1', port: 0, token, hosts: ['127.0.0.1'], origins: [] }
  const serve = (served: McpServed) => serveHttp(served, { ...listening, otherPaths: hookRequests(answer) })
  const beside = notifies ? [notificationSurface(workspace)] : []
  const { serving, end } =
    mode === 'observe'
      ? await alone(serve)
      : await openServing(
          { ...servingFlags(flags, place, agent), elicitation: known?.showsForms === true, beside },
          NEVER,
          serve,
        )
  return { port: Number(new URL(serving.url).port), url: serving.url, token, end }
}

/** The end of the agent ends the tools. */
const NEVER = new AbortController().signal

const servingFlags = ({ config, session }: RunAgentFlags, { workspace, cwd }: Location, agent: string) => ({
  agent,
  workspace,
  cwd,
  http: true,
  ...(session !== undefined && { session }),
  ...(config !== undefined && { config }),
})

/** The hook without tools. */
async function alone(serve: (served: McpServed) => Promise<McpHttpServing>) {
  const serving = await serve({
    info: { name: 'poundlock', version: '0' },
    tools: () => [],
    call: () => Promise.reject(new Error('there are no tools')),
  })
  return { serving, end: () => serving.close() }
}
