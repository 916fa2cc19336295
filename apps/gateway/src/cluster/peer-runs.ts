import { setTimeout as delay } from 'node:timers/promises'
import { GatewayError, readParams, type ParamsOf } from '@poundlock/protocol'
import type { Log } from '../dispatch/log.ts'
import type { NodeReports } from '../nodes/report-methods.ts'
import type { Cluster } from './cluster.ts'
import { ownerOfId } from './gateway-instance.ts'

type ReportName = 'run.started' | 'run.output' | 'run.finished'

/** What a node told another gateway of a run. */
interface Report<Name extends ReportName = ReportName> {
  readonly method: Name
  readonly node: string
  readonly params: ParamsOf<Name>
}

const OUTCOMES = 'run-outcomes'
const ANSWER_MS = 5000
const AGAIN_MS = 1000

/**
 * What nodes that are connected here tell of runs that other gateways sent to them. The end of a run is kept on the bus where
 * its gateway is away, before the node may forget it.
 */
export class PeerRuns {
  readonly #cluster: Cluster
  readonly #log: Log
  readonly #ending = new AbortController()

  constructor(cluster: Cluster, log: Log) {
    this.#cluster = cluster
    this.#log = log
  }

  /** Takes what other gateways pass on, and what they kept. */
  async start(own: NodeReports): Promise<void> {
    const take = async (value: unknown): Promise<object> => {
      const { method, node, params } = value as Report
      if (typeof node !== 'string') throw new TypeError('this is no report of a run')
      if (method === 'run.started') return own.started(node, readParams(method, params))
      if (method === 'run.output') return own.output(node, readParams(method, params))
      return own.finished(node, readParams('run.finished', params))
    }
    await this.#cluster.serve('run-report', take)
    void this.#takeKept(take)
  }

  /** Whether another gateway sent it. */
  isForeign(run: string): boolean {
    return ownerOfId(run) !== this.#cluster.instance
  }

  /** What passes reports of a node on. */
  readonly reports: NodeReports = {
    started: (node, params) => {
      this.#passOn({ method: 'run.started', node, params }).catch(() => undefined)
      return {}
    },
    output: async (node, params) => {
      await this.#passOn({ method: 'run.output', node, params })
      return {}
    },
    finished: async (node, params) => {
      const { run } = params
      const report = { method: 'run.finished', node, params } as const
      try {
        return (await this.#passOn(report)) as { readonly known: boolean }
      } catch (error) {
        this.#log('gateway-of-run-away', { run, error: String(error) })
      }
      try {
        await this.#cluster.bus.append([OUTCOMES, ownerOfId(run)!], report, { id: run })
        this.#log('run-kept-for-gateway', { run })
        return { known: true }
      } catch (error) {
        // The node tells it again.
        throw new GatewayError(`It could not be kept: ${String(error)}`, {
          code: 'RECORD_FAILED',
          retryAfterMs: AGAIN_MS,
        })
      }
    },
  }

  close(): void {
    this.#ending.abort()
  }

  #passOn(report: Report): Promise<unknown> {
    return this.#cluster.ask(ownerOfId(report.params.run)!, 'run-report', report, { timeoutMs: ANSWER_MS })
  }

  /** Each may come again after a restart: the first outcome of a run counts. */
  async #takeKept(take: (value: unknown) => Promise<object>): Promise<void> {
    const { signal } = this.#ending
    const { bus, instance } = this.#cluster
    let after = 0
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one watch after the other
        for await (const event of bus.watch({ log: [OUTCOMES, instance] }, { after, signal })) {
          if (event.kind !== 'entry') continue
          await take(event.entry.value).catch((error: unknown) => {
            // What cannot be read is left out; what cannot be written down now is taken later.
            if (error instanceof GatewayError && error.code === 'RECORD_FAILED') throw error
            this.#log('run-outcome-refused', { error: String(error) })
          })
          after = event.entry.sequence
        }
      } catch (error) {
        if (signal.aborted) return
        this.#log('run-outcome-not-taken', { error: String(error) })
        // oxlint-disable-next-line no-await-in-loop -- where the disk is full, or the broker away
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }
}
