import { join } from 'node:path'
import type { LogVerification } from '@poundlock/audit/node'
import { GatewayError, type ParamsOf } from '@poundlock/protocol'
import type { Handlers } from '../dispatch/handler.ts'
import { collectPage, type PageLine } from './audit-page.ts'
import type { ChainStore } from './chain-store.ts'
import { runShared } from './run-shared.ts'

export interface AuditMethodParts {
  readonly stateFolder: string
  readonly store: () => ChainStore
  /** The node that a text means. @throws GatewayError `NOT_FOUND`, `AMBIGUOUS` */
  readonly findNode: (reference: string) => string
}

const EMPTY = { seq: 0, hash: '0'.repeat(64) }
const PAGE = 100

/** What operators read of the log of this gateway, and of the copies of the logs of nodes. */
export function auditMethods({ stateFolder, store, findNode }: AuditMethodParts): Handlers {
  const folder = join(stateFolder, 'audit')
  // A caller that asks for the same while it is verified gets the same answer: many who ask cost no more than one.
  const verify = runShared(async (head: string): Promise<LogVerification> => {
    const { verifyAuditLog } = await import('@poundlock/audit/node')
    return verifyAuditLog(folder, head === '' ? {} : { head })
  })
  return {
    'audit.tail': (params) =>
      params.node === undefined ? ownPage(folder, params) : nodePage(store(), findNode, params),
    'audit.verify': async ({ head = '' }) => {
      const { ok, records, head: end, recoveries, problems, problemCount } = await verify(head)
      return { ok, records, head: { ...end }, recoveries, problems: [...problems], problemCount }
    },
  }
}

type TailParams = ParamsOf<'audit.tail'>

async function ownPage(folder: string, { limit = PAGE, before, ...filter }: TailParams) {
  const { readAuditBackwards } = await import('@poundlock/audit/node')
  const lines = readAuditBackwards(folder, before === undefined ? {} : { before })
  const found = await collectPage(lines, filter, limit)
  return { ...found, head: await endOf(readAuditBackwards(folder)) }
}

async function endOf(lines: AsyncIterable<PageLine>) {
  for await (const { record } of lines) if (record) return { seq: record.seq, hash: record.hash }
  return EMPTY
}

async function nodePage(store: ChainStore, findNode: AuditMethodParts['findNode'], params: TailParams) {
  const { node = '', chain, limit = PAGE, before, ...filter } = params
  // Also of a node that was removed.
  const origin = store.chains(node).length > 0 ? node : findNode(node)
  const copies = store.chains(origin)
  const copy = chain === undefined ? copies.at(-1) : copies.find((one) => one.chain === chain)
  if (chain !== undefined && !copy) {
    throw new GatewayError(`The node has no chain ${chain}: it has ${copies.length}.`, {
      code: 'NOT_FOUND',
      path: '/params/chain',
    })
  }
  if (!copy) return { records: [], head: EMPTY, broken: 0, chains: 0 }
  const found = await collectPage(store.linesBackwards(copy, before), filter, limit)
  return { ...found, head: store.lastLink(copy) ?? EMPTY, chains: copies.length }
}
