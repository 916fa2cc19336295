import type { LocalHost, OpenSessionHost, SessionHosts, SessionPlace } from '@poundlock/local-host'
import { GatewayError } from '@poundlock/protocol'
import { AGENT_LIMITS } from '@poundlock/tools'
import type { Caller } from '../dispatch/caller.ts'
import { parentOf, taskSession } from './parent-session.ts'

interface Given {
  readonly text: string
  readonly deviceId: string
}

/** Directives of one session: all of them are applied again when its host is opened again. */
const MOST = 100
const MAX_LENGTH = 1000

/**
 * The directives of each session, `/exec …` and `/elevated …`. They hold for as long as the gateway runs: a host that is
 * closed and opened again gets them again, in their order.
 */
export class SessionDirectives {
  readonly #given = new Map<string, Given[]>()

  /** Opens hosts in which the directives hold. @throws PoundlockError when one cannot be applied: nothing runs then */
  opener(open: OpenSessionHost): OpenSessionHost {
    return async (place) => {
      const host = await open(place)
      try {
        // Read anew at each step: another one may come while this one is applied.
        for (let at = 0; at < this.#of(place.session).length; at++) {
          // oxlint-disable-next-line no-await-in-loop -- each changes what the one before it left
          await direct(host, place, this.#of(place.session)[at]!)
        }
        return host
      } catch (error) {
        await host.close()
        throw error
      }
    }
  }

  /**
   * Takes a message. Only an operator who may change the policy can give a directive.
   *
   * @returns the answer to a directive; `null` for any other text
   * @throws GatewayError `FORBIDDEN`, `INVALID_PARAMS`, `BUSY`; nothing has changed then
   */
  async take(hosts: SessionHosts, place: SessionPlace, text: string, caller: Caller): Promise<string | null> {
    if (!text.trimStart().startsWith('/') || text.length > MAX_LENGTH) return null
    const { session } = place
    const next = { text, deviceId: caller.deviceId }
    const isAuthorised = caller.role === 'operator' && caller.scopes.has('config.write')
    const taken = await hosts.use(place, async (host) => {
      if (isAuthorised && this.#of(session).length >= MOST) {
        throw new GatewayError(`The session has ${MOST} directives already.`, { code: 'BUSY' })
      }
      const before = host.runtime.sessionState(session)
      const result = await direct(host, place, next, isAuthorised)
      return { host, result, isChange: result !== null && result.state !== before }
    })
    const { host, result, isChange } = taken
    if (result === null) return null
    if (!result.ok) throw refused(result.refusal === 'malformed', result.message)
    if (!isChange) return result.message
    if (caller.signal.aborted) {
      // The device may have been revoked meanwhile: the next host is opened without this one.
      hosts.release(session)
      throw new GatewayError('The connection ended before the directive took hold.', { code: 'BUSY' })
    }
    this.#given.set(session, [...this.#of(session), next])
    this.#releaseTasks(hosts, session)
    // The configuration may have been read again meanwhile: the session has another host then.
    await hosts.use(place, async (now) => (now === host ? null : direct(now, place, next)))
    return result.message
  }

  /** What the device said holds no longer. */
  deviceRevoked(hosts: SessionHosts, deviceId: string): void {
    for (const [session, given] of this.#given) {
      const left = given.filter((one) => one.deviceId !== deviceId)
      if (left.length === given.length) continue
      this.#given.set(session, left)
      hosts.release(session)
      this.#releaseTasks(hosts, session)
    }
  }

  /** The session has ended. */
  forget(session: string): void {
    this.#given.delete(session)
  }

  /** Of a task, those of its parent about commands: what one session was elevated to is not for the agents it starts. */
  #of(session: string): readonly Given[] {
    const parent = parentOf(session)
    if (parent === null) return this.#given.get(session) ?? []
    return this.#of(parent).filter(({ text }) => /^\s*\/exec\b/.test(text))
  }

  /** Hosts of the tasks of a session are opened again, with what holds for it now. */
  #releaseTasks(hosts: SessionHosts, session: string): void {
    for (let number = 0; number < AGENT_LIMITS.agents; number++) hosts.release(taskSession(session, number))
  }
}

function direct(host: LocalHost, { agent, session }: SessionPlace, { text, deviceId }: Given, authorised = true) {
  const sender = { provider: 'gateway', id: deviceId }
  return host.runtime.direct(text, { ...host.context, agent, session }, { sender, authorised })
}

const refused = (isMalformed: boolean, message: string) =>
  isMalformed
    ? new GatewayError(message, {
        code: 'INVALID_PARAMS',
        path: '/params/text',
        expected: '/exec host=… security=… ask=…, or /elevated on|off|ask|full',
      })
    : new GatewayError(message, { code: 'FORBIDDEN', details: { reason: 'directive' } })
