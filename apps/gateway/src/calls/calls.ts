import { isAnswer } from '@poundlock/approvals/node'
import type { CallLedger, LedgerEntry } from '@poundlock/ledger'
import type { LocalHost, SessionHosts } from '@poundlock/local-host'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import type { AskForApproval, CallOptions } from '@poundlock/runtime'
import type { Approvals } from '../approvals/approvals.ts'
import type { Caller } from '../dispatch/caller.ts'
import { measureCall } from '../operations/measure.ts'
import type { Metrics } from '../operations/metric-table.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { keyConflict } from '../sessions/session-store.ts'
import type { TracedCall } from '../tracing/tool-span.ts'
import type { ToolTraces } from '../tracing/tool-traces.ts'
import { decidedEvent, requestedEvent, tailOf } from './call-events.ts'
import { CallOutput } from './call-output.ts'
import { callResult } from './call-result.ts'
import type { LateCalls } from './late-calls.ts'
import { RunningCall, type CallOwner, type CallRequest } from './running-call.ts'

export interface CallLimits {
  /** Calls of one agent that run or wait at a time. */
  readonly maxPerAgent: number
  /** Calls of all. */
  readonly maxAtOnce: number
}

const LIMITS: CallLimits = { maxPerAgent: 32, maxAtOnce: 512 }
/** So many results that could not be recorded are kept in memory. */
const MOST_UNRECORDED = 1000

export interface CallParts {
  readonly ledger: CallLedger<CallResult>
  readonly late: LateCalls
  readonly sessions: SessionStore
  readonly approvals: Approvals
  readonly hosts: SessionHosts
  readonly now: () => number
  readonly monotonic: () => number
  readonly metrics: Metrics
  readonly traces: ToolTraces
  readonly log: (event: string, fields?: Readonly<Record<string, unknown>>) => void
}

/** The calls that have not ended, and how the others did. */
export class Calls {
  readonly #parts: CallParts
  readonly #limits: CallLimits
  /** By device and key: there is one at a time. */
  readonly #running = new Map<string, RunningCall>()
  /** Results that could not be recorded, of which callers are told as long as this process lives. */
  readonly #unrecorded = new Map<string, CallResult>()
  readonly counters = { accepted: 0, joined: 0, repeated: 0, refused: 0, unrecorded: 0 }
  #isClosing = false

  constructor(parts: CallParts, limits: Partial<CallLimits> = {}) {
    this.#parts = parts
    this.#limits = { ...LIMITS, ...limits }
  }

  get size(): number {
    return this.#running.size
  }

  /** Those that run, or are about to; what waits for people may wait for long. */
  get active(): number {
    return [...this.#running.values()].filter(({ state }) => state !== 'waiting').length
  }

  of(session: string): readonly RunningCall[] {
    return [...this.#running.values()].filter(({ request }) => request.session.id === session)
  }

  /** Ends the calls of a session, and its host with the last of them. @returns how many there were */
  endSession(session: string): number {
    const own = this.of(session)
    for (const call of own) call.cancel()
    this.#parts.hosts.release(session)
    return own.length
  }

  byId(callId: string): RunningCall | undefined {
    return [...this.#running.values()].find((call) => call.callId === callId)
  }

  byKey(device: string, key: string): RunningCall | undefined {
    return this.#running.get(placeOf(device, key))
  }

  /** A result that is known here and nowhere else. */
  unrecorded(callId: string): CallResult | undefined {
    return this.#unrecorded.get(callId)
  }

  /**
   * Makes a call, joins the one that is being made with this key, or tells how it ended.
   *
   * @throws GatewayError `IDEMPOTENCY_CONFLICT`, `BUSY`, `RECORD_FAILED`; nothing was done then
   */
  async call(caller: CallOwner, request: CallRequest, stream: boolean): Promise<CallResult> {
    const place = placeOf(caller.deviceId, request.key)
    const running = this.#running.get(place)
    if (running) return this.#join(running, caller, request, stream)
    this.#checkRoom(request.session.agent)
    const call = new RunningCall(caller, request)
    this.#running.set(place, call)
    try {
      const known = await this.#reserve(call)
      if (known !== null) {
        this.counters.repeated++
        call.ended.resolve(known)
      } else {
        this.counters.accepted++
        call.attach(caller, stream)
        void this.#make(call, place)
        return await call.ended.promise
      }
    } catch (error) {
      call.ended.reject(error)
    }
    this.#running.delete(place)
    return call.ended.promise
  }

  connectionClosed(caller: Caller): void {
    for (const call of this.#running.values()) call.detach(caller)
  }

  deviceRevoked(deviceId: string): void {
    for (const call of this.#running.values()) if (call.device === deviceId) call.cancel()
  }

  /** Lets what waits go on waiting, ends what runs, and records how that ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    const calls = [...this.#running.values()]
    for (const call of calls) {
      if (call.state === 'running') call.cancel()
      else call.leave()
    }
    await Promise.allSettled(calls.map(({ ended }) => ended.promise))
  }

  #join(running: RunningCall, caller: CallOwner, request: CallRequest, stream: boolean): Promise<CallResult> {
    if (running.request.fingerprint !== request.fingerprint) throw keyConflict()
    this.counters.joined++
    running.attach(caller, stream)
    return running.ended.promise
  }

  #checkRoom(agent: string): void {
    const all = [...this.#running.values()].filter(({ request }) => request.givesTask !== true)
    const own = all.filter(({ request }) => request.session.agent === agent).length
    if (own < this.#limits.maxPerAgent && all.length < this.#limits.maxAtOnce && !this.#isClosing) return
    this.counters.refused++
    const message = `${own} calls of the agent run or wait, and ${all.length} of all.`
    throw new GatewayError(message, { code: 'BUSY', retryAfterMs: 1000, details: { calls: own } })
  }

  /** @returns how it ended, where that is known; `null` when it is to be made now */
  async #reserve(call: RunningCall): Promise<CallResult | null> {
    const { key, fingerprint, session, tool } = call.request
    const { kind, entry } = await this.#parts.ledger.reserve({
      device: call.device,
      key,
      fingerprint,
      session: session.id,
      tool,
    })
    if (entry.fingerprint !== fingerprint) throw keyConflict()
    call.callId = entry.callId
    // One that ended before it ran, and could not be recorded, has done nothing.
    if (kind === 'new' || (entry.state === 'accepted' && !this.#unrecorded.has(entry.callId))) return null
    const result = this.#unrecorded.get(entry.callId) ?? entry.result
    if (result !== null) return result
    const late = this.#parts.late.wait(entry.callId)
    if (late !== null) return late
    throw new GatewayError(unknown(entry), { code: 'OUTCOME_UNKNOWN', details: { callId: entry.callId } })
  }

  async #make(call: RunningCall, place: string): Promise<void> {
    const arrivedAt = this.#parts.now()
    try {
      const result = await this.#run(call)
      if (!call.isLeft || call.startedAt !== null) await this.#record(call, result)
      this.#running.delete(place)
      this.#trace(call, arrivedAt, result)
      call.ended.resolve(result)
    } catch (error) {
      this.#running.delete(place)
      this.#trace(call, arrivedAt, { error })
      call.ended.reject(error)
    }
  }

  #trace({ callId, request }: RunningCall, arrivedAt: number, end: TracedCall['end']): void {
    const { session, tool, input, traceparent } = request
    this.#parts.traces.ended({
      callId,
      tool,
      input,
      agent: session.agent,
      session: session.id,
      ...(traceparent !== undefined && { traceparent }),
      arrivedAt,
      endedAt: this.#parts.now(),
      end,
    })
  }

  async #run(call: RunningCall): Promise<CallResult> {
    const { sessions, hosts, now, monotonic, metrics } = this.#parts
    const { session, tool, input, cwd, key } = call.request
    const arrivedAt = monotonic()
    sessions.append(session.id, requestedEvent(call))
    const output = new CallOutput({
      send: (part) => call.output(part),
      keep: (tail) => this.#keep(call, () => sessions.keepOutput(call.callId, tail)),
      monotonic,
    })
    const place = { workspace: session.workspace, agent: session.agent, session: session.id }
    const outcome = await hosts.use(place, (host) => {
      call.request.prepare?.(host)
      const context = { ...host.context, agent: session.agent, session: session.id, cwd }
      return host.runtime.call({ id: call.callId, name: tool, input }, context, this.#options(call, host, output))
    })
    output.end()
    call.request.observer?.ended(outcome)
    if (call.startedAt === null && outcome.decision && call.approval === undefined) {
      sessions.append(session.id, decidedEvent(call.callId, outcome.decision))
    }
    const times = {
      startedAt: call.startedAt,
      endedAt: now(),
      outputBytes: output.bytes,
      isCancelled: call.isCancelled,
    }
    if (outcome.error?.code === 'NODE_LOST') {
      throw new GatewayError(outcome.message, { code: 'OUTCOME_UNKNOWN', details: { callId: call.callId } })
    }
    const result = callResult({ callId: call.callId, key, session: session.id, tool }, outcome, times)
    if (call.isLeft && call.startedAt === null)
      throw new GatewayError('The gateway stops; make the call again.', { code: 'DRAINING' })
    measureCall(metrics, result, (monotonic() - arrivedAt) / 1000)
    const durationMs = call.startedAt === null ? {} : { durationMs: result.endedAt - call.startedAt }
    const { status, message } = result
    const ended = {
      kind: 'call-ended',
      callId: call.callId,
      status,
      message,
      ...durationMs,
      ...tailOf(outcome),
    } as const
    // That nothing was done, as the error says, is true of a call that did not run.
    if (call.startedAt === null) sessions.append(session.id, ended)
    else this.#keep(call, () => sessions.append(session.id, ended))
    return result
  }

  #options(call: RunningCall, host: LocalHost, output: CallOutput): CallOptions {
    const { ledger, sessions, now } = this.#parts
    const { session, observer } = call.request
    return {
      abortSignal: call.stop.signal,
      ...(call.request.recorded === true && { recorded: true }),
      ask: this.#asker(call, host),
      onOutput: ({ stream, text }) => {
        output.add(stream, text)
        observer?.update(text)
      },
      onUpdate: ({ text }) => {
        output.add('update', text)
        observer?.update(text)
      },
      beforeRun: async (started) => {
        await observer?.beforeRun(started)
        const { runId, decision, onlyReads, waitUntil } = started
        const noted = async () => {
          if (!onlyReads) {
            await ledger.begin(call.callId, runId)
            call.wasBegun = true
          }
          call.runId = runId
          call.startedAt = now()
          const decided = call.approval === undefined ? [decidedEvent(call.callId, decision)] : []
          sessions.append(session.id, ...decided, { kind: 'call-started', callId: call.callId, runId })
          call.to('running')
        }
        waitUntil(noted())
      },
    }
  }

  #asker(call: RunningCall, host: LocalHost): AskForApproval {
    const { approvals, sessions } = this.#parts
    const { session } = call.request
    const ask = call.request.ask ?? approvals.asker(host.config.sources, () => call)
    return async (request, options) => {
      call.onWaiting = (approval) => {
        const waiting = { kind: 'call-waiting', callId: call.callId, approval } as const
        sessions.append(session.id, decidedEvent(call.callId, request.decision), waiting)
        call.request.observer?.waits(request, approval)
      }
      const given = await ask(request, options)
      const { requestId, answer } = given
      if (requestId !== undefined && call.approval !== undefined && !call.isLeft) {
        const isPersons = isAnswer(given)
        const ended = answer === 'timed-out' ? 'expired' : 'cancelled'
        const decision = isPersons ? given.answer : ended
        const by = isPersons
          ? { by: given.by, ...(given.reason !== undefined && { reason: given.reason.slice(0, 2000) }) }
          : {}
        call.request.observer?.answered(decision, isPersons ? given.by : null)
        sessions.append(session.id, {
          kind: 'call-answered',
          callId: call.callId,
          approval: requestId,
          decision,
          ...by,
        })
      }
      return given
    }
  }

  /** Writes down something of a call that runs, or has run: where that fails, it goes on. */
  #keep({ callId }: RunningCall, write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#parts.log('call-unrecorded', { call: callId, error: String(error) })
    }
  }

  /** What cannot be recorded is told all the same: it has happened. */
  async #record(call: RunningCall, result: CallResult): Promise<void> {
    const { ledger, sessions, late, log } = this.#parts
    const survives = call.wasBegun && !late.isKeptByNode(call.callId) ? 'power' : 'process'
    try {
      await ledger.finish(call.callId, result, survives)
      sessions.keepOutput(call.callId, null)
    } catch (error) {
      this.counters.unrecorded++
      log('call-unrecorded', { call: call.callId, error: String(error) })
      this.#unrecorded.set(call.callId, result)
      if (this.#unrecorded.size > MOST_UNRECORDED) this.#unrecorded.delete(this.#unrecorded.keys().next().value!)
    }
  }
}

const placeOf = (device: string, key: string) => `${device} ${key}`

const unknown = ({ callId }: LedgerEntry) =>
  `The call ${callId} was begun; how it ended is not known, and it is not made again.`
