import { join } from 'node:path'
import type { DecisionData } from '@poundlock/audit'
import type { RecordedCall } from '@poundlock/policy-review'
import { findBuiltInTool } from '@poundlock/spec'
import type { DescribedCall, Review } from './review-place.ts'

/** What the audit log holds, as far as it can be decided about again. */
export interface History {
  readonly calls: readonly RecordedCall[]
  /** Decisions that are recorded and cannot be made again: why, and how many. */
  readonly left: readonly { readonly reason: string; readonly count: number }[]
}

const MAX_RECORDS = 100_000

/**
 * The decisions of the audit log, as calls to decide again.
 *
 * @param records the number of last records
 */
export async function readHistory(review: Review, records = MAX_RECORDS): Promise<History> {
  const { readAuditTail } = await import('@poundlock/audit/node')
  const calls: RecordedCall[] = []
  const left = new Map<string, number>()
  for await (const { record } of readAuditTail(join(review.state, 'audit'), records)) {
    if (record?.type !== 'decision') continue
    const data = record.data as Partial<DecisionData>
    const call = describeRecorded(data)
    if (typeof call === 'string') {
      left.set(call, (left.get(call) ?? 0) + 1)
      continue
    }
    const answer = data.approval?.kind !== 'person' ? null : data.approval.answer === 'deny' ? 'deny' : 'allow'
    calls.push({ decision: data.decision!, ...(answer && { answer }), request: review.request(call) })
  }
  return { calls, left: [...left].map(([reason, count]) => ({ reason, count })) }
}

/** The call of a record; else why it cannot be decided about again. */
export function describeRecorded({
  command,
  cwd,
  agent,
  session,
  tool,
  decision,
  files,
  urls,
  surface,
  provider,
  model,
}: Partial<DecisionData>) {
  if (tool === undefined || decision === undefined) return 'names no tool or no decision'
  const entry = findBuiltInTool(tool)
  if (entry === null && !/^mcp__/i.test(tool)) return 'is of a tool that is not known here'
  if (entry !== null && entry.requiredPermission === null) return 'is of a tool whose permission is not recorded'
  if (entry?.name === 'exec' && command === undefined) return 'holds no command line'
  const uses = Object.values(entry?.inputs ?? {})
  const touchesFiles = entry?.name === 'apply_patch' || uses.some((use) => use !== 'url')
  // A search without a folder looks in the workspace, and names none.
  if (touchesFiles && files === undefined && !entry?.name.endsWith('_search'))
    return 'does not say which files were touched'
  if (uses.includes('url') && urls === undefined) return 'does not say which address was asked'
  const call: DescribedCall = {
    tool,
    ...(command !== undefined && { command }),
    ...(agent !== undefined && { agent }),
    ...(session !== undefined && { session }),
    ...(cwd !== undefined && { cwd }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(files && { files }),
    ...(urls && { urls }),
    ...((surface === 'hook' || surface === 'shadow') && { elsewhere: true }),
  }
  return call
}
