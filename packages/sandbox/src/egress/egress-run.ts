import type { Socket } from 'node:net'
import { coversTarget, type EgressRule, type EgressTarget, readHost, writeTarget } from '@poundlock/spec'
import type { EgressReport } from './egress-report.ts'
import { reach, type ResolveHost, type Unreached } from './reach.ts'
import { tunnel } from './tunnel.ts'
import { createTunnelledHttp } from './tunnelled-http.ts'

/** Bounds of a proxy. */
export interface EgressBounds {
  /** Connections from inside at the same time; what comes above is closed. */
  readonly connections: number
  /** Until a request is there as a whole, and until what it names answers. */
  readonly startMilliseconds: number
  /** Without a byte in any direction. */
  readonly idleMilliseconds: number
}

/** What both protocols of the proxy need of the run that they serve. */
export interface EgressRun {
  readonly bounds: EgressBounds
  /** A client has said all that is needed to judge it: from here on only silence ends it. */
  begun(client: Socket): void
  reach(target: EgressTarget): Promise<Socket | Unreached>
  /** Joins a client to a target that was reached. */
  tunnel(client: Socket, upstream: Socket, target: EgressTarget, start: Buffer): void
  /** Writes down what was refused that names no target. */
  refuse(message: string): void
}

export interface EgressRunOptions {
  readonly rules: readonly EgressRule[]
  readonly resolve: ResolveHost
  readonly bounds: EgressBounds
  readonly report: EgressReport
  /** Hears of each connection to the outside, to end it with the run. */
  readonly onUpstream: (socket: Socket) => void
  readonly onBegun: (client: Socket) => void
}

export function createEgressRun(options: EgressRunOptions): EgressRun {
  const { rules, resolve, bounds, report, onUpstream } = options
  const run: EgressRun = {
    bounds,
    begun: options.onBegun,
    async reach(target) {
      const reached = await reach(target, { rules, resolve, connectMilliseconds: bounds.startMilliseconds })
      if ('message' in reached) {
        if (reached.kind === 'refused') report.add(writeTarget(target), reached.message)
      } else onUpstream(reached)
      return reached
    },
    tunnel(client, upstream, target, start) {
      tunnel(client, upstream, start, {
        judgeName: (name) => judgeServerName(name, target, rules),
        serveHttp: (speaker) => serveTunnelled(speaker, { target, upstream }),
        onRefused: (problem) =>
          report.add(writeTarget(target), `Connection to ${writeTarget(target)} ended: ${problem}.`),
        idleMilliseconds: bounds.idleMilliseconds,
      })
    },
    refuse: (message) => report.add(null, message),
  }
  const serveTunnelled = createTunnelledHttp(run)
  return run
}

/**
 * A server that serves many names gives a client the one that it asks for, whatever it was reached as. So it must be the
 * one that was judged; for an address, which has no name, one that a rule covers.
 */
function judgeServerName(name: string | null, target: EgressTarget, rules: readonly EgressRule[]): string | null {
  if (name === null) return null
  const asked = readHost(name)
  if (asked !== null && asked.host === target.host) return null
  const covered = asked !== null && rules.some((rule) => coversTarget(rule, { ...asked, port: target.port }))
  if (target.isAddress && covered) return null
  return `the client asks the server to be ${JSON.stringify(name.slice(0, 300))}`
}
