import { realpathSync } from 'node:fs'
import type { SessionHosts } from '@poundlock/local-host'
import { GatewayError, type ParamsOf, type Session } from '@poundlock/protocol'
import type { AgentWork } from '../agents/agent-work.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { Calls } from '../calls/calls.ts'
import { fingerprintOf } from '../calls/fingerprint.ts'
import type { SharedSessions } from '../cluster/shared-sessions.ts'
import type { Caller } from '../dispatch/caller.ts'
import { readFitting } from '../dispatch/fitting-answer.ts'
import type { Handlers, RequestHeader } from '../dispatch/handler.ts'
import { actorOf, foreignFor, isBehind, sessionFor, shownSession, type SessionAccess } from './session-access.ts'
import type { SessionDirectives } from './session-directives.ts'
import type { SessionFeeds } from './session-feeds.ts'
import type { KeyedRequest, SessionStore, StoredSession } from './session-store.ts'

export interface SessionMethodParts {
  readonly store: SessionStore
  readonly access: SessionAccess
  readonly feeds: SessionFeeds
  readonly calls: Calls
  readonly approvals: Approvals
  readonly hosts: SessionHosts
  readonly directives: SessionDirectives
  readonly agents: AgentWork
  /** Those of other gateways; `null` for a gateway alone. */
  readonly shared: SharedSessions | null
  /** Folders that sessions may work in, absolute; the first one unless a session names another. */
  readonly workspaces: readonly string[]
}

/** The agent of an operator's session that names none. */
const MAIN_AGENT = 'main'

/** The methods of sessions. */
export function sessionMethods(parts: SessionMethodParts): Handlers {
  const { store, access, feeds, calls, approvals, hosts, directives, agents, workspaces, shared } = parts
  const shown = (session: StoredSession): Session => shownSession(calls, session)
  return {
    'sessions.create': (params, caller, _services, request) => {
      const agent = agentFor(caller, params.agent)
      const workspace = allowedWorkspace(workspaces, params.workspace)
      const label = params.label === undefined ? {} : { label: params.label }
      const keyed = keyedRequest(caller, params, request)
      return { session: shown(store.create({ agent, workspace, ...label }, actorOf(caller), keyed)) }
    },
    'sessions.list': ({ state, agent, limit = 100, cursor }, caller) => {
      const wanted = caller.role === 'agent' ? caller.agent : agent
      if (caller.role === 'agent' && agent !== undefined && agent !== caller.agent) return { sessions: [] }
      const filter = {
        ...(state !== undefined && { state }),
        ...(wanted !== undefined && { agent: wanted }),
        last: cursor === undefined ? null : (store.get(cursor) ?? access.elsewhere(cursor)),
      }
      const own = store.list(filter, limit + 1).map((session) => shown(session))
      const all = [...own, ...(shared?.list(filter, limit + 1) ?? [])].toSorted((a, b) => (isBehind(a, b) ? 1 : -1))
      const sessions = all.slice(0, limit)
      return { sessions, ...(all.length > limit && { next: sessions.at(-1)!.id }) }
    },
    'sessions.get': ({ session }, caller) => ({
      session: foreignFor(access, session, caller) ?? shown(sessionFor(access, session, caller)),
    }),
    'sessions.events': ({ session: id, after = 0, limit = 100 }, caller) => {
      if (shared && foreignFor(access, id, caller)) return shared.events(id, after, limit)
      sessionFor(access, id, caller)
      const { first, head } = store.range(id)
      const gap = after + 1 < first ? { gap: { from: after + 1, to: first - 1 } } : {}
      const events = readFitting((from, count) => store.read(id, from, count), after, limit)
      return { events: [...events], head, ...gap }
    },
    'sessions.follow': async ({ session: id, after }, caller) => {
      // The numbers of a session never begin anew, so that its id names them.
      const seq = after?.epoch === id ? after.seq : undefined
      const foreign = shared && foreignFor(access, id, caller)
      if (foreign) return { ...(await shared.follow(id, caller, seq)), epoch: id, session: foreign }
      const session = sessionFor(access, id, caller)
      return { ...feeds.of(id).follow(caller, seq), epoch: id, session: shown(session) }
    },
    'sessions.send': (params, caller, _services, request) => send(parts, params, caller, request),
    'sessions.abort': ({ session: id, reason }, caller) => {
      const session = sessionFor(access, id, caller)
      const isFirst = store.end(session.id)
      directives.forget(session.id)
      agents.endSession(session.id)
      const cancelled = calls.endSession(session.id)
      hosts.release(session.id)
      // Also what waits for a call that nobody has made again since a restart.
      approvals.withdraw(({ request }) => request.binding.session === session.id)
      const why = reason === undefined ? {} : { reason }
      if (isFirst) store.append(session.id, { kind: 'aborted', by: actorOf(caller), ...why })
      return { session: shown(store.get(session.id) ?? session), cancelled }
    },
  }
}

/** Leaves a message; a directive takes hold before it is written into the session. @throws GatewayError */
async function send(
  { store, access, hosts, directives }: SessionMethodParts,
  params: ParamsOf<'sessions.send'>,
  caller: Caller,
  request: RequestHeader,
): Promise<{ seq: number }> {
  const { id, agent, workspace, state } = sessionFor(access, params.session, caller)
  if (state === 'aborted') throw settled(id)
  const keyed = keyedRequest(caller, params, request)
  // What was said already is not applied again.
  const before = store.answerOf(keyed)
  if (before !== null) return { seq: Number(before) }
  const { text } = params
  const answer = await directives.take(hosts, { session: id, agent, workspace }, text, caller)
  const entry = { by: actorOf(caller), text }
  const event =
    answer === null ? { kind: 'message' as const, ...entry } : { kind: 'directive' as const, ...entry, answer }
  return { seq: store.appendOnce(id, event, keyed) }
}

export function keyedRequest(caller: Caller, params: object, { method, idempotencyKey }: RequestHeader): KeyedRequest {
  return { device: caller.deviceId, key: idempotencyKey, fingerprint: fingerprintOf(method, params) }
}

/** An agent works as itself, whatever it says. */
function agentFor({ role, agent }: Caller, wanted: string | undefined): string {
  if (role !== 'agent') return wanted ?? MAIN_AGENT
  if (agent !== undefined && (wanted === undefined || wanted === agent)) return agent
  throw new GatewayError('An agent begins sessions of its own.', {
    code: 'FORBIDDEN',
    path: '/params/agent',
    details: { reason: 'not-own' },
  })
}

/** One of the folders that the gateway was started for, or a folder in one, wherever links lead. */
function allowedWorkspace(workspaces: readonly string[], wanted: string | undefined): string {
  const [usual] = workspaces
  if (wanted === undefined && usual !== undefined) return usual
  try {
    const real = realpathSync(wanted ?? '')
    if (workspaces.some((allowed) => real === allowed || real.startsWith(`${allowed}/`))) return real
  } catch {
    // There is no such folder.
  }
  throw new GatewayError('The gateway does not serve this workspace.', { code: 'NOT_FOUND', path: '/params/workspace' })
}

export const settled = (id: string) =>
  new GatewayError(`The session ${id} was aborted.`, { code: 'SETTLED', details: { state: 'aborted' } })
