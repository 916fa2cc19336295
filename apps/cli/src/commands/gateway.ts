import { setTimeout as sleep } from 'node:timers/promises'
import {
  drainAndClose,
  gatewaySocket,
  pairingLink,
  qrLines,
  startGateway,
  takePassedSockets,
  workArea,
  type Gateway,
} from '@poundlock/gateway'
import {
  createRecorder,
  findLocation,
  type LocalHost,
  makeStateFolder,
  refuseHome,
  type SessionPlace,
  stateFolder,
} from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { socketHolder } from '@poundlock/state-files/node'
import { EXIT } from '../exit-code.ts'
import { pairBearer } from '../gateway/bearer-token.ts'
import { namedGateway, type GatewayChoice } from '../gateway/choose-gateway.ts'
import { gatewayAgents } from '../gateway/gateway-agents.ts'
import { configuredGateway } from '../gateway/gateway-settings.ts'
import { hangups, stopSignal } from '../gateway/gateway-signals.ts'
import { giveBackMemory } from '../gateway/give-back-memory.ts'
import { logWriter } from '../gateway/log-lines.ts'
import { mcpArea } from '../gateway/mcp-area.ts'
import { gatewayBus } from '../gateway/open-gateway-bus.ts'
import { pageFolder } from '../gateway/page-folder.ts'
import { policyArea } from '../gateway/policy-area.ts'
import { chatsOf, reloadConfiguration, type Reloading } from '../gateway/reload-configuration.ts'
import { chosenScopes, type RoleName } from '../gateway/scope-choice.ts'
import { SessionServers } from '../gateway/session-servers.ts'
import { withGateway } from '../gateway/with-gateway.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

declare const POUNDLOCK_VERSION: string

export interface GatewayFlags {
  readonly json?: boolean
}

export interface RunFlags extends GatewayFlags {
  readonly config?: string
  /** The NATS servers that it shares with other gateways, instead of those of the configuration. */
  readonly bus?: string
  /** False where no person is asked. */
  readonly prompts?: boolean
  /** Folders that sessions may work in; the repository around the working folder unless named. */
  readonly workspace?: readonly string[]
}

/** Sandboxes that are built ahead, for each session that is open. */
const READY_SANDBOXES = 1

/** `poundlock gateway run`: in the foreground, until it is told to stop. */
export async function runGateway(flags: RunFlags): Promise<void> {
  const passed = takePassedSockets(process.env, process.pid)
  const state = stateFolder()
  makeStateFolder(state)
  const workspaces = workspacesOf(flags)
  const current = configuredGateway(state, flags.config)
  const { drainMs: _, settings, approvals, traces, push, ...configured } = current
  const chats = await chatsOf(approvals)
  const openBus = gatewayBus(current.name, settings.bus, flags.bus)
  const reloading: Reloading = {
    stateFolder: state,
    file: flags.config,
    workspaces,
    current,
    chats,
    gateway: null,
    work: null,
  }
  const stopped = Promise.race([stopSignal(), hangups(() => reloading.gateway)])
  const config = flags.config === undefined ? {} : { config: flags.config }
  const servers = new SessionServers()
  const openWork = workArea({
    workspaces,
    traces,
    push,
    ...config,
    ...(chats && { openChannels: (store, onProblem) => chats.open(store, onProblem) }),
    openHost: (place) => openHost(place, flags.config),
    createRecorder,
    agents: gatewayAgents(settings.agents, { ...flags, servers }),
    prompts: flags.prompts !== false,
  })
  const gateway = await startGateway({
    stateFolder: state,
    version: POUNDLOCK_VERSION,
    log: logWriter(flags.json === true),
    areas: [
      async (services) => (reloading.work = await openWork(services)),
      mcpArea({ ...config, workspace: workspaces[0]!, servers, sessions: () => reloading.work!.modelSessions }),
      policyArea({ ...config, workspace: workspaces[0]!, reload: () => reloadConfiguration(reloading) }),
    ],
    reload: () => reloadConfiguration(reloading),
    passed,
    page: pageFolder(process.argv[1]!),
    ...(openBus && { openBus }),
    ...configured,
  })
  reloading.gateway = gateway
  if (!flags.json) await printStart(gateway, workspaces)
  // Nodes of another gateway may come at any moment, and are let in sooner by code that was not given back.
  if (openBus === null) giveBackMemory(() => gateway.services.connections.size === 0 && gateway.busy() === 0)
  const signal = await stopped
  const calls = gateway.busy()
  const waits = calls === 0 ? '' : ` when ${calls} calls have ended; again to end them now`
  if (!flags.json) process.stderr.write(`poundlock: ${signal}: the gateway stops${waits}\n`)
  const hurry = new AbortController()
  void stopSignal().then(() => hurry.abort())
  await drainAndClose(gateway, { budgetMs: reloading.current.drainMs, signal: hurry.signal })
}

/** Loads what hosts need with the first of them: a gateway without sessions starts faster and takes less memory. */
async function openHost(place: SessionPlace, config: string | undefined): Promise<LocalHost> {
  const [{ assemble }, { clientToolParts }, { TASK_LAYER }, { agentHandler }] = await Promise.all([
    import('../host/assemble.ts'),
    import('../mcp/serve-tools.ts'),
    import('../agent/task-layer.ts'),
    import('../agent/agent-handler.ts'),
  ])
  return assemble(
    { ...place, ...(config !== undefined && { config }) },
    {
      tools(...given) {
        const { handlers, ...parts } = clientToolParts(...given)
        return { ...parts, handlers: place.runTask ? [...handlers, agentHandler(place.runTask)] : handlers }
      },
      callsAsk: true,
      redactsResults: true,
      keepsOutput: true,
      servesOthers: true,
      readySandboxes: READY_SANDBOXES,
      ...(place.nodeHost && { nodeHost: place.nodeHost }),
      ...(place.worksForAgent === true && { tighten: [TASK_LAYER] }),
    },
  )
}

/** @throws LocalHostError for a folder that is none, or that is the home folder */
function workspacesOf({ workspace }: RunFlags): readonly string[] {
  const named = workspace ?? []
  const found = named.length === 0 ? [findLocation({})] : named.map((folder) => findLocation({ workspace: folder }))
  for (const one of found) refuseHome(one.workspace)
  return found.map((one) => one.workspace)
}

async function printStart({ id, addresses, services }: Gateway, workspaces: readonly string[]): Promise<void> {
  const { bold, dim } = paint()
  await printLine(`${bold(visibleText(services.gatewayName))} is ready ${dim(id.slice(0, 16))}`)
  for (const address of addresses) await printLine(`  ${address}`)
  for (const workspace of workspaces) await printLine(`  sessions work in ${visibleText(workspace)}`)
  await printLine(dim('Let a device in: poundlock gateway pair'))
}

/** `poundlock gateway reload` */
export async function reloadGateway(flags: GatewayFlags & GatewayChoice): Promise<void> {
  const { applied, restart } = await withGateway((gateway) => gateway.request('gateway.reload', {}), flags)
  if (flags.json) return printJson({ applied, restart })
  await printLine(`new calls are decided by the configuration as it is now: ${applied.join(', ')}`)
  if (restart.length > 0) await printLine(`these hold after a restart: ${restart.join(', ')}`)
}

/** `poundlock gateway status` */
export async function gatewayStatus(flags: GatewayFlags & GatewayChoice): Promise<void> {
  const status = await withGateway((gateway) => gateway.request('gateway.status', {}), flags)
  if (flags.json) return printJson(status)
  const { bold, dim, bad } = paint()
  const { gateway, state, startedAt, addresses, connections, problems, pid } = status
  await printLine(`${bold(visibleText(gateway.name))} is ${state} ${dim(gateway.id.slice(0, 16))}`)
  await printLine(
    `  since ${new Date(startedAt).toISOString()}, process ${pid}, version ${visibleText(gateway.version)}`,
  )
  for (const address of addresses) await printLine(`  ${visibleText(address)}`)
  const open = Object.entries(connections).map(([role, number]) => `${number} ${role}`)
  await printLine(
    `  connections: ${open.join(', ')}; sessions: ${status.sessions}; calls: ${status.calls}; approvals that wait: ${status.approvals}`,
  )
  for (const problem of problems) await printLine(`  ${bad(visibleText(problem))}`)
}

const LOOK_MS = 50

/** `poundlock gateway stop`: tells the process to, and waits until it has. */
export async function stopGateway({ timeout, json }: GatewayFlags & { readonly timeout?: string }): Promise<void> {
  const path = gatewaySocket(stateFolder())
  const seconds = Number(timeout ?? 30)
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError('--timeout is not a number of seconds', { remedy: 'Between 1 and 3600.' })
  const pid = socketHolder(path)
  if (pid === null) {
    if (json) return printJson({ stopped: false, running: false })
    return printLine('no gateway runs')
  }
  process.kill(pid, 'SIGTERM')
  for (const end = performance.now() + seconds * 1000; socketHolder(path) !== null; await sleep(LOOK_MS)) {
    if (performance.now() < end) continue
    process.exitCode = EXIT.timedOut
    if (json) return printJson({ stopped: false, running: true, pid })
    return printLine(`the gateway (process ${pid}) has not ended within ${seconds} s; it still ends what runs`)
  }
  if (json) return printJson({ stopped: true, running: false, pid })
  await printLine('the gateway has stopped')
}

const MAIN_AGENT = 'main'

export interface PairFlags extends GatewayFlags, GatewayChoice {
  readonly role: RoleName
  readonly scope?: readonly string[]
  readonly name?: string
  readonly agent?: string
  readonly qr?: boolean
  /** A token for scripts and clients of MCP instead of a setup code. */
  readonly bearer?: boolean
}

/** `poundlock gateway pair`: a setup code, as text and as a QR code, for one device and ten minutes. */
export async function pairDevice(flags: PairFlags): Promise<void> {
  const { role, name } = flags
  const agent = flags.agent ?? (role === 'agent' ? MAIN_AGENT : undefined)
  const isBearer = flags.bearer === true
  if (isBearer) refuseElsewhere(flags)
  const scopes = chosenScopes(role, flags.scope, { isBearer })
  const { invited, address } = await withGateway(
    async (gateway) => ({
      invited: await gateway.request('devices.invite', {
        role,
        scopes,
        ...(name !== undefined && { name }),
        ...(agent !== undefined && { agent }),
        ...(isBearer && { bearer: true }),
      }),
      address: (await gateway.request('gateway.status', {})).addresses.find((one) => one.startsWith('http')) ?? null,
    }),
    flags,
  )
  if (isBearer) return printBearer(flags, { ...invited, role, scopes, address })
  const { code, expiresAt, gateway } = invited
  const link = address === null ? null : pairingLink(`${address}/`, gateway.id, code)
  if (flags.json) return printJson({ code, expiresAt, role, scopes, gateway, link })
  const { bold, dim } = paint()
  if (flags.qr !== false && process.stdout.isTTY) {
    for (const line of qrLines(link ?? code)) await printLine(line)
  }
  await printLine(bold(code))
  if (link !== null) await printLine(link)
  await printLine(dim(`for one device, as ${role}, with ${scopes.join(', ')}`))
  await printLine(dim(`good until ${new Date(expiresAt).toISOString()}; gateway ${gateway.id}`))
}

/** @throws UsageError for a gateway of another machine: the token is printed where it is made */
function refuseElsewhere(flags: PairFlags): void {
  if (namedGateway(flags) === null) return
  throw new UsageError('--bearer is for the gateway of this machine', {
    remedy: 'Run it there, or add --gateway local.',
  })
}

/** `poundlock gateway pair --bearer`: a token that is good by itself, over HTTP. */
async function printBearer(
  flags: PairFlags,
  invited: Omit<Parameters<typeof pairBearer>[0], 'name'> & { readonly address: string | null },
): Promise<void> {
  const { role, scopes, gateway, address } = invited
  const { token, device } = await pairBearer({ ...invited, name: flags.name ?? `${role} with a token` })
  const at = (path: string) => (address === null ? null : `${address}${path}`)
  if (flags.json) return printJson({ token, device, role, scopes, gateway, rpc: at('/rpc'), mcp: at('/mcp') })
  const { bold, dim } = paint()
  await printLine(bold(token))
  await printLine(dim('Send it as "Authorization: Bearer TOKEN". It is shown this once.'))
  if (address !== null) await printLine(dim(`scripts: POST ${at('/rpc')}; clients of MCP: ${at('/mcp')}`))
  await printLine(dim(`${visibleText(device.name)}, as ${role}, with ${scopes.join(', ')}; gateway ${gateway.id}`))
}
