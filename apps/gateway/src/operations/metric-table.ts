/** What is counted or measured, and by which labels. Values of labels come from closed lists, never from clients. */
interface MetricRow {
  readonly kind: 'counter' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[]
}

const WAITS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900, 1800]
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300, 1800]

/** Every metric that areas count or measure by themselves. */
export const METRICS = {
  poundlock_calls_total: {
    kind: 'counter',
    help: 'Tool calls that ended, by outcome.',
    labels: ['outcome'],
  },
  poundlock_call_seconds: {
    kind: 'histogram',
    help: 'Seconds from the arrival of a tool call to its outcome, waiting for approval included.',
    labels: ['outcome'],
    buckets: DURATIONS,
  },
  poundlock_decisions_total: {
    kind: 'counter',
    help: 'Decisions of the policy, by answer and by the code of the first reason.',
    labels: ['decision', 'reason'],
  },
  poundlock_asks_total: {
    kind: 'counter',
    help: 'Approval requests that were settled, by how.',
    labels: ['answer'],
  },
  poundlock_ask_seconds: {
    kind: 'histogram',
    help: 'Seconds that approval requests waited until they were settled.',
    labels: ['answer'],
    buckets: WAITS,
  },
} as const satisfies Readonly<Record<string, MetricRow>>

export type MetricName = keyof typeof METRICS
/** The labels of a metric, all of them. */
export type MetricLabels<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>

/** Counts and measures. Costs nothing where metrics are off. */
export interface Metrics {
  count<Name extends MetricName>(name: Name, labels: MetricLabels<Name>): void
  /** @param seconds how long it took */
  observe<Name extends MetricName>(name: Name, labels: MetricLabels<Name>, seconds: number): void
}

/** Metrics that are off. */
export const NO_METRICS: Metrics = { count: () => undefined, observe: () => undefined }
