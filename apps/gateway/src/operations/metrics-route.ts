import type { HttpPeer, HttpRoute } from '../listen/door.ts'
import { isLoopback } from '../listen/host-names.ts'
import { onlyReads } from './health-routes.ts'
import type { PrometheusMetrics } from './prometheus.ts'

/** Who may read the metrics: no client, clients of this machine, or every client that reaches the gateway. */
export type MetricsAudience = 'off' | 'local' | 'network'

/** `/metrics`, in the text format of Prometheus. Pages in a browser never get it. */
export function metricsRoute(metrics: PrometheusMetrics, audience: MetricsAudience): HttpRoute {
  return (request, response, peer) => {
    if (!onlyReads(request.method, response)) return
    if (!mayRead(peer, audience)) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('metrics are for this machine only; see gateway.metrics\n')
      return
    }
    metrics.text().then(
      (text) => {
        response.writeHead(200, { 'content-type': metrics.contentType })
        response.end(request.method === 'HEAD' ? undefined : text)
      },
      () => {
        response.writeHead(500)
        response.end()
      },
    )
  }
}

function mayRead({ origin, address, transport }: HttpPeer, audience: MetricsAudience): boolean {
  if (origin !== null || audience === 'off') return false
  return audience === 'network' || transport === 'unix' || isLoopback(address)
}
