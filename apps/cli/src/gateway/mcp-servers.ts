import type { Area, Caller, ModelSessions, Services } from '@poundlock/gateway'
import { openMcpStore, type ListedMcpTool, type McpTool } from '@poundlock/mcp'
import { GatewayError, type ResultOf } from '@poundlock/protocol'
import { redactSecretsIn } from '@poundlock/spec'
import { disabledReport } from '../mcp/disabled-servers.ts'
import { mcpFolder } from '../mcp/mcp-folder.ts'
import { openMcp, type OpenMcp } from '../mcp/open-mcp.ts'
import { orConflict } from './or-conflict.ts'
import type { PolicyAreaOptions } from './policy-documents.ts'
import type { SessionServers } from './session-servers.ts'

export interface McpAreaOptions extends Pick<PolicyAreaOptions, 'workspace' | 'config'> {
  /** Those that are open for sessions. */
  readonly servers: SessionServers
  readonly sessions: () => ModelSessions
}

type Handlers = Area['handlers']
type ServerView = ResultOf<'mcp.servers'>['servers'][number]
type ToolView = ResultOf<'mcp.tools'>['tools'][number]

/** Tools that one answer shows, and the text of all of them: an answer is one frame. */
const MOST_TOOLS = 500
const MOST_CHARACTERS = 2_000_000

/** Shows MCP servers and decides which of their tools count. Nothing is kept between requests: the files are the truth. */
export function mcpHandlers(options: McpAreaOptions, services: Services): Handlers {
  const { servers, sessions } = options
  const use = serversOf(options)
  return {
    'mcp.servers': (params, caller) =>
      use(params, caller, (open) => ({ ...serverList(open), sessions: [...sessions().list(caller)] })),
    'mcp.tools': ({ server, ...params }, caller) =>
      use(params, caller, ({ manager, stateDirectory }) => {
        checkServer({ manager }, server)
        return toolList(manager.tools(server), openMcpStore(mcpFolder(stateDirectory)).readAccepted(server))
      }),
    'mcp.refresh': ({ server, ...params }, caller) =>
      use(params, caller, async ({ manager }) => {
        checkServer({ manager }, server)
        return countsOf(await manager.refresh(server))
      }),
    'mcp.accept': ({ server, tools, ...params }, caller) =>
      use(params, caller, async ({ manager }) => {
        checkServer({ manager }, server)
        const listed = manager.tools(server)
        const wanted = new Map(tools.map(({ name, digest }) => [name, digest]))
        const changed = [...wanted].find(
          ([name, digest]) => listed.find((tool) => tool.name === name)?.digest !== digest,
        )
        if (changed) throw changedMeanwhile(changed[0])
        await services.deviceAudit.write('mcp-tools-accepted', {
          server,
          ...params,
          tools: Object.fromEntries(wanted),
          by: caller.deviceId,
        })
        manager.accept(
          server,
          listed.filter(({ name, withheldBy }) => withheldBy === null || wanted.has(name)),
        )
        servers.reread(server)
        return countsOf(manager.server(server)!)
      }),
    'mcp.withhold': ({ server, tools, ...params }, caller) =>
      use(params, caller, async ({ manager }) => {
        checkServer({ manager }, server)
        await services.deviceAudit.write('mcp-tools-withheld', { server, ...params, tools, by: caller.deviceId })
        const kept = manager.tools(server).filter((tool) => tool.withheldBy === null && !tools.includes(tool.name))
        manager.accept(server, kept)
        servers.reread(server)
        return countsOf(manager.server(server)!)
      }),
  }
}

/** Does something with the servers of the gateway or of a session: with those that are open there, where some are. */
const serversOf =
  ({ workspace, config, servers, sessions }: McpAreaOptions) =>
  <Result>(
    { session }: { readonly session?: string | undefined },
    caller: Caller,
    action: (open: OpenMcp) => Result | Promise<Result>,
  ): Promise<Result> =>
    orConflict(async () => {
      const place = session === undefined ? null : sessions().placeOf(session, caller)
      const running = place && servers.of(place.session)
      if (running) return action(running)
      const open = await openMcp({ ...(place ?? { workspace }), ...(config !== undefined && { config }) })
      try {
        return await action(open)
      } finally {
        await open.manager.close()
      }
    })

function serverList({
  manager,
  disabled,
  ignored,
  problems,
  ruleProblems,
}: OpenMcp): Omit<ResultOf<'mcp.servers'>, 'sessions'> {
  const servers = manager.servers().map(
    ({ name, state, origin, transport, target, listedAt, info, callable, withheld, drift, quarantined, problem }) =>
      ({
        name,
        state,
        ...(origin !== undefined && { origin }),
        transport,
        target: redactSecretsIn(target),
        listedAt,
        version: info && `${info.name} ${info.version}`,
        callable,
        withheld,
        changed: [...drift.changed],
        added: [...drift.added],
        removed: [...drift.removed],
        quarantined: quarantined.map((tool) => ({ name: tool.name, reason: tool.reason })),
        problem,
      }) satisfies ServerView,
  )
  const off = disabled.map((server) => {
    const { name, state, origin, transport, target, remedy } = disabledReport(server)
    const nothing = { listedAt: null, version: null, callable: 0, withheld: 0, quarantined: [] }
    const drift = { changed: [], added: [], removed: [] }
    return { name, state, origin, transport, target: redactSecretsIn(target), ...nothing, ...drift, problem: remedy }
  })
  return {
    servers: [...servers, ...off],
    ignored: ignored.map(({ name, origin, reason }) => ({ name, origin, reason })),
    problems: [...problems, ...ruleProblems],
  }
}

/** Withheld tools first: they wait for a person. */
function toolList(tools: readonly McpTool[], kept: readonly ListedMcpTool[]): ResultOf<'mcp.tools'> {
  const accepted = new Map(kept.map((tool) => [tool.name, tool]))
  const listed = new Set(tools.map(({ name }) => name))
  const gone = kept.filter(({ name }) => !listed.has(name))
  const rows: readonly (() => ToolView)[] = [
    ...tools
      .toSorted((a, b) => Number(a.withheldBy === null) - Number(b.withheldBy === null))
      .map((tool) => () => {
        const before = accepted.get(tool.name)
        const { name, digest, withheldBy } = tool
        return { name, digest, withheldBy, listed: textOf(tool), accepted: before ? textOf(before) : null }
      }),
    ...gone.map((tool) => () => {
      return { name: tool.name, digest: null, withheldBy: null, listed: null, accepted: textOf(tool) }
    }),
  ]
  const shown: ToolView[] = []
  let characters = 0
  for (const row of rows) {
    const view = row()
    characters += (view.listed?.length ?? 0) + (view.accepted?.length ?? 0)
    if (shown.length === MOST_TOOLS || characters > MOST_CHARACTERS) break
    shown.push(view)
  }
  return { tools: shown, more: rows.length - shown.length }
}

/** All that is accepted with a tool, a line for each thing that can differ. */
function textOf({ title, description, annotations, inputSchema }: ListedMcpTool): string {
  return [
    ...(title === undefined ? [] : [`title: ${title}`]),
    ...Object.entries(annotations).map(([name, value]) => `${name}: ${value}`),
    description,
    JSON.stringify(JSON.parse(inputSchema), null, 2),
  ].join('\n')
}

const countsOf = ({ callable, withheld }: { readonly callable: number; readonly withheld: number }) => ({
  callable,
  withheld,
})

function checkServer({ manager }: Pick<OpenMcp, 'manager'>, name: string): void {
  if (manager.server(name) !== null) return
  throw new GatewayError(`There is no server ${JSON.stringify(name)}, or it is switched off.`, {
    code: 'NOT_FOUND',
    path: '/params/server',
  })
}

const changedMeanwhile = (name: string) =>
  new GatewayError(`The tool ${JSON.stringify(name)} is not what was shown; nothing was accepted.`, {
    code: 'CONFLICT',
    path: '/params/tools',
    expected: 'the digests of the tools as they are listed now',
  })
