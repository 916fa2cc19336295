import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stayConnected, type PairedGateway, type PairedGateways } from '@poundlock/gateway'
import type { LedgerLimits } from '@poundlock/ledger'
import { SessionHosts, type OpenSessionHost } from '@poundlock/local-host'
import { NODE_COMMANDS, type NodeCommand, type NodeDescription, type NodeLabels } from '@poundlock/protocol'
import type { ClientError, GatewayClient, ReconnectOptions } from '@poundlock/protocol/client'
import { shipChain } from './chain/ship-chain.ts'
import { Deliveries } from './deliveries.ts'
import { NodeError } from './node-error.ts'
import { ownersDocument } from './owners-document.ts'
import { openRunLedger, type RunLedger } from './runs/open-ledger.ts'
import { Runs } from './runs/runs.ts'
import { nodeMethods } from './serve/node-methods.ts'
import { serveMethods } from './serve/serve-methods.ts'
import { writeNodeStatus, type NodeStatus } from './status-file.ts'

type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void

export interface NodeOptions {
  /** The folder of Poundlock's state; absolute. */
  readonly stateFolder: string
  /** How this node is paired, and where its key and token are kept. */
  readonly paired: PairedGateway
  readonly pairings: PairedGateways
  /** Of this program. */
  readonly version: string
  /** Where commands start, and what they are confined to where they are contained; absolute. */
  readonly workspace: string
  /** Opens the host of a session, with the policy, the approvals and the sandbox of this machine. */
  readonly openHost: OpenSessionHost
  /** What the node calls itself by; an operator approves them. */
  readonly labels?: NodeLabels
  /** What the owner of this machine offers; everything but changing their approvals document unless set. */
  readonly offers?: readonly NodeCommand[]
  readonly log?: Log
  readonly reconnect?: ReconnectOptions
  /** Other gateways that share the identity of the one that it is paired with. */
  readonly addresses?: readonly string[]
  readonly limits?: Partial<LedgerLimits>
}

/** A node that runs. */
export interface RunningNode {
  /** Settles when it connects no more: with why, unless it was closed here. */
  readonly ended: Promise<NodeError | ClientError | null>
  /** How many commands run or wait. */
  running(): number
  /** Ends what runs, records how, and disconnects. */
  close(): Promise<void>
}

export const USUAL_OFFER: readonly NodeCommand[] = NODE_COMMANDS.filter((name) => name !== 'system.execApprovals.set')

const SWEEP_MS = 60_000
const EXPIRE_EVERY = 60

/**
 * Starts the node of this machine: settles what an earlier run of it left, then connects out, and stays connected.
 *
 * @throws NodeError `NODE_BUSY`; StateFileError; GatewayError `RECORD_FAILED`
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const { stateFolder, paired, log = () => undefined, offers = USUAL_OFFER } = options
  const now = () => Date.now()
  const monotonic = () => performance.now()
  const ledger = await openRunLedger(stateFolder, now, options.limits)
  const hosts = new SessionHosts((place) => options.openHost({ ...place, detectsLoops: false }), monotonic)
  const gatewayId = paired.gateway.id
  let client: GatewayClient | null = null
  const isReady = () => client?.state === 'ready'
  const deliveries = new Deliveries({
    gatewayId,
    ledger,
    log,
    send: ({ run, outcome }) => client!.request('run.finished', { run, outcome }),
  })
  const runs = new Runs({
    gatewayId,
    ledger,
    hosts,
    deliveries,
    workspace: options.workspace,
    reader: () => (isReady() ? (part) => client!.request('run.output', part) : null),
    started: (start) => {
      if (isReady()) client!.request('run.started', start).catch((error: unknown) => log('not-sent', problemOf(error)))
    },
    now,
    monotonic,
    log,
  })
  const describe = description(options, offers, ledger, hosts)
  const document = ownersDocument(stateFolder)
  const handlers = nodeMethods({ describe, runs, hosts, workspace: options.workspace, document, now })
  client = stayConnected(options.pairings, paired, {
    version: options.version,
    serve: serveMethods(handlers, offers, log),
    onProblem: (error) => log('connection', problemOf(error)),
    ...(options.reconnect && { reconnect: options.reconnect }),
    ...(options.addresses && { addresses: options.addresses }),
  })
  const connected = client
  const ship = (signal: AbortSignal) =>
    shipChain(
      { folder: join(stateFolder, 'audit'), log, request: (name, params) => connected.request(name, params) },
      signal,
    )
  follow(client, { describe, deliveries, ship, log, tell: statusOf(options) })
  const sweeper = sweep(hosts, ledger)
  return {
    ended: client.closed.then((error) => (isSuperseded(error) ? superseded(error) : error)),
    running: () => runs.size,
    async close() {
      clearInterval(sweeper)
      await runs.close()
      client.close()
      await client.closed
      await hosts.close()
      ledger.close()
    },
  }
}

interface Following {
  readonly describe: () => Promise<NodeDescription>
  readonly deliveries: Deliveries
  /** Ships the audit log until the connection ends. */
  readonly ship: (signal: AbortSignal) => Promise<void>
  readonly log: Log
  readonly tell: (status: Omit<NodeStatus, 'pid' | 'gateway'>) => void
}

const FIRST_AGAIN_MS = 500
const MOST_AGAIN_MS = 15_000

/** After each connection the gateway is told what this node offers, and how its runs ended. */
function follow(client: GatewayClient, { describe, deliveries, ship, log, tell }: Following): void {
  let connection = new AbortController()
  const tryToAttach = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const { epoch, name, approved } = await client.request('node.attach', { description: await describe() })
      log('attached', { epoch, name, approved })
      tell({ connected: true, name, approved })
      void ship(signal)
      return true
    } catch (error) {
      log('not-attached', problemOf(error))
      return false
    }
  }
  // A gateway that cannot write it down now, as without its broker, can later: until then nothing reaches this node.
  const attach = async ({ signal }: AbortController) => {
    for (let waitMs = FIRST_AGAIN_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, MOST_AGAIN_MS)) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      if (await tryToAttach(signal)) return
      // oxlint-disable-next-line no-await-in-loop -- the same
      await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  client.onState((state) => {
    connection.abort()
    if (state !== 'ready') {
      tell({ connected: false })
      return deliveries.disconnected()
    }
    connection = new AbortController()
    void attach(connection)
    deliveries.connected()
  })
}

/** What cannot be written down is only not shown. */
function statusOf({ stateFolder, paired, log }: NodeOptions): Following['tell'] {
  return (status) => {
    try {
      writeNodeStatus(stateFolder, { gateway: paired.gateway.id, ...status })
    } catch (error) {
      log?.('status-unwritten', problemOf(error))
    }
  }
}

function description(
  { version, workspace, labels = {} }: NodeOptions,
  offers: readonly NodeCommand[],
  ledger: RunLedger,
  hosts: SessionHosts,
): () => Promise<NodeDescription> {
  const instance = randomBytes(16).toString('hex')
  const startedAt = Date.now()
  return async () => ({
    instance,
    ledger: ledger.id,
    version,
    platform: process.platform,
    arch: process.arch,
    hostname: hostname().slice(0, 256),
    sandbox: await sandboxOf(hosts, workspace),
    workspace,
    commands: [...offers],
    labels,
    startedAt,
  })
}

/** A configuration that is broken is said where it can be seen; commands are refused by it. */
async function sandboxOf(hosts: SessionHosts, workspace: string): Promise<NodeDescription['sandbox']> {
  const place = { workspace, agent: 'main', session: 'main/main' }
  try {
    return await hosts.use(place, async ({ backend, sandboxPolicy }) => {
      const { active, fallbackReasons } = await backend.status(sandboxPolicy)
      return { active, backend: backend.name.slice(0, 256), reasons: short(fallbackReasons) }
    })
  } catch (error) {
    return { active: false, backend: 'none', reasons: short([String(error)]) }
  }
}

const short = (reasons: readonly string[]) => reasons.slice(0, 20).map((reason) => reason.slice(0, 2000))

function sweep(hosts: SessionHosts, ledger: RunLedger): NodeJS.Timeout {
  let turns = 0
  const run = () => {
    hosts.sweep()
    if (turns++ % EXPIRE_EVERY === 0) ledger.expire()
  }
  return setInterval(run, SWEEP_MS).unref()
}

const problemOf = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) })

const isSuperseded = (error: ClientError | null): error is ClientError => error?.details['close'] === 'superseded'

const superseded = (cause: ClientError) =>
  new NodeError('the same node connected from elsewhere; the newest connection counts', {
    code: 'NODE_SUPERSEDED',
    remedy: 'If that was not intended, revoke the device: its key was copied.',
    cause,
  })
