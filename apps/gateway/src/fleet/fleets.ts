import type { CallLedger } from '@poundlock/ledger'
import type { LocalHost, SessionHosts } from '@poundlock/local-host'
import { GatewayError, type CallResult, type ResultOf } from '@poundlock/protocol'
import type { AskForApproval } from '@poundlock/runtime'
import { redactSecretsIn } from '@poundlock/spec'
import type { Approvals } from '../approvals/approvals.ts'
import type { Calls } from '../calls/calls.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { Services } from '../dispatch/services.ts'
import type { NodeCandidate } from '../nodes/find-node.ts'
import { keyConflict, type StoredSession } from '../sessions/session-store.ts'
import { decideFleet, strictestOf, type DecidedNode } from './decide-fleet.ts'
import { approveFleet } from './fleet-approval.ts'
import { commandOf } from './fleet-command.ts'
import { endedRow, failedRow, runFleet, type FleetOrder } from './run-fleet.ts'
import { RunningFleet, type FleetRequest } from './running-fleet.ts'
import { selectNodes, type NodeSelection } from './select-nodes.ts'

type FleetResult = ResultOf<'fleet.exec'>

export interface FleetRunParts {
  readonly services: Services
  readonly calls: Calls
  readonly ledger: CallLedger<CallResult>
  readonly approvals: Approvals
  readonly hosts: SessionHosts
  readonly candidates: () => readonly NodeCandidate[]
  /** Writes a record to the audit log of the gateway. */
  readonly audit: (type: string, data: object) => Promise<unknown>
}

/** Between two attempts to start a call while too many of the agent run. */
const BUSY_MS = 250
/** For nodes to come back after a restart. */
const RECONNECT_MS = 10_000
const LOOK_MS = 50

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const placeOf = (device: string, key: string) => `${device} ${key}`

/** Commands on several nodes. The call of each node has a key of its own, so that none runs twice after a restart. */
export class Fleets {
  readonly #parts: FleetRunParts
  readonly #running = new Map<string, RunningFleet>()

  constructor(parts: FleetRunParts) {
    this.#parts = parts
  }

  /** Decides on each node; runs nothing. @throws GatewayError `NOT_FOUND`, `AMBIGUOUS`, `INVALID_PARAMS` */
  async check(session: StoredSession, input: object, selection: NodeSelection): Promise<ResultOf<'fleet.check'>> {
    const command = commandOf(input)
    const nodes = selectNodes(this.#parts.candidates(), selection)
    const decided = await this.#withHost(session, (place) => decideFleet(nodes, command, place))
    return { decision: strictestOf(decided), rows: decided.map(({ row }) => row) }
  }

  /**
   * Runs a command on nodes, or joins the one that runs with this key. What a restart left is taken up: a node whose call
   * was made keeps its result.
   *
   * @throws GatewayError `IDEMPOTENCY_CONFLICT`, `NOT_FOUND`, `INVALID_PARAMS`, `DRAINING`
   */
  exec(caller: Caller, request: FleetRequest): Promise<FleetResult> {
    const place = placeOf(caller.deviceId, request.key)
    const running = this.#running.get(place)
    if (running) {
      if (running.request.fingerprint !== request.fingerprint) throw keyConflict()
      running.attach(caller)
      return running.ended.promise
    }
    const fleet = new RunningFleet(caller, request)
    this.#running.set(place, fleet)
    this.#make(caller, fleet)
      .finally(() => this.#running.delete(place))
      .then(fleet.ended.resolve, fleet.ended.reject)
    return fleet.ended.promise
  }

  /** @returns whether there is something to cancel */
  cancel(device: string, key: string): boolean {
    const fleet = this.#running.get(placeOf(device, key))
    fleet?.cancel()
    return fleet !== undefined
  }

  connectionClosed(caller: Caller): void {
    for (const fleet of this.#running.values()) fleet.detach(caller)
  }

  deviceRevoked(device: string): void {
    for (const fleet of this.#running.values()) if (fleet.origin.deviceId === device) fleet.cancel()
  }

  /** Starts nothing more. What runs is for the calls to end. */
  leave(): void {
    for (const fleet of this.#running.values()) fleet.leave()
  }

  async #make(caller: Caller, fleet: RunningFleet): Promise<FleetResult> {
    const { services, approvals } = this.#parts
    const { nodes, session, maxConcurrency, maxErrors } = fleet.request
    const command = commandOf(fleet.request.input)
    const wanted = this.#find(nodes)
    return this.#withHost(session, async (place) => {
      const decided = await this.#decide(caller, fleet, wanted, place)
      const order: FleetOrder = {
        nodes: decided,
        maxConcurrency,
        maxErrors,
        signal: fleet.stop.signal,
        mayStart: () => services.state() !== 'draining',
        approve: (request) => approveFleet(request, command, { ...place, approvals, fleet }),
        call: (one, approval) => this.#callOnce(caller, fleet, one.node, approval.askFor(one)),
        onRow: (state, row) => fleet.tell({ state, row }),
      }
      const decision = strictestOf(decided)
      await this.#record('fleet-start', fleet, { command: command.command, decision, nodes, maxConcurrency, maxErrors })
      const result = await runFleet(order)
      const { errors, stopped = null, approval = null } = result
      await this.#record('fleet-end', fleet, { errors, stopped, approval })
      return result
    })
  }

  #find(ids: readonly string[]): readonly NodeCandidate[] {
    const known = new Map(this.#parts.candidates().map((node) => [node.id, node]))
    return ids.map((id) => {
      const node = known.get(id)
      if (node) return node
      throw new GatewayError(`The node ${id.slice(0, 12)} is not paired.`, { code: 'NOT_FOUND', path: '/params/nodes' })
    })
  }

  /** A node whose call was made before is not decided again: how it ended is known, or will be. */
  async #decide(
    caller: Caller,
    fleet: RunningFleet,
    nodes: readonly NodeCandidate[],
    place: Pick<LocalHost, 'runtime' | 'context'>,
  ): Promise<readonly DecidedNode[]> {
    const made = nodes.filter(({ id }) => this.#wasMade(caller, fleet, id))
    const fresh = nodes.filter((node) => !made.includes(node))
    if (made.length > 0) await this.#reconnected(fresh, fleet.stop.signal)
    const settled = made.map(async (node): Promise<DecidedNode> => {
      const row = await this.#call(caller, fleet, node).then(
        (result) => endedRow(node, result),
        (error: unknown) => failedRow(node, error),
      )
      return { node, row, ready: null }
    })
    const decided = [
      ...(await decideFleet(fresh, commandOf(fleet.request.input), place)),
      ...(await Promise.all(settled)),
    ]
    const byId = new Map(decided.map((one) => [one.node.id, one]))
    return nodes.map(({ id }) => byId.get(id)!)
  }

  /** The gateway was restarted meanwhile: its nodes have a while to come back. */
  async #reconnected(nodes: readonly NodeCandidate[], signal: AbortSignal): Promise<void> {
    const ids = new Set(nodes.map(({ id }) => id))
    const isAway = () => this.#parts.candidates().some(({ id, connected }) => ids.has(id) && !connected)
    const { monotonic } = this.#parts.services.identity.clock
    const until = monotonic() + RECONNECT_MS
    // oxlint-disable-next-line no-await-in-loop -- looks again
    while (isAway() && monotonic() < until && !signal.aborted) await passed(LOOK_MS)
  }

  #wasMade({ deviceId }: Caller, fleet: RunningFleet, node: string): boolean {
    const entry = this.#parts.ledger.find(deviceId, { key: fleet.keyOf(node) })
    if (entry === null) return false
    if (entry.fingerprint !== fleet.fingerprintOf(node)) throw keyConflict()
    return entry.state !== 'accepted'
  }

  /** Waits while too many calls of the agent run: then nothing was done. */
  async #callOnce(caller: Caller, fleet: RunningFleet, node: NodeCandidate, ask: AskForApproval): Promise<CallResult> {
    const { calls, services } = this.#parts
    const { signal } = fleet.stop
    const cancel = () => calls.byKey(caller.deviceId, fleet.keyOf(node.id))?.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      for (;;) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- again only where nothing was done
          return await this.#call(caller, fleet, node, ask)
        } catch (error) {
          const isBusy = error instanceof GatewayError && error.code === 'BUSY'
          if (!isBusy || signal.aborted || services.state() === 'draining') throw error
          // oxlint-disable-next-line no-await-in-loop -- until there is room
          await passed(BUSY_MS)
        }
      }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  #call(caller: Caller, fleet: RunningFleet, { id }: NodeCandidate, ask?: AskForApproval): Promise<CallResult> {
    const { session, input, recorded } = fleet.request
    const request = {
      key: fleet.keyOf(id),
      fingerprint: fleet.fingerprintOf(id),
      session,
      tool: 'exec',
      input: { ...input, host: 'node', node: id },
      cwd: session.workspace,
      ...(recorded && { recorded }),
      ...(ask && { ask }),
    }
    return this.#parts.calls.call(caller, request, false)
  }

  async #record(type: string, { id, origin, request: { session } }: RunningFleet, data: object): Promise<void> {
    const base = { fleet: id, by: origin.deviceId, session: session.id, agent: session.agent }
    await this.#parts.audit(type, redactSecretsIn({ ...base, ...data }))
  }

  #withHost<Result>(
    { id, agent, workspace }: StoredSession,
    action: (place: Pick<LocalHost, 'runtime' | 'context' | 'config'>) => Promise<Result>,
  ): Promise<Result> {
    return this.#parts.hosts.use({ session: id, agent, workspace }, ({ runtime, config, context }) =>
      action({ runtime, config, context: { ...context, agent, session: id, cwd: workspace } }),
    )
  }
}
