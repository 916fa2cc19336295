import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import {
  PairedGateways,
  readGatewayAddress,
  serviceFile,
  type PairedGateway,
  type ServiceFile,
} from '@poundlock/gateway'
import { findLocation, makeStateFolder, refuseHome, stateFolder } from '@poundlock/local-host'
import { readNodeStatus, startNode, USUAL_OFFER } from '@poundlock/node'
import { NODE_COMMANDS } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import { approvalAsker } from '../approvals/asker.ts'
import { EXIT } from '../exit-code.ts'
import { logWriter } from '../gateway/log-lines.ts'
import { assemble } from '../host/assemble.ts'
import { clientToolParts } from '../mcp/serve-tools.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import { connectToGateway, type ConnectFlags } from './gateway-connect.ts'
import { installService, uninstallService, type InstallFlags } from './gateway-service.ts'
import { readLabels } from './nodes.ts'

declare const POUNDLOCK_VERSION: string

export interface NodeFlags {
  readonly json?: boolean
}

interface ServedFlags extends NodeFlags {
  readonly workspace?: string
  /** The gateway, where there are several. */
  readonly paired?: string
  readonly label?: readonly string[]
  readonly offerApprovals?: boolean
}

export interface NodeRunFlags extends ServedFlags {
  /** Other gateways that share the identity of the one that it is paired with. */
  readonly address?: readonly string[]
  readonly config?: string
}

export type NodeInstallFlags = ServedFlags & InstallFlags

/** Sandboxes that are built ahead, for each session that is open. */
const READY_SANDBOXES = 1

/** `poundlock node run`: in the foreground, until it is told to stop. */
export async function runNode(flags: NodeRunFlags): Promise<void> {
  const state = stateFolder()
  makeStateFolder(state)
  const stopped = stopSignal()
  const { workspace } = findLocation({ ...(flags.workspace !== undefined && { workspace: flags.workspace }) })
  refuseHome(workspace)
  const pairings = new PairedGateways(state)
  const paired = nodePairing(pairings, flags.paired)
  const asking = new AbortController()
  const node = await startNode({
    stateFolder: state,
    paired,
    pairings,
    workspace,
    version: POUNDLOCK_VERSION,
    labels: readLabels(flags.label ?? []),
    addresses: (flags.address ?? []).map((text) => readGatewayAddress(text).address),
    offers: flags.offerApprovals === true ? NODE_COMMANDS : USUAL_OFFER,
    log: logWriter(flags.json === true),
    openHost: (place) =>
      assemble(
        { ...place, ...(flags.config !== undefined && { config: flags.config }) },
        {
          tools: clientToolParts,
          // The owner of this machine is asked, and no person whom the gateway knows.
          ask: approvalAsker({ terminal: false, abortSignal: asking.signal }),
          redactsResults: true,
          keepsOutput: true,
          servesOthers: true,
          readySandboxes: READY_SANDBOXES,
          ...(place.detectsLoops === false && { detectsLoops: false }),
        },
      ),
  })
  if (!flags.json) {
    const { bold, dim } = paint()
    await printLine(
      `this machine serves ${bold(visibleText(paired.gateway.name))} ${dim(paired.gateway.id.slice(0, 16))}`,
    )
    await printLine(dim(`  commands start in ${visibleText(workspace)}`))
  }
  const ended = await Promise.race([node.ended, stopped])
  asking.abort()
  await node.close()
  if (typeof ended === 'string' || ended === null) return
  // A service manager does not start it again: a person has to act.
  process.exitCode = EXIT.usage
  throw ended
}

/** `poundlock node pair` */
export const pairNode = (address: string | undefined, flags: Omit<ConnectFlags, 'role'>): Promise<void> =>
  connectToGateway(address, { ...flags, role: 'node' })

/** `poundlock node status` */
export async function nodeStatus({ json }: NodeFlags): Promise<void> {
  const state = stateFolder()
  const status = readNodeStatus(state)
  const gateways = nodePairings(new PairedGateways(state)).map(({ gateway, address }) => ({ gateway, address }))
  if (json) return printJson({ running: status !== null, status, gateways })
  const { bold, dim } = paint()
  for (const { gateway, address } of gateways) {
    await printLine(
      `paired with ${bold(visibleText(gateway.name))} ${dim(gateway.id.slice(0, 16))} at ${visibleText(address)}`,
    )
  }
  if (gateways.length === 0) await printLine('not paired as a node; see poundlock node pair')
  if (status === null) return printLine('no node runs')
  const { pid, connected, name, approved } = status
  const as = name === undefined ? '' : ` as ${visibleText(name)}`
  await printLine(`the node runs, process ${pid}; ${connected ? `connected${as}` : 'not connected'}`)
  if (connected) await printLine(dim(`  approved when it connected: ${approved?.join(', ') || 'nothing'}`))
}

/** `poundlock node install` */
export async function installNode(flags: NodeInstallFlags): Promise<void> {
  const { workspace } = findLocation({ ...(flags.workspace !== undefined && { workspace: flags.workspace }) })
  refuseHome(workspace)
  nodePairing(new PairedGateways(stateFolder()), flags.paired)
  readLabels(flags.label ?? [])
  const words = [
    '--workspace',
    workspace,
    ...(flags.paired === undefined ? [] : ['--paired', flags.paired]),
    ...(flags.label ?? []).flatMap((label) => ['--label', label]),
    ...(flags.offerApprovals === true ? ['--offer-approvals'] : []),
  ]
  await installService(nodeService(words), flags)
}

/** `poundlock node uninstall` */
export const uninstallNode = (flags: NodeFlags): Promise<void> => uninstallService(nodeService([]), flags)

/** Seconds that commands have to end when the node is stopped. */
const STOP_SECONDS = 10

function nodeService(words: readonly string[]): ServiceFile {
  const state = stateFolder()
  makeStateFolder(state)
  const argv = [process.execPath, realpathSync(process.argv[1]!), 'node', 'run', ...words] as const
  const service = { argv: [...argv] as [string, ...string[]], stateFolder: state, drainSeconds: STOP_SECONDS }
  return serviceFile(process.platform, homedir(), { ...service, kind: 'node' }, process.getuid?.() ?? 0)
}

const nodePairings = (store: PairedGateways) => store.list().filter(({ role }) => role === 'node')

/** @throws UsageError where this machine is paired with none, or with several and none is named */
function nodePairing(store: PairedGateways, named: string | undefined): PairedGateway {
  const all = nodePairings(store)
  const found = named === undefined ? all : store.find(named).filter(({ role }) => role === 'node')
  const [only] = found
  if (only && found.length === 1) return only
  if (found.length === 0)
    throw new UsageError('this machine is not paired as a node', { remedy: 'Pair it: poundlock node pair' })
  throw new UsageError('this machine is paired with several gateways', {
    remedy: `Name one: --paired ${all[0]!.gateway.name}`,
  })
}

/** Settles with the next signal that tells it to stop. */
function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => resolve(name))
  return promise
}
