import { NODE_COMMANDS, type GatewayNode, type NodeCommand } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import type { GatewayChoice } from '../gateway/choose-gateway.ts'
import { withGateway, type ConnectedGateway } from '../gateway/with-gateway.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

export interface NodesFlags extends GatewayChoice {
  readonly json?: boolean
}

/** `poundlock nodes list` */
export async function listNodes(flags: NodesFlags): Promise<void> {
  const { nodes } = await withGateway((gateway) => gateway.request('nodes.list', {}), flags)
  if (flags.json) return printJson({ nodes })
  for (const node of nodes) await printNode(node)
  if (nodes.length === 0) await printLine('no node is paired; see poundlock gateway pair --role node')
}

/** `poundlock nodes describe` */
export async function describeNode(node: string, flags: NodesFlags): Promise<void> {
  const described = await withGateway((gateway) => gateway.request('nodes.describe', { node }), flags)
  if (flags.json) return printJson(described)
  await printNode(described.node)
  const { description, declared, epoch } = described.node
  const { dim } = paint()
  await printLine(dim(`    offers ${declared.join(', ') || 'nothing'}; connection ${epoch}`))
  if (!description) return
  const { version, platform, arch, hostname, sandbox, workspace } = description
  await printLine(dim(`    ${visibleText(`${hostname}, ${platform} ${arch}, Poundlock ${version}`)}`))
  await printLine(dim(`    works in ${visibleText(workspace)}`))
  const contained = sandbox.active ? `contained by ${visibleText(sandbox.backend)}` : 'not contained'
  await printLine(dim(`    ${[contained, ...sandbox.reasons.map((reason) => visibleText(reason))].join('; ')}`))
}

/** `poundlock nodes approve` */
export async function approveNode(
  node: string,
  { command, ...flags }: NodesFlags & { readonly command?: readonly string[] },
): Promise<void> {
  const commands = command?.map((name) => commandNamed(name))
  await change(flags, (gateway) => gateway.request('nodes.approve', { node, ...(commands && { commands }) }))
}

/** `poundlock nodes reject` */
export const rejectNode = (node: string, flags: NodesFlags): Promise<void> =>
  change(flags, (gateway) => gateway.request('nodes.reject', { node }))

/** `poundlock nodes remove` */
export async function removeNode(reference: string, flags: NodesFlags): Promise<void> {
  const { node } = await withGateway((gateway) => gateway.request('nodes.remove', { node: reference }), flags)
  if (flags.json) return printJson({ node })
  await printLine(`${visibleText(node.name)} is let in no more`)
}

/** `poundlock nodes rename` */
export const renameNode = (node: string, name: string, flags: NodesFlags): Promise<void> =>
  change(flags, (gateway) => gateway.request('nodes.rename', { node, name }))

/** `poundlock nodes label` */
export async function labelNode(node: string, labels: readonly string[], flags: NodesFlags): Promise<void> {
  const removed = labels
    .filter((label) => label.endsWith('-') && !label.includes('='))
    .map((label) => label.slice(0, -1))
  const set = readLabels(labels.filter((label) => label.includes('=') || !label.endsWith('-')))
  await change(flags, (gateway) => gateway.request('nodes.label', { node, set, remove: removed }))
}

/** `poundlock nodes drain` */
export const drainNode = (node: string, { undo, ...flags }: NodesFlags & { readonly undo?: boolean }): Promise<void> =>
  change(flags, (gateway) => gateway.request('nodes.drain', { node, draining: undo !== true }))

/** `key=value` each. @throws UsageError */
export function readLabels(labels: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    labels.map((label) => {
      const at = label.indexOf('=')
      if (at < 1) throw new UsageError(`${JSON.stringify(label)} is no label`, { remedy: 'Write key=value.' })
      return [label.slice(0, at), label.slice(at + 1)]
    }),
  )
}

async function change(
  flags: NodesFlags,
  request: (gateway: ConnectedGateway) => Promise<{ readonly node: GatewayNode }>,
): Promise<void> {
  const { node } = await withGateway(request, flags)
  if (flags.json) return printJson({ node })
  await printNode(node)
}

function commandNamed(name: string): NodeCommand {
  const known = NODE_COMMANDS.find((command) => command === name)
  if (known) return known
  throw new UsageError(`--command ${JSON.stringify(name)} is nothing that nodes offer`, {
    remedy: `One of ${NODE_COMMANDS.join(', ')}.`,
  })
}

async function printNode({
  id,
  name,
  connected,
  pending,
  draining,
  approved,
  labels,
  runs,
  address,
}: GatewayNode): Promise<void> {
  const { bold, dim } = paint()
  const states = [
    connected ? 'connected' : 'not connected',
    ...(pending ? ['waits for poundlock nodes approve'] : []),
    ...(draining ? ['draining'] : []),
    ...(runs > 0 ? [`${runs} commands`] : []),
  ]
  const from = address === undefined ? '' : `  ${visibleText(address)}`
  await printLine(`${bold(id.slice(0, 12))}  ${visibleText(name)}  ${states.join(', ')}${dim(from)}`)
  const shown = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  await printLine(
    dim(`    ${approved.join(', ') || 'nothing approved'}${shown.length > 0 ? `  ${shown.join(' ')}` : ''}`),
  )
}
