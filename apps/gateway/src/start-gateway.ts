import { claimSocket, type SocketClaim } from '@poundlock/state-files/node'
import type { Clock } from './clock.ts'
import { Cluster, type OpenBus } from './cluster/cluster.ts'
import { SharedDevices } from './cluster/shared-devices.ts'
import { SharedSetupCodes } from './cluster/shared-setup-codes.ts'
import type { ConnectionCounters, ConnectionHost } from './connection/connection-host.ts'
import { ConnectionRegistry } from './connection/connections.ts'
import { Heartbeat } from './connection/heartbeat.ts'
import { CONNECTION_BOUNDS, type ConnectionBounds } from './connection/limits.ts'
import { TokenBucket } from './connection/token-bucket.ts'
import type { Area, OpenArea } from './dispatch/area.ts'
import { boundedLog } from './dispatch/bounded-log.ts'
import { createDispatch } from './dispatch/dispatch.ts'
import { doEach } from './dispatch/do-each.ts'
import type { GatewayState, Log, Services } from './dispatch/services.ts'
import { openStatus } from './gateway-methods.ts'
import { openHttpDoors } from './http/http-doors.ts'
import { servePage } from './http/serve-page.ts'
import { DeviceAudit } from './identity/device-audit.ts'
import { DeviceJournal } from './identity/device-journal.ts'
import { openDevices } from './identity/device-methods.ts'
import { shownDevice, shownRequest } from './identity/device-views.ts'
import { Identity } from './identity/identity.ts'
import type { PairingLimits } from './identity/pairing-requests.ts'
import { Admission, type AdmissionLimits } from './listen/admission.ts'
import { checkPlatform, checkTcpSettings, type TcpSettings } from './listen/bind-rules.ts'
import { Door, type HttpRoute } from './listen/door.ts'
import { FailureLimits, type FailureLimitOptions } from './listen/failure-limits.ts'
import { openSocketListener, openTcpListener, type Listener } from './listen/listeners.ts'
import { refusePassedTcp, listenAtPassed, type PassedSockets } from './listen/passed-sockets.ts'
import { gatewaySocket, socketError } from './listen/socket-path.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { NO_METRICS } from './operations/metric-table.ts'
import { metricsRoute, type MetricsAudience } from './operations/metrics-route.ts'
import { openPrometheus } from './operations/prometheus.ts'
import { Reloader, type Reloaded } from './operations/reloader.ts'

export interface GatewayOptions {
  /** The folder of Poundlock's state; absolute. */
  readonly stateFolder: string
  /** What operators call it. */
  readonly name: string
  /** Of this program. */
  readonly version: string
  /** Where it is reached beside its local socket; `null` for nowhere. */
  readonly tcp: TcpSettings | null
  /** Sockets that a service manager opened already, at the same places. */
  readonly passed?: PassedSockets
  /** What it does beside looking after connections and devices. */
  readonly areas?: readonly OpenArea[]
  /** The folder of the control page; `null` where none is installed. */
  readonly page?: string | null
  /** Opens the bus that it shares with other gateways; it is alone without. */
  readonly openBus?: OpenBus
  /** HTTP paths that it answers. */
  readonly routes?: Readonly<Record<string, HttpRoute>>
  readonly bounds?: Partial<ConnectionBounds>
  readonly admission?: Partial<AdmissionLimits>
  readonly failures?: Partial<Omit<FailureLimitOptions, 'now'>>
  readonly pairing?: Partial<PairingLimits>
  readonly log?: Log
  /** Reads the configuration again; see `Reloader`. */
  readonly reload?: () => Promise<Reloaded>
  /** Who may read `/metrics`; `local` unless set. */
  readonly metrics?: MetricsAudience
  /** The system's clocks unless set. */
  readonly clock?: Clock
}

/** A gateway that runs. */
export interface Gateway {
  /** The fingerprint of its key. */
  readonly id: string
  /** `unix:<path>`, and URLs. */
  readonly addresses: readonly string[]
  /** The TCP port; `null` without one. */
  readonly port: number | null
  readonly services: Services
  /** What happened at the door since the start. */
  readonly counters: ConnectionCounters
  /** Takes nothing new; what runs goes on. */
  drain(): void
  /** Reads the configuration again. @throws GatewayError `CONFLICT`; the earlier one stays */
  reload(): Promise<Reloaded>
  /** New connections get another certificate; those that stand keep theirs. @throws GatewayHostError `GATEWAY_CONFIG` */
  renewCertificate(tls: NonNullable<TcpSettings['tls']>): void
  /** How many calls run or wait. */
  busy(): number
  /** Closes every connection, then what the areas hold. */
  close(): Promise<void>
}

const ADMISSION: AdmissionLimits = {
  maxUnauthenticated: 1024,
  maxUnauthenticatedPerAddress: 256,
  maxSockets: 20_000,
  handshakeTimeoutMs: 10_000,
}

const FAILURES: Omit<FailureLimitOptions, 'now'> = {
  maxFailures: 10,
  windowMs: 60_000,
  lockoutMs: 300_000,
  maxKeys: 10_000,
}

const SWEEP_MS = 500
/** So many are recorded. */
const LOCKOUTS_PER_SECOND = 5
/** How long clients have to read why they are closed. */
const LAST_WORDS_MS = 250

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/**
 * Starts a gateway: claims its state folder, reads who may connect, opens the areas, and listens last.
 *
 * @throws GatewayHostError, StateFileError; nothing listens then
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  checkPlatform(process.platform)
  if (options.tcp !== null) checkTcpSettings(options.tcp)
  const { stateFolder, passed } = options
  if (options.tcp === null && passed?.tcp !== undefined) refusePassedTcp()
  const path = gatewaySocket(stateFolder)
  const opened = passed?.local
  const claim = await claimSocket(
    path,
    opened === undefined ? {} : { listen: (server) => listenAtPassed(server, opened, path) },
  ).catch((error: unknown) => {
    throw socketError(error)
  })
  try {
    return await openGateway(options, claim)
  } catch (error) {
    claim.release()
    throw error
  }
}

async function openGateway(options: GatewayOptions, claim: SocketClaim): Promise<Gateway> {
  const { clock = SYSTEM_CLOCK } = options
  const log = boundedLog(options.log ?? (() => undefined), clock.monotonic)
  let state: GatewayState = 'starting'
  const areas: Area[] = []
  const audience = options.metrics ?? 'local'
  const metrics = audience === 'off' ? null : await openPrometheus()
  const opened = openServices(options, { clock, log, areas, metrics: metrics ?? NO_METRICS, state: () => state })
  const { registry, journal } = opened
  const { identity } = opened.services
  const shared = await joinCluster(options, opened, clock)
  const services: Services = { ...opened.services, ...shared.services }
  const listeners: Listener[] = []
  const addresses = () => listeners.map(({ address }) => address)
  const reloader = options.reload && new Reloader(options.reload, log)
  const running = { version: options.version, startedAt: clock.now(), addresses, areas: () => areas }
  areas.push(openStatus(services, { ...running, ...(reloader && { reloader }) }))
  areas.push(openDevices(services, journal), shared.area)
  const parts = { services, registry, areas, listeners, claim }
  let stop = async () => undefined as void
  try {
    for (const open of options.areas ?? []) areas.push(await open(services))
    const routes = { ...healthRoutes(services.state), ...(metrics && { '/metrics': metricsRoute(metrics, audience) }) }
    const door = openDoor(options, routes, parts)
    stop = door.stop
    metrics?.watch({ services, counters: door.host.counters, areas })
    listeners.push(await openSocketListener(claim, door.door))
    if (options.tcp !== null) listeners.push(await openTcpListener(options.tcp, door.door, options.passed?.tcp))
    state = 'ready'
    let closed: Promise<void> | undefined
    const close = async () => {
      state = 'draining'
      await closeGateway(parts, door)
      metrics?.close()
      log('stopped')
    }
    log('ready', { gateway: identity.gateway.id, addresses: addresses() })
    return {
      id: identity.gateway.id,
      addresses: addresses(),
      services,
      counters: door.host.counters,
      port: listeners.find(({ port }) => port !== undefined)?.port ?? null,
      drain: () => void (state = 'draining'),
      reload: async () => reloader?.reload() ?? { applied: [], restart: [] },
      renewCertificate: (tls) => {
        for (const listener of listeners) listener.renewCertificate?.(tls)
      },
      busy: () => areas.reduce((sum, area) => sum + (area.counts?.().calls ?? 0), 0),
      close: () => (closed ??= close()),
    }
  } catch (error) {
    await stop()
    for (const listener of listeners) void listener.close()
    for (const area of areas.toReversed()) await area.close?.()
    throw error
  }
}

/** Joins the gateways that share a bus, and takes over the devices that are paired with them. */
async function joinCluster(
  { openBus, stateFolder, name }: GatewayOptions,
  { services: { identity, log }, registry }: ReturnType<typeof openServices>,
  { monotonic }: Clock,
): Promise<{ readonly services: Pick<Services, 'cluster' | 'devicesPublished'>; readonly area: Area }> {
  if (!openBus) return { services: { cluster: null, devicesPublished: async () => undefined }, area: { handlers: {} } }
  const { gateway, setupCodes, clock } = identity
  const gatewayId = gateway.id
  const cluster = await Cluster.open({ openBus, stateFolder, gatewayId, gatewayName: name, log, monotonic })
  const devices = new SharedDevices({ cluster, identity, registry, log })
  const codes = new SharedSetupCodes({ cluster, gateway, own: setupCodes, now: clock.now, log })
  const close = async () => {
    codes.close()
    devices.close()
    await cluster.close()
  }
  try {
    await devices.start()
    await codes.start()
    identity.sharedCodes = codes
  } catch (error) {
    await close()
    throw error
  }
  const problems = () => (cluster.problem === null ? [] : [`the other gateways cannot be reached: ${cluster.problem}`])
  return {
    services: { cluster, devicesPublished: () => devices.published() },
    area: { handlers: {}, problems, close },
  }
}

/** What is opened one after the other, and closed the other way round. */
interface GatewayParts {
  readonly services: Services
  readonly registry: ConnectionRegistry
  readonly areas: readonly Area[]
  readonly listeners: readonly Listener[]
  readonly claim: SocketClaim
}

type ServiceParts = Pick<Services, 'log' | 'metrics' | 'state'> & {
  readonly clock: Clock
  readonly areas: readonly Area[]
}

function openServices(options: GatewayOptions, { clock, log, areas, metrics, state }: ServiceParts) {
  const { stateFolder, name } = options
  const registry = new ConnectionRegistry()
  const journal = new DeviceJournal()
  const deviceAudit = new DeviceAudit(stateFolder, log)
  const identity = openIdentity(options, clock, { journal, registry, areas, deviceAudit, log })
  const services = {
    stateFolder,
    gatewayName: name,
    now: clock.now,
    log,
    metrics,
    identity,
    deviceAudit,
    state,
    connections: registry,
  } satisfies Omit<Services, 'cluster' | 'devicesPublished'>
  return { services, registry, journal }
}

/** Whom changes of the devices concern. */
interface Concerned {
  readonly log: Log
  readonly journal: DeviceJournal
  readonly registry: ConnectionRegistry
  readonly areas: readonly Area[]
  readonly deviceAudit: DeviceAudit
}

function openIdentity(
  options: GatewayOptions,
  clock: Clock,
  { journal, registry, areas, deviceAudit, log }: Concerned,
): Identity {
  const identity: Identity = new Identity({
    stateFolder: options.stateFolder,
    clock,
    events: {
      device(device, revoked) {
        journal.add({ event: 'devices.changed', data: { device: shownDevice(device, registry, revoked?.revokedAt) } })
        if (!revoked) return
        try {
          doEach(areas.map((area) => () => area.deviceRevoked?.(device.id)))
        } catch (error) {
          // It is revoked and its connections are closed in any case.
          log('take-back-failed', { device: device.id, error: String(error) })
        }
      },
      pairing: (request, state) =>
        journal.add({ event: 'devices.pairing', data: { request: shownRequest(request), state } }),
      joined: (device) => {
        const { id, name, role, scopes, agent, pairedBy = '' } = device
        const ofAgent = agent === undefined ? {} : { agent }
        const entry = { device: id, name, role, scopes, ...ofAgent, by: pairedBy, how: 'setup-code' as const }
        // Who cannot be recorded is not let in: the setup code is used up, and so is what it made.
        deviceAudit.write('device-paired', entry).catch(() => {
          if (identity.devices.get(id)) identity.devices.revoke(id, identity.gateway.id, clock.now())
          registry.closeDevice(id, 'revoked')
        })
      },
    },
    ...(options.pairing && { pairing: options.pairing }),
  })
  return identity
}

/** Who connects is told to come back later, then everything that an area holds is brought to disk. */
async function closeGateway(
  { services, registry, areas, listeners, claim }: GatewayParts,
  { door, stop }: { readonly door: Door; readonly stop: () => Promise<void> },
): Promise<void> {
  claim.release()
  const closed = listeners.map((listener) => listener.close())
  for (const connection of registry.all()) connection.close('going-away')
  const cut = setTimeout(() => door.close(), LAST_WORDS_MS)
  await Promise.all(closed)
  clearTimeout(cut)
  await stop()
  for (const area of areas.toReversed()) await area.close?.()
  try {
    services.identity.close()
  } catch (error) {
    // Only when devices were last seen is lost.
    services.log('record-failed', { error: String(error) })
  }
}

function openDoor(
  options: GatewayOptions,
  routes: Readonly<Record<string, HttpRoute>>,
  { services, registry, areas }: GatewayParts,
) {
  const { clock } = services.identity
  const bounds = { ...CONNECTION_BOUNDS, ...options.bounds }
  const heartbeat = new Heartbeat(bounds.pingIntervalMs)
  const lockouts = new TokenBucket(LOCKOUTS_PER_SECOND, clock.monotonic())
  const failures = new FailureLimits({ ...FAILURES, ...options.failures, now: clock.monotonic })
  const host: ConnectionHost = {
    gatewayName: options.name,
    version: options.version,
    bounds,
    registry,
    heartbeat,
    failures,
    identity: services.identity,
    log: services.log,
    checkShared: ({ local }) => {
      const problem = services.cluster?.problem ?? null
      if (problem !== null && local !== true) throw services.cluster!.refusal(problem)
    },
    counters: { accepted: new Map(), refused: new Map(), closed: new Map() },
    dispatch: createDispatch(
      areas.map(({ handlers }) => handlers),
      services,
    ),
    authenticated: (socket) => door.authenticated(socket),
    connectionOpened: (device) => services.identity.events.device(device),
    lockedOut: (key) => {
      // Those who come from many addresses do not fill the records.
      if (lockouts.take(clock.monotonic()) === 0) services.deviceAudit.note('door-locked', { ...key })
    },
    connectionClosed: (caller) => {
      for (const area of areas) area.connectionClosed?.(caller)
    },
  }
  const admission = new Admission({ ...ADMISSION, ...options.admission }, clock.monotonic)
  const http = openHttpDoors(host)
  const page = servePage({ folder: options.page ?? null })
  const areaRoutes = Object.assign({}, ...areas.map((area) => area.routes))
  const door = new Door(host, admission, { ...page, ...options.routes, ...areaRoutes, ...http.routes, ...routes })
  const sweeper = setInterval(() => {
    door.sweep()
    http.sweep()
    failures.sweep()
    services.identity.pairing.sweep()
  }, SWEEP_MS).unref()
  const stop = async () => {
    clearInterval(sweeper)
    heartbeat.close()
    await http.close()
  }
  return { door, host, stop }
}
