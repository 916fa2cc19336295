import { GatewayError, type NodeCommand } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Services } from '../dispatch/services.ts'
import { nameKey } from '../identity/pair-device.ts'
import type { NodeLink } from './attached-node.ts'
import type { Dispatches } from './dispatches.ts'
import type { Fleet } from './fleet.ts'

export interface FleetMethodParts {
  readonly services: Services
  readonly fleet: Fleet
  readonly dispatches: Dispatches
}

/** What runs commands, or decides which ones run, is for those who may do everything. */
const FOR_ADMINS: ReadonlySet<NodeCommand> = new Set(['system.run', 'system.file', 'system.execApprovals.set'])
const ASK_MS = 10_000

/** What operators do with nodes. */
export function nodeMethods(parts: FleetMethodParts): Handlers {
  return { ...readers(parts), ...decisions(parts), ...changes(parts), ...documents(parts) }
}

function readers({ fleet, services }: FleetMethodParts): Handlers {
  return {
    'nodes.list': () => ({ nodes: [...fleet.views()] }),
    'nodes.watch': ({ after }, caller) => ({ ...fleet.journal.follow(caller, after), nodes: [...fleet.views()] }),
    'nodes.describe': async ({ node }) => {
      const id = fleet.find(node)
      const view = fleet.view(id)!
      const caller = fleet.attached(id)?.link
      if (!caller) return { node: view }
      try {
        const { description } = await caller.request('node.describe', {}, { timeoutMs: ASK_MS })
        return { node: { ...view, description } }
      } catch (error) {
        services.log('node-silent', { node: id, error: String(error) })
        return { node: view }
      }
    },
  }
}

function decisions({ fleet, services }: FleetMethodParts): Handlers {
  return {
    'nodes.approve': async ({ node, commands }, caller) => {
      const id = fleet.find(node)
      const { declared, labels } = fleet.record(id)
      const wanted = commands ?? declared
      const strange = wanted.filter((name) => !declared.includes(name))
      if (strange.length > 0) {
        throw new GatewayError(`The node does not offer ${strange.join(', ')}.`, {
          code: 'CONFLICT',
          path: '/params/commands',
        })
      }
      refuseBeyond(caller, wanted)
      const own = fleet.attached(id)?.description.labels ?? {}
      await fleet.change(id, {
        approved: wanted,
        rejected: declared.filter((name) => !wanted.includes(name)),
        labels: { ...own, ...labels },
        approvedAt: services.now(),
        approvedBy: caller.deviceId,
      })
      services.log('node-approved', { node: id, by: caller.deviceId, commands: wanted })
      return { node: fleet.view(id)! }
    },
    'nodes.reject': async ({ node }, caller) => {
      const id = fleet.find(node)
      await fleet.change(id, { approved: [], rejected: fleet.record(id).declared })
      services.log('node-rejected', { node: id, by: caller.deviceId })
      return { node: fleet.view(id)! }
    },
  }
}

function changes({ fleet, services, dispatches }: FleetMethodParts): Handlers {
  const { identity, connections, log, now } = services
  return {
    'nodes.remove': async ({ node }, caller) => {
      const id = fleet.find(node)
      const view = fleet.view(id)!
      const device = identity.devices.get(id)!
      refuseBeyond(caller, view.approved)
      identity.devices.revoke(id, caller.deviceId, now())
      connections.closeDevice(id, 'revoked')
      await dispatches.abandon(id)
      await fleet.forget(id)
      identity.events.device(device, { revokedAt: now() })
      log('node-removed', { node: id, by: caller.deviceId })
      await services.devicesPublished()
      return { node: { ...view, connected: false, approved: [] } }
    },
    'nodes.rename': async ({ node, name }) => {
      const id = fleet.find(node)
      const devices = identity.devices.list()
      if (devices.some((other) => other.id !== id && nameKey(other.name) === nameKey(name))) {
        throw new GatewayError('Another device has this name.', { code: 'CONFLICT', path: '/params/name' })
      }
      const renamed = { ...identity.devices.get(id)!, name }
      identity.devices.put(renamed)
      identity.events.device(renamed)
      await services.devicesPublished()
      fleet.changed(id)
      return { node: fleet.view(id)! }
    },
    'nodes.label': async ({ node, set = {}, remove = [] }) => {
      const id = fleet.find(node)
      const kept = Object.entries(fleet.record(id).labels).filter(([key]) => !remove.includes(key))
      const labels = { ...Object.fromEntries(kept), ...set }
      if (Object.keys(labels).length > 32) {
        throw new GatewayError('A node has at most 32 labels.', { code: 'INVALID_PARAMS', path: '/params/set' })
      }
      await fleet.change(id, { labels })
      return { node: fleet.view(id)! }
    },
    'nodes.drain': async ({ node, draining }) => {
      const id = fleet.find(node)
      await fleet.change(id, { draining })
      return { node: fleet.view(id)! }
    },
  }
}

function documents({ fleet }: FleetMethodParts): Handlers {
  const callerFor = (reference: string, command: NodeCommand): NodeLink => {
    const id = fleet.find(reference)
    const caller = fleet.attached(id)?.link
    if (!caller) {
      throw new GatewayError('The node is not connected.', { code: 'UNAVAILABLE', details: { reason: 'no-responder' } })
    }
    if (fleet.approved(id).includes(command)) return caller
    throw new GatewayError(`The node does not offer ${command}, or it is not approved.`, {
      code: 'FORBIDDEN',
      details: { reason: 'not-approved' },
    })
  }
  return {
    'nodes.approvals.get': ({ node }) =>
      callerFor(node, 'system.execApprovals.get').request('system.execApprovals.get', {}, { timeoutMs: ASK_MS }),
    'nodes.approvals.set': ({ node, ...params }) =>
      callerFor(node, 'system.execApprovals.set').request('system.execApprovals.set', params, { timeoutMs: ASK_MS }),
  }
}

/** @throws GatewayError `FORBIDDEN` */
function refuseBeyond(caller: Caller, commands: readonly NodeCommand[]): void {
  if (caller.scopes.has('admin') || !commands.some((name) => FOR_ADMINS.has(name))) return
  throw new GatewayError('What runs commands on a node is for the scope admin.', {
    code: 'FORBIDDEN',
    details: { reason: 'scope', scope: 'admin' },
  })
}
