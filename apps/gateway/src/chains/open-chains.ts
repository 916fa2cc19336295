import { join } from 'node:path'
import { readAuditLine } from '@poundlock/audit/node'
import { GatewayError, type AuditOrigin } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Services } from '../dispatch/services.ts'
import { auditMethods } from './audit-methods.ts'
import { CHAIN_LIMITS, ChainIntake, type ChainLimits } from './chain-intake.ts'
import { ChainStore } from './chain-store.ts'
import { runShared } from './run-shared.ts'
import { verifyOrigin, type ReportedRun } from './verify-origin.ts'

export interface ChainParts {
  readonly services: Services
  readonly limits: Partial<ChainLimits>
  /** Nodes that are paired, by id. */
  readonly nodes: () => ReadonlyMap<string, string>
  /** The node that a text means. @throws GatewayError `NOT_FOUND`, `AMBIGUOUS` */
  readonly findNode: (reference: string) => string
  readonly reportedRuns: (node: string) => readonly ReportedRun[]
  /** Writes a record to the audit log of the gateway. */
  readonly audit: (type: string, data: object) => Promise<unknown>
}

export interface Chains {
  readonly handlers: Handlers
  close(): void
}

/** The copies of the audit logs of nodes. */
export function openChains({ services, limits, nodes, findNode, reportedRuns, audit }: ChainParts): Chains {
  const { stateFolder, now, log } = services
  let opened: { readonly store: ChainStore; readonly intake: ChainIntake } | undefined
  // Opened when the first node ships: a gateway without nodes starts faster.
  const open = () => {
    if (opened) return opened
    const store = new ChainStore(join(stateFolder, 'gateway'))
    const intake = new ChainIntake({
      store,
      now,
      limits: { ...CHAIN_LIMITS, ...limits },
      onProblem(origin, { chain, seq, kind, message }) {
        log('chain-problem', { node: origin, chain, seq, kind })
        const failed = (error: unknown) => log('record-failed', { error: String(error) })
        audit('chain-problem', { node: origin, chain, seq, kind, message }).catch(failed)
      },
    })
    return (opened = { store, intake })
  }
  const verify = runShared(async () => {
    const { store } = open()
    const names = nodes()
    const origins: AuditOrigin[] = []
    for (const origin of new Set([...names.keys(), ...store.origins()])) {
      const name = names.get(origin)
      const facts = { origin, reportedRuns: reportedRuns(origin), ...(name !== undefined && { name }) }
      // oxlint-disable-next-line no-await-in-loop -- one after the other takes less memory
      origins.push(await verifyOrigin(store, facts))
    }
    return origins
  })
  return {
    handlers: {
      'audit.head': async ({ head }, caller) => ({ from: await open().intake.announce(nodeOf(caller), head) }),
      'audit.records': async ({ lines }, caller) => ({
        from: await open().intake.accept(
          nodeOf(caller),
          lines.map((line) => shippedRecord(line)),
        ),
      }),
      'audit.origins': async () => ({ origins: [...(await verify(''))] }),
      ...auditMethods({ stateFolder, store: () => open().store, findNode }),
    },
    close: () => opened?.store.close(),
  }
}

function shippedRecord(line: string) {
  const record = readAuditLine(line)
  if (record) return { record, line }
  throw new GatewayError('A line is no record whose hash is right.', { code: 'INVALID_PARAMS', path: '/params/lines' })
}

function nodeOf({ proof, deviceId }: Caller): string {
  if (proof !== 'bearer-token') return deviceId
  throw new GatewayError('A node speaks over its WebSocket.', { code: 'FORBIDDEN', details: { reason: 'role' } })
}
