import { visibleText } from '@poundlock/spec'
import type { GatewayChoice } from '../gateway/choose-gateway.ts'
import { chosenScopes } from '../gateway/scope-choice.ts'
import { withGateway, type ConnectedGateway } from '../gateway/with-gateway.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

export interface DevicesFlags extends GatewayChoice {
  readonly json?: boolean
}

type Listed = Awaited<ReturnType<typeof listed>>
type Device = Listed['devices'][number]
type Request = Listed['pending'][number]

const listed = (gateway: ConnectedGateway) => gateway.request('devices.list', {})

/** `poundlock devices list` */
export async function listDevices(flags: DevicesFlags): Promise<void> {
  const { devices, pending } = await withGateway(listed, flags)
  if (flags.json) return printJson({ devices, pending })
  const { bold, dim } = paint()
  for (const device of devices) await printDevice(device)
  for (const request of pending) {
    const { name, from, role, scopes, device } = request
    await printLine(
      `${bold(idOf(request))}  ${visibleText(name)}  asks to be paired as ${role}, from ${visibleText(from)}`,
    )
    await printLine(dim(`    device ${device.slice(0, 12)}, wants ${scopes.join(', ') || 'no scope'}`))
  }
  if (pending.length > 0) await printLine(dim('Let one in: poundlock devices approve ID'))
}

/** `poundlock devices approve` */
export async function approveDevice(
  reference: string,
  flags: DevicesFlags & { readonly name?: string; readonly scope?: readonly string[]; readonly agent?: string },
): Promise<void> {
  const { device } = await withGateway(async (gateway) => {
    const request = await findRequest(gateway, reference)
    return gateway.request('devices.approve', {
      request: request.request,
      ...(flags.name !== undefined && { name: flags.name }),
      ...(flags.scope !== undefined && { scopes: chosenScopes(request.role, flags.scope) }),
      ...(flags.agent !== undefined && { agent: flags.agent }),
    })
  }, flags)
  if (flags.json) return printJson({ device })
  await printDevice(device)
}

/** `poundlock devices reject` */
export async function rejectDevice(reference: string, flags: DevicesFlags): Promise<void> {
  const request = await withGateway(async (gateway) => {
    const found = await findRequest(gateway, reference)
    await gateway.request('devices.reject', { request: found.request })
    return found
  }, flags)
  if (flags.json) return printJson({ rejected: request.request })
  await printLine(`${visibleText(request.name)} is not let in`)
}

/** `poundlock devices rename` */
export async function renameDevice(reference: string, name: string, flags: DevicesFlags): Promise<void> {
  const { device } = await withGateway(
    (gateway) => gateway.request('devices.rename', { device: reference, name }),
    flags,
  )
  if (flags.json) return printJson({ device })
  await printDevice(device)
}

/** `poundlock devices rotate` */
export async function rotateDevice(reference: string, flags: DevicesFlags): Promise<void> {
  const { device, token } = await withGateway(
    (gateway) => gateway.request('devices.rotate', { device: reference }),
    flags,
  )
  if (flags.json) return printJson({ device, ...(token !== undefined && { token }) })
  if (token !== undefined) {
    await printLine(paint().bold(token))
    return printLine(`${visibleText(device.name)} has this token from now on; it is shown this once`)
  }
  await printLine(`${visibleText(device.name)} gets another token when it connects next`)
}

/** `poundlock devices revoke` */
export async function revokeDevice(reference: string, flags: DevicesFlags): Promise<void> {
  const { device, closed } = await withGateway(
    (gateway) => gateway.request('devices.revoke', { device: reference }),
    flags,
  )
  if (flags.json) return printJson({ device, closed })
  await printLine(`${visibleText(device.name)} is let in no more; connections that were closed: ${closed}`)
}

async function printDevice({ id, name, role, scopes, connections, seenAt, agent, bearer }: Device): Promise<void> {
  const { bold, dim } = paint()
  const seen =
    connections > 0 ? 'connected' : seenAt === undefined ? 'never seen' : `seen ${new Date(seenAt).toISOString()}`
  const as = agent === undefined ? role : `${role} ${visibleText(agent)}`
  const proof = bearer === true ? `${as}, its token is enough` : as
  await printLine(`${bold(id.slice(0, 12))}  ${visibleText(name)}  ${proof}  ${dim(seen)}`)
  await printLine(dim(`    ${scopes.join(', ') || 'no scope'}`))
}

const idOf = ({ request }: Request): string => request.slice(0, 8)

/** By the beginning of its own id or of the device's, or by the name that the device gave itself. @throws UsageError */
async function findRequest(gateway: ConnectedGateway, reference: string): Promise<Request> {
  const { pending } = await listed(gateway)
  const isBeginning = /^[0-9a-f]{6,}$/.test(reference)
  const found = pending.filter(
    ({ request, device, name }) =>
      name === reference || (isBeginning && (request.startsWith(reference) || device.startsWith(reference))),
  )
  const [request, ...others] = found
  if (request === undefined)
    throw new UsageError(`no device asks as ${JSON.stringify(reference)}`, { remedy: 'See poundlock devices list.' })
  if (others.length === 0) return request
  throw new UsageError(`several devices ask as ${JSON.stringify(reference)}`, {
    remedy: `It could be ${found.map(idOf).join(', ')}.`,
  })
}
