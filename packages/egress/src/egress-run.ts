import type { Socket } from 'node:net'
import { coversTarget, type EgressRule, type EgressTarget, readHost, writeTarget } from '@poundlock/spec'
import type { AskForRule } from './ask-egress.ts'
import type { ServerHello } from './client-hello.ts'
import type { EgressReport } from './egress-report.ts'
import { reach, type ResolveHost, type Unreached } from './reach.ts'
import { join, tunnel } from './tunnel.ts'
import { createTunnelledHttp } from './tunnelled-http.ts'

/** Bounds of a proxy. */
export interface EgressBounds {
  /** Connections from inside at the same time; more are closed. */
  readonly connections: number
  /** For the whole request to arrive, and for its target to answer. */
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
  /** From now on rules for fetching alone cover nothing. */
  limitToSending(): void
  /** Joins a client to a target that was reached. */
  tunnel(client: Socket, upstream: Socket, target: EgressTarget, start: Buffer): void
  /** Joins a client to the one service that it can mean: whatever it says is that service's own affair. */
  join(client: Socket, upstream: Socket): void
  /** Records a refusal without a target. */
  refuse(message: string): void
}

export interface EgressRunOptions {
  /** Answers of people are added to them. */
  readonly rules: readonly EgressRule[]
  /** Asks about what no rule covers; `undefined` without a person to ask. */
  readonly ask: () => AskForRule | undefined
  readonly resolve: ResolveHost
  readonly bounds: EgressBounds
  readonly report: EgressReport
  /** Hears of each connection to the outside, to end it with the run. */
  readonly onUpstream: (socket: Socket) => void
  readonly onBegun: (client: Socket) => void
}

export function createEgressRun(options: EgressRunOptions): EgressRun {
  const { rules, resolve, bounds, report, onUpstream } = options
  const refuse = (message: string): void => report.add(null, message)
  let sends = false
  const serveTunnelled = createTunnelledHttp({ idleMilliseconds: bounds.idleMilliseconds, refuse })
  return {
    bounds,
    begun: options.onBegun,
    limitToSending: () => void (sends = true),
    async reach(target) {
      const ask = options.ask()
      const connectMilliseconds = bounds.startMilliseconds
      const reached = await reach(target, { rules, sends, resolve, connectMilliseconds, ...(ask && { ask }) })
      if ('message' in reached) {
        if (reached.kind === 'refused') report.add(writeTarget(target), reached.message)
      } else onUpstream(reached)
      return reached
    },
    tunnel(client, upstream, target, start) {
      tunnel(client, upstream, start, {
        checkHello: (hello) => judgeHello(hello, target, rules),
        serveHttp: (speaker) => serveTunnelled(speaker, { target, upstream }),
        onRefused: (problem) =>
          report.add(writeTarget(target), `Connection to ${writeTarget(target)} ended: ${problem}.`),
        idleMilliseconds: bounds.idleMilliseconds,
      })
    },
    join: (client, upstream) => join(client, upstream, bounds.idleMilliseconds),
    refuse,
  }
}

/**
 * A server that serves many names gives a client the one that it asks for, whatever it was reached as. So it must say
 * which, and be the one that was judged; for an address, which has no name, none or one that a rule covers.
 */
function judgeHello({ name, hides }: ServerHello, target: EgressTarget, rules: readonly EgressRule[]): string | null {
  if (hides) return `the client hides which server it wants (encrypted client hello); switch that off in it`
  if (name === null) {
    return target.isAddress ? null : 'the client does not say which server it wants (SNI); use one that does'
  }
  const host = readHost(name)
  if (host !== null && host.host === target.host) return null
  const covered = host !== null && rules.some((rule) => coversTarget(rule, { ...host, port: target.port }))
  if (target.isAddress && covered) return null
  return `the client asks the server to be ${JSON.stringify(name.slice(0, 300))}`
}
