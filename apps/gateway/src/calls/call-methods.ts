import { realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { CallLedger } from '@poundlock/ledger'
import type { SessionHosts } from '@poundlock/local-host'
import { GatewayError, type CallResult, type Tool } from '@poundlock/protocol'
import type { ToolSpec } from '@poundlock/spec'
import { AGENT_TOOL } from '@poundlock/spec/tools'
import type { Approvals } from '../approvals/approvals.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { sessionFor, type SessionAccess } from '../sessions/session-access.ts'
import type { StoredSession } from '../sessions/session-store.ts'
import type { Calls } from './calls.ts'
import { cancelLeft } from './cancel-left.ts'
import { fingerprintOf } from './fingerprint.ts'

export interface CallMethodParts {
  readonly calls: Calls
  readonly ledger: CallLedger<CallResult>
  readonly sessions: SessionAccess
  readonly approvals: Approvals
  readonly hosts: SessionHosts
  readonly now: () => number
}

type Reference = { readonly callId: string } | { readonly key: string }

/** The methods of calls. */
export function callMethods({ calls, ledger, sessions, approvals, hosts, now }: CallMethodParts): Handlers {
  /** A call that the caller may see, running or not. */
  const find = (reference: Reference, caller: Caller) => {
    const running = 'key' in reference ? calls.byKey(caller.deviceId, reference.key) : calls.byId(reference.callId)
    const entry = running ? null : ledger.find(caller.deviceId, reference)
    const session = running?.request.session.id ?? entry?.session
    const isOwn = (running?.device ?? entry?.device) === caller.deviceId
    if (session !== undefined && (isOwn || mayUse(sessions, session, caller))) return { running, entry }
    throw new GatewayError('There is no such call.', { code: 'NOT_FOUND', path: '/params/call' })
  }
  return {
    'tools.list': async ({ session }, caller) => {
      const { id, agent, workspace } = sessionFor(sessions, session, caller)
      const specs = await hosts.use({ session: id, agent, workspace }, async (host) => host.runtime.tools.list())
      return { tools: specs.filter((spec) => isForClients(spec)).map((spec) => toolView(spec)) }
    },
    'tools.call': ({ session: id, tool, input, cwd, stream = false, record = false }, caller, _services, header) => {
      const session = sessionFor(sessions, id, caller)
      const fingerprint = fingerprintOf('tools.call', { session: id, tool, input, cwd: cwd ?? null })
      const key = header.idempotencyKey!
      // A repeated call is answered also when its session has ended meanwhile.
      const isKnown = ledger.find(caller.deviceId, { key })?.state === 'ended'
      if (session.state === 'aborted' && !isKnown) throw settledSession(id)
      const folder = isKnown ? session.workspace : folderIn(session, cwd)
      const { traceparent } = header
      const more = { ...(traceparent !== undefined && { traceparent }), ...(record && { recorded: true }) }
      return calls.call(caller, { key, fingerprint, session, tool, input, cwd: folder, ...more }, stream)
    },
    'tools.cancel': async ({ call }, caller) => {
      const { running, entry } = find(call, caller)
      if (running) {
        running.cancel()
        return { callId: running.callId, cancelling: true }
      }
      const isOpen = entry!.state === 'accepted'
      if (isOpen) await cancelLeft(entry!, { ledger, approvals, now })
      return { callId: entry!.callId, cancelling: isOpen }
    },
    'tools.follow': ({ call }, caller) => {
      const { running, entry } = find(call, caller)
      running?.attach(caller, true)
      if (!running) return { callId: entry!.callId, following: false, printed: '' }
      return { callId: running.callId, following: true, printed: running.printed }
    },
    'tools.status': ({ call }, caller) => {
      const { running, entry } = find(call, caller)
      if (running) {
        const { callId, state, approval, request } = running
        const waiting = state === 'waiting' && approval !== undefined ? { approval } : {}
        return { callId, key: request.key, state, ...waiting }
      }
      const { callId, key, state, result } = entry!
      const known = calls.unrecorded(callId) ?? result
      if (known !== null) return { callId, key, state: 'ended', result: known }
      const waiting = state === 'accepted' ? waitingRequest(approvals, callId) : undefined
      return { callId, key, state: waiting ? 'waiting' : state, ...(waiting !== undefined && { approval: waiting }) }
    },
  }
}

const mayUse = (sessions: SessionAccess, id: string, caller: Caller): boolean => {
  const session = sessions.get(id)
  return session !== null && sessions.isVisible(session, caller)
}

/** Tasks are given by models of the gateway alone. */
const isForClients = ({ name }: ToolSpec): boolean => name !== AGENT_TOOL.name

const toolView = ({ name, description, inputSchema, summary, annotations }: ToolSpec): Tool => ({
  name,
  description,
  inputSchema,
  annotations: { ...annotations },
  ...(summary !== '' && { summary }),
})

/** The folder that a call works in: of the session's workspace, wherever links lead. */
function folderIn({ workspace }: StoredSession, cwd = '.'): string {
  const wanted = resolve(workspace, cwd)
  try {
    const real = realpathSync(wanted)
    const isInside = real === workspace || real.startsWith(`${workspace}${workspace.endsWith(sep) ? '' : sep}`)
    if (isInside && statSync(real).isDirectory()) return real
  } catch {
    // There is no such folder.
  }
  throw new GatewayError('The call does not work in a folder of its session.', {
    code: 'INVALID_PARAMS',
    path: '/params/cwd',
    expected: `a folder in ${workspace}`,
  })
}

const waitingRequest = ({ store }: Approvals, callId: string): string | undefined =>
  store.pending().find(({ request }) => request.callId === callId)?.request.id

const settledSession = (id: string) =>
  new GatewayError(`The session ${id} was aborted; it takes no call.`, {
    code: 'SETTLED',
    details: { state: 'aborted' },
  })
