import type * as Prometheus from 'prom-client'
import type { Counter, Histogram, Registry } from 'prom-client'
import type { ConnectionCounters } from '../connection/connection-host.ts'
import type { Area, AreaMeters } from '../dispatch/area.ts'
import type { Services } from '../dispatch/services.ts'
import { METRICS, type Metrics } from './metric-table.ts'

/** Labels with more values than this are a fault: further ones are counted as `other`. */
const MAX_SERIES = 500
/** As seldom as Node's timers allow. */
const SELDOM_MS = 2 ** 31 - 1

/** Metrics that can be read as text. */
export interface PrometheusMetrics extends Metrics {
  /** Adds what is read at the moment somebody asks: connections, refusals, queues. */
  watch(source: MetricSource): void
  /** The text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

/** What is not counted by areas, but read when somebody asks. */
export interface MetricSource {
  readonly services: Services
  readonly counters: ConnectionCounters
  readonly areas: readonly Area[]
}

type Meter = Counter | Histogram

/** Opens the metrics of one gateway, in a registry of its own. Loads `prom-client`. */
export async function openPrometheus(): Promise<PrometheusMetrics> {
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  collectProcessMetrics(prometheus, registry)
  const meters = new Map<string, Meter>()
  for (const [name, row] of Object.entries(METRICS)) {
    const shared = { name, help: row.help, labelNames: [...row.labels], registers: [registry] }
    const meter: Meter =
      row.kind === 'counter'
        ? new prometheus.Counter(shared)
        : new prometheus.Histogram({ ...shared, buckets: [...row.buckets] })
    meters.set(name, meter)
  }
  const series = new Map<string, Set<string>>()
  return {
    contentType: registry.contentType,
    count: (name, labels) => (meters.get(name) as Counter).inc(bounded(series, name, labels)),
    observe: (name, labels, seconds) => (meters.get(name) as Histogram).observe(bounded(series, name, labels), seconds),
    watch: (source) => watchGateway(prometheus, registry, source),
    text: () => registry.metrics(),
    close: () => registry.clear(),
  }
}

/**
 * Node's own metrics, without the distribution of the event loop's lag: to know that, Node wakes the process a hundred times
 * a second. The lag itself is measured when somebody asks.
 */
function collectProcessMetrics({ collectDefaultMetrics }: typeof Prometheus, registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: SELDOM_MS })
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)
  }
}

/** The labels; or `other` for each where there are too many already. */
function bounded(
  series: Map<string, Set<string>>,
  name: string,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  let known = series.get(name)
  if (known === undefined) series.set(name, (known = new Set()))
  const key = Object.values(labels).join('\0')
  if (!known.has(key)) {
    if (known.size >= MAX_SERIES) return Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']))
    known.add(key)
  }
  return { ...labels }
}

/** A metric that is read when somebody asks: its values by the one label that it has. */
interface WatchedMetric {
  readonly kind: 'counter' | 'gauge'
  readonly name: string
  readonly help: string
  readonly label: string
  readonly values: () => Iterable<readonly [string, number]>
}

function watchGateway(prometheus: typeof Prometheus, registry: Registry, source: MetricSource): void {
  for (const { kind, name, help, label, values } of watchedMetrics(source)) {
    const shared = { name, help, labelNames: [label], registers: [registry] }
    if (kind === 'gauge') {
      new prometheus.Gauge({
        ...shared,
        collect() {
          this.reset()
          for (const [value, count] of values()) this.inc({ [label]: value }, count)
        },
      })
    } else {
      new prometheus.Counter({
        ...shared,
        collect() {
          this.reset()
          for (const [value, count] of values()) this.inc({ [label]: value }, count)
        },
      })
    }
  }
}

function watchedMetrics({ services, counters, areas }: MetricSource): readonly WatchedMetric[] {
  const metered = (key: keyof AreaMeters) => () => areas.flatMap((area) => Object.entries(area.meters?.()[key] ?? {}))
  const gauge = (name: string, help: string, label: string, values: WatchedMetric['values']): WatchedMetric => ({
    kind: 'gauge',
    name: `poundlock_${name}`,
    help,
    label,
    values,
  })
  const counter = (name: string, help: string, label: string, values: WatchedMetric['values']): WatchedMetric => ({
    kind: 'counter',
    name: `poundlock_${name}_total`,
    help,
    label,
    values,
  })
  return [
    gauge('connections', 'Connections that are open, by role.', 'role', () => {
      const open = new Map([
        ['operator', 0],
        ['agent', 0],
        ['node', 0],
      ])
      for (const { caller } of services.connections.all()) open.set(caller.role, open.get(caller.role)! + 1)
      return open
    }),
    gauge('busy', 'Sessions, calls and approvals that are open.', 'what', () =>
      (['sessions', 'calls', 'approvals'] as const).map((what) => [
        what,
        areas.reduce((sum, area) => sum + (area.counts?.()[what] ?? 0), 0),
      ]),
    ),
    gauge('queue_depth', 'Entries that wait, by queue.', 'queue', metered('queues')),
    gauge('unread_bytes', 'Bytes that wait for clients which do not read them, by role.', 'role', () =>
      [...services.connections.all()].map(({ caller }) => [caller.role, caller.unreadBytes ?? 0] as const),
    ),
    counter('dropped', 'Entries that a full queue dropped, by queue.', 'queue', metered('dropped')),
    counter('call_requests', 'Requests for calls, by what became of them at first.', 'state', metered('requested')),
    counter('connections_accepted', 'Connections that were let in, by role.', 'role', () => counters.accepted),
    counter('refused', 'Connections and requests refused at the door, by reason.', 'reason', () => counters.refused),
    counter('connections_closed', 'Connections that the gateway closed, by reason.', 'reason', () => counters.closed),
  ]
}
