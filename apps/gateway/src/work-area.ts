import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ApproverGroups } from '@poundlock/approvals'
import { loadConfig } from '@poundlock/config/node'
import { CallLedger, type LedgerLimits } from '@poundlock/ledger'
import {
  approvalSettings,
  approverGroups,
  createRecorder,
  SessionHosts,
  type OpenSessionHost,
  type SessionPlace,
  type SessionHostLimits,
} from '@poundlock/local-host'
import { agentMethods } from './agents/agent-methods.ts'
import type { AgentSettings } from './agents/agent-settings.ts'
import { AgentWork } from './agents/agent-work.ts'
import { modelSessions, type ModelSessions } from './agents/model-sessions.ts'
import type { RunTask } from './agents/session-tasks.ts'
import { answerMethods } from './approvals/answer-methods.ts'
import { approvalMethods } from './approvals/approval-methods.ts'
import { Approvals } from './approvals/approvals.ts'
import { channelRoutes } from './approvals/channel-routes.ts'
import type { OpenApprovalChannels } from './approvals/chats.ts'
import { grantMethods } from './approvals/grant-methods.ts'
import { callMethods } from './calls/call-methods.ts'
import { briefResult } from './calls/call-result.ts'
import { Calls, type CallLimits } from './calls/calls.ts'
import { settleInterrupted } from './calls/interrupted-calls.ts'
import { LateCalls } from './calls/late-calls.ts'
import { SharedSessions } from './cluster/shared-sessions.ts'
import type { Area, AreaMeters } from './dispatch/area.ts'
import { doEach } from './dispatch/do-each.ts'
import type { Handlers } from './dispatch/handler.ts'
import type { Services } from './dispatch/services.ts'
import { fleetMethods } from './fleet/fleet-methods.ts'
import { Fleets } from './fleet/fleets.ts'
import { openNodes, type NodeLimits } from './nodes/open-nodes.ts'
import { pushMethods } from './push/push-methods.ts'
import type { PushSettings } from './push/push-settings.ts'
import { recordingMethods } from './recordings/recording-methods.ts'
import { parentOf } from './sessions/parent-session.ts'
import { sessionAccess, shownSession } from './sessions/session-access.ts'
import { SessionDirectives } from './sessions/session-directives.ts'
import { SessionFeeds } from './sessions/session-feeds.ts'
import { sessionMethods } from './sessions/session-methods.ts'
import { SessionStore, type SessionLimits } from './sessions/session-store.ts'
import { openTraces, type ToolTraces } from './tracing/tool-traces.ts'
import type { TraceSettings } from './tracing/trace-settings.ts'

export interface WorkAreaOptions {
  /** Opens the host of a session: the program that starts the gateway chooses its sandboxes and its tools. */
  readonly openHost: OpenSessionHost
  /** Folders that sessions may work in, absolute; the first one unless a session names another. */
  readonly workspaces: readonly string[]
  /** Instead of the user's `poundlock.json`. */
  readonly config?: string
  /** The models that work in sessions; none unless set. */
  readonly agents?: AgentSettings | null
  /** Opens the chats in which requests are shown besides devices that watch. */
  readonly openChannels?: OpenApprovalChannels
  /** How devices are told of what waits while they watch nothing; not at all unless set. */
  readonly push?: PushSettings | null
  /** False where calls that need an approval are refused at once, or queued (`approvals.unattended`). */
  readonly prompts?: boolean
  /** Where spans of tool calls go; nowhere unless set. */
  readonly traces?: TraceSettings | null
  /**
   * Writes the records of commands on nodes. Where `openHost` comes from another bundle, give that of the same: with two,
   * each would have a log of its own, and before every record find the end that the other moved.
   */
  readonly createRecorder?: typeof createRecorder
  readonly limits?: Partial<LedgerLimits & SessionLimits & CallLimits & SessionHostLimits & NodeLimits>
}

/** What else can be done with the area. */
export interface WorkArea extends Area {
  /** Has every host read its configuration anew at its next call. */
  readonly reload: () => void
  /** Opens other chats in the place of those that are open. @throws PoundlockError; the earlier ones stay */
  readonly exchangeChats: (opener: OpenApprovalChannels) => Promise<void>
  readonly modelSessions: ModelSessions
}

const SWEEP_MS = 60_000
const EXPIRE_EVERY = 60

/**
 * Sessions, the calls that agents make in them, and the approvals that these wait for. What an earlier run of the gateway
 * left is settled before anything new is taken.
 */
export function workArea(options: WorkAreaOptions): (services: Services) => Promise<WorkArea> {
  return (services) => openWork(services, options)
}

async function openWork(services: Services, options: WorkAreaOptions): Promise<WorkArea> {
  const { stateFolder, now, log, metrics } = services
  const monotonic = () => services.identity.clock.monotonic()
  const { store, ledger } = openStores(services, options)
  const approvals = await openApprovals(services, options)
  const answers = answerMethods(approvals, now)
  await takeAnswers(approvals, answers, services)
  const nodes = await openNodes(services, openRecorder(services, options), options.limits)
  const late = new LateCalls({ ledger, sessions: store, dispatches: nodes.dispatches, log })
  await settleInterrupted({ ledger, sessions: store, late, stateFolder, now, log })
  const directives = new SessionDirectives()
  const runTask: RunTask = (task) => agents.runTask(task)
  const opener = directives.opener((place) => options.openHost(hostPlace(place, nodes.host, options, runTask)))
  const hosts = new SessionHosts(opener, monotonic, options.limits)
  const traces = openTraces(options.traces ?? null, log)
  const parts = { ledger, late, sessions: store, approvals, hosts, now, monotonic, log, metrics, traces }
  const calls = new Calls(parts, options.limits)
  const shared = await shareSessions(services, store, calls)
  const access = sessionAccess(store, (id) => shared?.get(id) ?? null)
  const agents = await AgentWork.open({ calls, ledger, sessions: store, approvals, hosts, services }, options.agents)
  const candidates = () => nodes.fleet.candidates()
  const fleets = new Fleets({ services, calls, ledger, approvals, hosts, audit: nodes.audit, candidates })
  const feeds = new SessionFeeds(store)
  const workspaces = options.workspaces.map((workspace) => realpathSync(workspace))
  const expire = [ledger, store, nodes].map((part) => () => part.expire())
  const sweeper = sweep([() => hosts.sweep(), () => agents.sweep()], expire, log)
  return {
    handlers: {
      ...nodes.handlers,
      ...sessionMethods({ store, access, feeds, calls, approvals, hosts, directives, agents, workspaces, shared }),
      ...agentMethods(agents, access),
      ...fleetMethods(fleets, access),
      ...callMethods({ calls, ledger, sessions: access, approvals, hosts, now }),
      ...approvalMethods(approvals, now),
      ...answers,
      ...pushMethods(approvals.push, services),
      ...keptMethods(stateFolder, now),
    },
    routes: channelRoutes(approvals.chats, services),
    counts: () => ({ sessions: hosts.size, calls: calls.active, approvals: approvals.counts() }),
    problems: () => [...(approvals.problem === null ? [] : [approvals.problem]), ...(approvals.push?.problems() ?? [])],
    connectionClosed(caller) {
      for (const part of [calls, fleets, nodes]) part.connectionClosed(caller)
    },
    deviceRevoked(deviceId) {
      const revocations = [agents, fleets, calls, approvals, nodes].map((part) => () => part.deviceRevoked(deviceId))
      doEach([...revocations, () => directives.deviceRevoked(hosts, deviceId)])
    },
    reload: () => [hosts, agents].forEach((part) => part.reload()),
    exchangeChats: (chats) => approvals.exchangeChats(chats),
    modelSessions: modelSessions(store, access, agents),
    meters: () => metersOf({ calls, approvals, feeds, traces }),
    close() {
      clearInterval(sweeper)
      const stores = [hosts, approvals, ledger, store]
      const ending = [calls, ...(shared ? [shared] : []), traces]
      return closeParts({ agents, leaving: [fleets, late, nodes], ending, nodes, stores })
    },
  }
}

/** What the host of a session is opened with. */
function hostPlace(
  place: SessionPlace,
  nodeHost: SessionPlace['nodeHost'],
  { agents }: WorkAreaOptions,
  runTask: RunTask,
): SessionPlace {
  const worksForAgent = parentOf(place.session) !== null
  return {
    ...place,
    ...(nodeHost && { nodeHost }),
    ...(worksForAgent && { worksForAgent }),
    ...(agents && { runTask }),
  }
}

type Closing = { close(): Promise<void> | void }

interface ClosingParts {
  readonly agents: AgentWork
  readonly leaving: readonly { leave(): void }[]
  readonly ending: readonly Closing[]
  readonly nodes: { closeStore(): void }
  readonly stores: readonly Closing[]
}

/** Nothing new is started; then the outcomes of calls are written to disk. */
async function closeParts({ agents, leaving, ending, nodes, stores }: ClosingParts): Promise<void> {
  await agents.close()
  for (const part of leaving) part.leave()
  for (const part of ending) await part.close()
  nodes.closeStore()
  for (const part of stores) await part.close()
}

/** The methods of what is kept in the state folder beside sessions and calls. */
const keptMethods = (stateFolder: string, now: () => number): Handlers => ({
  ...grantMethods(stateFolder, now),
  ...recordingMethods(stateFolder),
})

interface MeteredParts {
  readonly calls: Calls
  readonly approvals: Approvals
  readonly feeds: SessionFeeds
  readonly traces: ToolTraces
}

const metersOf = ({ calls, approvals, feeds, traces }: MeteredParts): AreaMeters => ({
  queues: { running: calls.active, approvals: approvals.counts() },
  dropped: {
    'session-events': feeds.dropped,
    'approval-events': approvals.feed.feed.dropped,
    spans: traces.dropped(),
  },
  requested: calls.counters,
})

function openStores({ stateFolder, now }: Services, { limits }: WorkAreaOptions) {
  const folder = join(stateFolder, 'gateway')
  const store = new SessionStore(folder, now, limits)
  return { store, ledger: new CallLedger({ ...limits, folder, now, brief: briefResult }) }
}

/** Tells the other gateways of the sessions here, and reads theirs. @throws BusError */
async function shareSessions(services: Services, store: SessionStore, calls: Calls): Promise<SharedSessions | null> {
  const { cluster, log, now } = services
  if (cluster === null) return null
  const shown = (id: string) => {
    const session = store.get(id)
    return session && shownSession(calls, session)
  }
  const shared = new SharedSessions({ cluster, store, log, now, shown })
  await shared.start()
  return shared
}

/** Other gateways pass on what their devices answer. */
async function takeAnswers({ shared }: Approvals, answers: Handlers, services: Services): Promise<void> {
  await shared?.start((method, params, caller) =>
    answers[method]!(params as never, caller, services, { id: '', method }),
  )
}

const openApprovals = (
  services: Services,
  { openChannels, config, prompts = true, push = null }: WorkAreaOptions,
): Promise<Approvals> =>
  Approvals.open(services, {
    ...approvalOptions(services.stateFolder, config),
    ...(openChannels && { openChannels }),
    prompts,
    push,
  })

/** What the owners' files say of approvals. What came with a repository has no say here, so that there is none. */
function approvalOptions(
  stateFolder: string,
  file: string | undefined,
): { readonly groups: () => ApproverGroups; readonly lifetimeMs?: number } {
  const ofFile = file === undefined ? {} : { file }
  const sources = () => loadConfig({ workspace: stateFolder, stateDirectory: stateFolder, ...ofFile }).sources
  const { timeout } = approvalSettings(sources())
  return { groups: () => approverGroups(sources()), ...(timeout !== undefined && { lifetimeMs: timeout * 1000 }) }
}

function sweep(often: readonly (() => void)[], seldom: readonly (() => void)[], log: Services['log']): NodeJS.Timeout {
  let turns = 0
  const run = () => {
    const isSeldom = turns++ % EXPIRE_EVERY === 0
    for (const action of isSeldom ? [...often, ...seldom] : often) {
      try {
        action()
      } catch (error) {
        log('sweep-failed', { error: String(error) })
      }
    }
  }
  return setInterval(run, SWEEP_MS).unref()
}

function openRecorder({ stateFolder }: Services, options: WorkAreaOptions): ReturnType<typeof createRecorder> {
  return (options.createRecorder ?? createRecorder)(stateFolder, join(stateFolder, 'audit'))
}
