import type * as Prometheus from 'prom-client'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ConnectionCounters } from '../connection/connection-host.ts'
import type { Area } from '../dispatch/area.ts'
import type { Services } from '../dispatch/services.ts'
import { METRICS, type Metrics } from './metric-table.ts'

/** Labels with more values than this are a fault: further ones are counted as `other`. */
const MAX_SERIES = 500

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
  prometheus.collectDefaultMetrics({ register: registry })
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

function watchGateway(
  prometheus: typeof Prometheus,
  registry: Registry,
  { services, counters, areas }: MetricSource,
): void {
  const measure = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    new prometheus.Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        collect(this)
      },
    })
  measure('poundlock_connections', 'Connections that are open, by role.', ['role'], (gauge) => {
    const open = { operator: 0, agent: 0, node: 0 }
    for (const { caller } of services.connections.all()) open[caller.role]++
    for (const [role, count] of Object.entries(open)) gauge.set({ role }, count)
  })
  measure('poundlock_busy', 'Sessions, calls and approvals that are open.', ['what'], (gauge) => {
    for (const what of ['sessions', 'calls', 'approvals'] as const) {
      gauge.set(
        { what },
        areas.reduce((sum, area) => sum + (area.counts?.()[what] ?? 0), 0),
      )
    }
  })
  const tables = [
    ['poundlock_connections_accepted_total', 'Connections that were let in, by role.', 'role', counters.accepted],
    ['poundlock_refused_total', 'Connections and requests refused at the door, by reason.', 'reason', counters.refused],
    [
      'poundlock_connections_closed_total',
      'Connections that the gateway closed, by reason.',
      'reason',
      counters.closed,
    ],
  ] as const
  for (const [name, help, label, table] of tables) {
    new prometheus.Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset()
        for (const [kind, count] of table) this.inc({ [label]: kind }, count)
      },
    })
  }
}
