import { hash } from 'node:crypto'
import { canonicalJson } from '@poundlock/audit'
import type { LocalHost, SessionHosts } from '@poundlock/local-host'
import { GatewayError, type ParamsOf, type ResultOf, type RunOutcome } from '@poundlock/protocol'
import type { CallStart } from '@poundlock/runtime'
import { PoundlockError } from '@poundlock/spec'
import type { Deliveries } from '../deliveries.ts'
import type { RunEntry, RunLedger } from './open-ledger.ts'
import { bindingHash } from './prepare-run.ts'
import { runOutcome } from './run-outcome.ts'
import { RunOutput, type OutputReceiver } from './run-output.ts'
import { contextOf, execInputOf, placeOf } from './run-place.ts'

type Params = ParamsOf<'system.run'>

/** Commands that run, or wait for somebody, at a time. */
const MOST_AT_ONCE = 64

export interface RunParts {
  /** The gateway that this node serves. */
  readonly gatewayId: string
  readonly ledger: RunLedger
  readonly hosts: SessionHosts
  readonly workspace: string
  readonly deliveries: Deliveries
  /** Where output is sent now. */
  readonly reader: () => OutputReceiver['send']
  /** Tells that a command was let through. */
  readonly started: (start: ParamsOf<'run.started'>) => void
  readonly now: () => number
  readonly monotonic: () => number
  readonly log: (event: string, fields?: Readonly<Record<string, unknown>>) => void
}

interface Running {
  readonly fingerprint: string
  readonly stop: AbortController
  readonly ended: Promise<void>
  /** What was said to who began it. */
  begun: Promise<ResultOf<'system.run'>>
  callId: string
  state: 'accepted' | 'running'
  startedAt: number | null
}

/** The commands of this node: each is reserved before it is decided, noted right before it runs, and recorded at its end. */
export class Runs {
  readonly #parts: RunParts
  readonly #running = new Map<string, Running>()
  #isClosing = false

  constructor(parts: RunParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#running.size
  }

  /**
   * Begins a run, or says what has become of the one with this id.
   *
   * @throws GatewayError `IDEMPOTENCY_CONFLICT`, `BUSY`, `RECORD_FAILED`; nothing was begun then
   */
  async begin(params: Params): Promise<ResultOf<'system.run'>> {
    const { run } = params
    const fingerprint = fingerprintOf(params)
    const known = this.#running.get(run)
    if (known) {
      if (known.fingerprint !== fingerprint) throw conflict()
      const begun = await known.begun
      return begun.state === 'ended' ? begun : { state: known.state }
    }
    if (this.#running.size >= MOST_AT_ONCE || this.#isClosing) {
      const message = `${this.#running.size} commands run or wait on the node.`
      throw new GatewayError(message, { code: 'BUSY', retryAfterMs: 1000 })
    }
    const ended = Promise.withResolvers<void>()
    const running: Running = {
      fingerprint,
      stop: new AbortController(),
      ended: ended.promise,
      begun: Promise.resolve({ state: 'accepted' }),
      callId: '',
      state: 'accepted',
      startedAt: null,
    }
    this.#running.set(run, running)
    running.begun = this.#begin(params, running, ended.resolve)
    return running.begun
  }

  /** @returns false where there is nothing to end */
  cancel(run: string): boolean {
    const running = this.#running.get(run)
    running?.stop.abort()
    return running !== undefined
  }

  status(run: string): ResultOf<'run.status'> {
    const running = this.#running.get(run)
    const entry = this.#parts.ledger.find(this.#parts.gatewayId, { key: run })
    if (running) {
      const tail = entry === null ? null : this.#parts.ledger.tailOf(entry.callId)
      return {
        state: running.state,
        ...(running.startedAt !== null && { startedAt: running.startedAt }),
        ...(tail !== null && { tail }),
      }
    }
    const unrecorded = this.#parts.deliveries.unrecorded(run)
    const outcome = entry?.result ?? unrecorded
    // Reserved by a node that was killed, or given back: nothing of it has run, and nothing runs it.
    return outcome ? { state: 'ended', outcome } : { state: 'none' }
  }

  /** Ends what runs, and records how that ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    const left = [...this.#running.values()]
    for (const { stop } of left) stop.abort()
    await Promise.all(left.map(({ ended }) => ended))
  }

  /** @param end told when nothing of it goes on */
  async #begin(params: Params, running: Running, end: () => void): Promise<ResultOf<'system.run'>> {
    let known: RunOutcome | null = null
    try {
      const { callId, result } = await this.#reserve(params, running.fingerprint)
      running.callId = callId
      known = result
    } catch (error) {
      this.#running.delete(params.run)
      end()
      throw error
    }
    if (known === null) {
      void this.#make(params, running).finally(end)
      return { state: 'accepted' }
    }
    this.#running.delete(params.run)
    end()
    return { state: 'ended', outcome: known }
  }

  async #reserve({ run, session }: Params, fingerprint: string): Promise<RunEntry> {
    const { ledger, gatewayId: device } = this.#parts
    const { entry } = await ledger.reserve({ device, key: run, fingerprint, session, tool: 'exec' })
    if (entry.fingerprint !== fingerprint) throw conflict()
    return entry
  }

  async #make(params: Params, running: Running): Promise<void> {
    const { ledger, deliveries, log } = this.#parts
    const { run } = params
    const { callId } = running
    const outcome = await this.#run(params, running)
    try {
      await ledger.finish(callId, outcome)
    } catch (error) {
      // It has happened all the same, and is told as long as this process lives.
      log('run-unrecorded', { run, error: String(error) })
      deliveries.keepUnrecorded(run, outcome)
    }
    this.#running.delete(run)
    deliveries.deliver({ run, callId, outcome })
  }

  async #run(params: Params, running: Running): Promise<RunOutcome> {
    const { hosts, workspace, now } = this.#parts
    try {
      const outcome = await hosts.use(placeOf(params, workspace), (host) => this.#call(host, params, running))
      const { startedAt, stop } = running
      return runOutcome(outcome, { startedAt, endedAt: now(), isCancelled: stop.signal.aborted })
    } catch (error) {
      return failure(error, running.startedAt, now())
    }
  }

  #call(host: LocalHost, params: Params, running: Running) {
    const { ledger, workspace, reader, started, now, monotonic } = this.#parts
    const { run, stream = false } = params
    const { callId } = running
    const output = new RunOutput(run, {
      reader: () => (stream ? reader() : null),
      keep: (tail) => ledger.keepTail(callId, tail),
      monotonic,
    })
    const call = { id: callId, name: 'exec', input: execInputOf(params) }
    return host.runtime.call(call, contextOf(params, workspace), {
      abortSignal: running.stop.signal,
      onOutput: ({ stream: name, text }) => output.add(name, text),
      beforeRun: async ({ runId, binding, waitUntil }: CallStart) => {
        if (bindingHash(binding()) !== params.binding) throw changed()
        const noted = async () => {
          await ledger.begin(callId, runId)
          running.state = 'running'
          running.startedAt = now()
          started({ run, startedAt: running.startedAt, record: runId })
        }
        waitUntil(noted())
      },
    })
  }
}

/** The same for the same command; whether somebody reads its output is no part of it. */
function fingerprintOf({ stream: _, ...params }: Params): string {
  return hash('sha256', canonicalJson(params))
}

function failure(error: unknown, startedAt: number | null, endedAt: number): RunOutcome {
  const message = PoundlockError.isInstance(error) ? error.message : 'a fault of the node; its log has it'
  const status = startedAt === null ? 'failed' : 'unknown'
  const shown = message.slice(0, 2000)
  return { status, message: shown, stdout: '', stderr: '', tail: '', truncated: false, reasons: [], endedAt }
}

const conflict = () => new GatewayError('The run was begun with another command.', { code: 'IDEMPOTENCY_CONFLICT' })

const changed = () =>
  new PoundlockError('what it would run on the node has changed since it was decided', {
    code: 'APPROVAL_MISMATCH',
    remedy: 'Call it again, so that it is decided anew.',
  })
