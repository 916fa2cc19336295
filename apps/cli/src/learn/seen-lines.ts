import { join } from 'node:path'
import type { DecisionData } from '@poundlock/audit'
import { findLocation } from '@poundlock/local-host'
import type { SeenLine } from '@poundlock/policy-review'
import { openReview, type Review, type ReviewFlags } from '../review/review-place.ts'
import type { TranscriptCall } from './transcript-calls.ts'

/** Lines of agents as requests to the policy, and how many were left out, by the reason. */
export interface SeenLines {
  readonly lines: readonly SeenLine[]
  readonly left: ReadonlyMap<string, number>
}

/** Each different line in each folder once, as a hook would be asked about it there. */
export function seenLines(calls: readonly TranscriptCall[], review: Review, flags: ReviewFlags): SeenLines {
  const reviews = new Map<string, Review | null>()
  const left = new Map<string, number>()
  const lines = new Map<string, { readonly request: SeenLine['request']; count: number; refused: number }>()
  const leave = (reason: string) => left.set(reason, (left.get(reason) ?? 0) + 1)
  for (const { command, cwd, refused } of calls) {
    const folder = cwd ?? review.workspace
    const place = reviewOf(folder, reviews, flags)
    if (place === null) {
      leave('ran in a folder that is gone, or is no workspace')
      continue
    }
    const key = JSON.stringify([folder, command])
    const line = lines.get(key) ?? {
      request: place.request({ command, cwd: folder, elsewhere: true }),
      count: 0,
      refused: 0,
    }
    line.count++
    if (refused) line.refused++
    lines.set(key, line)
  }
  return { lines: [...lines.values()], left }
}

/** The workspace around a folder; `null` where there is none. */
function reviewOf(folder: string, known: Map<string, Review | null>, flags: ReviewFlags): Review | null {
  const before = known.get(folder)
  if (before !== undefined) return before
  let found: Review | null = null
  try {
    const { workspace } = findLocation({ cwd: folder })
    found = known.get(workspace) ?? openReview({ ...flags, workspace })
    known.set(workspace, found)
  } catch {
    // It is gone, or its configuration is broken: its lines are counted as left.
  }
  known.set(folder, found)
  return found
}

/** Commands of the audit log, as other agents asked about them or as ours ran them. */
export async function recordedCalls(
  state: string,
  since: number,
  isWanted: (data: Partial<DecisionData>) => boolean = () => true,
): Promise<readonly (TranscriptCall & Pick<DecisionData, 'decision'>)[]> {
  const { readAuditTail } = await import('@poundlock/audit/node')
  const calls: (TranscriptCall & Pick<DecisionData, 'decision'>)[] = []
  for await (const { record } of readAuditTail(join(state, 'audit'), MOST_RECORDS)) {
    if (record?.type !== 'decision') continue
    const data = record.data as Partial<DecisionData>
    const { command, cwd = null, tool, approval, decision } = data
    const at = Date.parse(record.time)
    if (command === undefined || tool !== 'exec' || decision === undefined || at < since || !isWanted(data)) continue
    const refused = approval?.kind === 'person' && approval.answer === 'deny'
    calls.push({ command, cwd, at, refused, decision })
  }
  return calls
}

const MOST_RECORDS = 100_000
