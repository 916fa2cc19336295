import type { Server, Socket } from 'node:net'
import { type EgressRule, type EgressRuleInput, parseEgressRule } from '@poundlock/spec'
import { type AskEgress, type AskForRule, askOnce } from './ask-egress.ts'
import { type EgressDenial, EgressReport } from './egress-report.ts'
import { createEgressRun, type EgressBounds, type EgressRun } from './egress-run.ts'
import { createHttpProxy } from './http-proxy.ts'
import type { LocalService } from './local-services.ts'
import { type ResolveHost, systemResolver } from './reach.ts'
import { readExactly } from './read-exactly.ts'
import { serveSocks } from './socks-proxy.ts'

/** The hosts that the proxy lets through, what it asks about, and its limits. */
export interface EgressProxyOptions {
  /** The targets that may be reached. All others are refused. */
  readonly rules: readonly EgressRuleInput[]
  /** Looks names up; that of this machine unless set. */
  readonly resolve?: ResolveHost
  /** Limits on connections and times; each has a default. */
  readonly bounds?: Partial<EgressBounds>
}

/** The way out of one run: every connection to the given server is checked against the rules. */
export interface EgressProxy {
  /** Takes a listening server whose connections come from inside. */
  readonly serve: (server: Server) => void
  /** Takes one whose connections are all meant for a service of this machine: one of `localServices` of the rules. */
  readonly forward: (server: Server, service: LocalService) => void
  /** From now on asks about targets that no rule covers, instead of refusing them. To be called once. */
  readonly askWith: (ask: AskEgress) => void
  /** The command is known to send: rules that hold for fetching alone cover nothing from now on. */
  readonly limitToSending: () => void
  /** The refusals so far. */
  readonly denials: () => readonly EgressDenial[]
  /** Ends every connection, and listens no more. Safe to call twice. */
  readonly close: () => void
}

const DEFAULT_BOUNDS: EgressBounds = { connections: 1024, startMilliseconds: 30_000, idleMilliseconds: 15 * 60_000 }
const SOCKS_VERSION = 5

/**
 * A proxy for HTTP, CONNECT and SOCKS5 on one port; the first byte tells which.
 *
 * @throws TypeError for an invalid rule; `checkPolicy` reports it with details
 */
export function createEgressProxy(options: EgressProxyOptions): EgressProxy {
  const bounds = { ...DEFAULT_BOUNDS, ...options.bounds }
  const report = new EgressReport()
  const open = new Set<Socket>()
  const starting = new WeakMap<Socket, NodeJS.Timeout>()
  const track = (socket: Socket): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // An error also closes the socket, which is all that the peer sees.
    socket.on('error', () => socket.destroy())
  }
  const rules = options.rules.map(compile)
  const over = new AbortController()
  let ask: AskForRule | undefined
  const run = createEgressRun({
    rules,
    ask: () => ask,
    resolve: options.resolve ?? systemResolver,
    bounds,
    report,
    onUpstream: track,
    onBegun(client) {
      clearTimeout(starting.get(client))
      client.setTimeout(bounds.idleMilliseconds, () => client.destroy())
    },
  })
  const http = createHttpProxy(run)
  const accept = async (client: Socket): Promise<void> => {
    // However slowly it speaks.
    const late = setTimeout(() => client.destroy(), bounds.startMilliseconds)
    starting.set(client, late)
    client.once('close', () => clearTimeout(late))
    await serveByProtocol(client, run, http)
  }
  const servers: Server[] = []
  const take = (server: Server, onClient: (client: Socket) => Promise<void>): void => {
    servers.push(server)
    // A client that has said all may still be answered.
    Object.assign(server, { allowHalfOpen: true })
    server.maxConnections = bounds.connections
    server.on('connection', (client) => {
      track(client)
      void onClient(client).catch(() => client.destroy())
    })
    server.on('error', () => server.close())
  }
  return {
    serve: (server) => take(server, accept),
    forward: (server, service) => take(server, (client) => passOnTo(service, client, run)),
    limitToSending: () => run.limitToSending(),
    askWith: (given) => void (ask = askOnce(given, rules, over.signal)),
    denials: () => report.denials(),
    close() {
      over.abort()
      for (const server of servers) server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** The first byte tells which protocol it speaks. */
async function serveByProtocol(
  client: Socket,
  run: EgressRun,
  http: ReturnType<typeof createHttpProxy>,
): Promise<void> {
  const first = await readExactly(client, 1)
  client.unshift(first)
  if (first[0] === SOCKS_VERSION) await serveSocks(client, run)
  else http.emit('connection', client)
}

async function passOnTo(service: LocalService, client: Socket, run: EgressRun): Promise<void> {
  const upstream = await run.reach(service.target)
  if ('message' in upstream) client.resetAndDestroy()
  else if (client.destroyed) upstream.destroy()
  else run.join(client, upstream)
}

function compile(input: EgressRuleInput): EgressRule {
  const rule = parseEgressRule(input)
  if ('problem' in rule) throw new TypeError(`${JSON.stringify(input)} is no rule: ${rule.problem}`)
  return rule
}
