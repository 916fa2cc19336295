import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ApproverGroups } from '@poundlock/approvals'
import { loadConfig } from '@poundlock/config/node'
import { CallLedger, type LedgerLimits } from '@poundlock/ledger'
import {
  approvalSettings,
  approverGroups,
  SessionHosts,
  type OpenSessionHost,
  type SessionHostLimits,
} from '@poundlock/local-host'
import { answerMethods } from './approvals/answer-methods.ts'
import { approvalMethods } from './approvals/approval-methods.ts'
import { Approvals, type OpenApprovalChannels } from './approvals/approvals.ts'
import { channelRoutes } from './approvals/channel-routes.ts'
import { grantMethods } from './approvals/grant-methods.ts'
import { callMethods } from './calls/call-methods.ts'
import { briefResult } from './calls/call-result.ts'
import { Calls, type CallLimits } from './calls/calls.ts'
import { settleInterrupted } from './calls/interrupted-calls.ts'
import { LateCalls } from './calls/late-calls.ts'
import type { Area } from './dispatch/area.ts'
import type { Services } from './dispatch/services.ts'
import { openNodes, type NodeLimits } from './nodes/open-nodes.ts'
import { sessionAccess } from './sessions/session-access.ts'
import { SessionDirectives } from './sessions/session-directives.ts'
import { SessionFeeds } from './sessions/session-feeds.ts'
import { sessionMethods } from './sessions/session-methods.ts'
import { SessionStore, type SessionLimits } from './sessions/session-store.ts'

export interface WorkAreaOptions {
  /** Opens the host of a session: the program that starts the gateway chooses its sandboxes and its tools. */
  readonly openHost: OpenSessionHost
  /** Folders that sessions may work in, absolute; the first one unless a session names another. */
  readonly workspaces: readonly string[]
  /** Opens the chats in which requests are shown besides devices that watch. */
  readonly openChannels?: OpenApprovalChannels
  readonly limits?: Partial<LedgerLimits & SessionLimits & CallLimits & SessionHostLimits & NodeLimits>
}

/** What else can be done with the area. */
export interface WorkArea extends Area {
  /** Has every host read its configuration anew at its next call. */
  readonly reload: () => void
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
  const { stateFolder, now, log } = services
  const monotonic = () => services.identity.clock.monotonic()
  const folder = join(stateFolder, 'gateway')
  const store = new SessionStore(folder, now, options.limits)
  const ledger = new CallLedger({ ...options.limits, folder, now, brief: briefResult })
  const approvals = await openApprovals(services, options)
  const nodes = openNodes(services, options.limits)
  const late = new LateCalls({ ledger, sessions: store, dispatches: nodes.dispatches, log })
  const interrupted = await settleInterrupted({ ledger, sessions: store, late, stateFolder, now })
  if (interrupted > 0) log('calls-interrupted', { count: interrupted })
  const directives = new SessionDirectives()
  const openHost: OpenSessionHost = (place) => options.openHost({ ...place, nodeHost: nodes.host })
  const hosts = new SessionHosts(directives.opener(openHost), monotonic, options.limits)
  const calls = new Calls(
    { ledger, late, sessions: store, approvals, hosts, now, monotonic, log, metrics: services.metrics },
    options.limits,
  )
  const access = sessionAccess(store)
  const feeds = new SessionFeeds(store)
  const workspaces = options.workspaces.map((workspace) => realpathSync(workspace))
  const sweeper = sweep([() => hosts.sweep()], [() => ledger.expire(), () => store.expire(), () => nodes.expire()], log)
  return {
    handlers: {
      ...nodes.handlers,
      ...sessionMethods({ store, access, feeds, calls, approvals, hosts, directives, workspaces }),
      ...callMethods({ calls, ledger, sessions: access, approvals, hosts, now }),
      ...approvalMethods(approvals, now),
      ...answerMethods(approvals, now),
      ...grantMethods(stateFolder, now),
    },
    routes: approvals.channels === null ? {} : channelRoutes(approvals.channels, services),
    counts: () => ({ sessions: hosts.size, calls: calls.active, approvals: approvals.counts() }),
    problems: () => (approvals.problem === null ? [] : [approvals.problem]),
    connectionClosed(caller) {
      for (const part of [calls, nodes]) part.connectionClosed(caller)
    },
    deviceRevoked(deviceId) {
      for (const part of [calls, approvals, nodes]) part.deviceRevoked(deviceId)
      directives.deviceRevoked(hosts, deviceId)
    },
    reload: () => hosts.reload(),
    meters: () => ({
      queues: { running: calls.active, approvals: approvals.counts() },
      dropped: { 'session-events': feeds.dropped, 'approval-events': approvals.feed.feed.dropped },
      requested: calls.counters,
    }),
    async close() {
      clearInterval(sweeper)
      late.close()
      nodes.leave()
      await calls.close()
      nodes.closeStore()
      await hosts.close()
      await approvals.close()
      ledger.close()
      store.close()
    },
  }
}

const openApprovals = (services: Services, { openChannels }: WorkAreaOptions): Promise<Approvals> =>
  Approvals.open(services, { ...approvalOptions(services.stateFolder), ...(openChannels && { openChannels }) })

/** What the owners' files say of approvals. What came with a repository has no say here, so that there is none. */
function approvalOptions(stateFolder: string): { readonly groups: () => ApproverGroups; readonly lifetimeMs?: number } {
  const sources = () => loadConfig({ workspace: stateFolder, stateDirectory: stateFolder }).sources
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
