import { join } from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { DecisionData } from '@poundlock/audit'
import type { PolicyRequest } from '@poundlock/policy'
import type { Decision } from '@poundlock/spec'
import { describeRecorded } from './read-history.ts'
import type { DescribedCall, Review } from './review-place.ts'

/** Calls of the last week that a policy would decide otherwise, counted; the first of them by name. */
export interface WeekReplay {
  /** When the oldest call was made that was decided again, in milliseconds since 1970; `null` where none was. */
  readonly since: number | null
  /** False where older calls of the week were left out, so that it takes neither all memory nor all time. */
  readonly isWhole: boolean
  /** Calls that were decided again. */
  readonly total: number
  /** Calls of which too little is recorded to decide them again. */
  readonly left: number
  /** Calls that were asked about, and would not be. */
  readonly noLongerAsking: number
  readonly newly: Readonly<Record<Decision, { readonly count: number; readonly calls: readonly ChangedLine[] }>>
  /** The calls, each once, the newest first. */
  readonly requests: readonly PolicyRequest[]
}

/** A call as it is shown, how it was decided, and how often it was made. */
interface ChangedLine {
  readonly call: string
  readonly before: Decision
  times: number
}

/** What a replay may take. */
export interface ReplayLimits {
  /** Lines of the log, also those of other records. */
  readonly records?: number
  /** Of the commands that are kept. */
  readonly characters?: number
  readonly milliseconds?: number
}

const WEEK_MS = 7 * 24 * 3_600_000
/** Different calls by name, and different requests. */
const MOST_NAMED = 200
const MOST_REQUESTS = 3000
/** The gateway has other work. */
const TURN_MS = 20

type ReviewedPolicy = Pick<Review, 'state' | 'request' | 'policy'>

interface Recorded {
  readonly at: number
  readonly before: Decision
  /** `null` where too little is recorded. */
  readonly call: DescribedCall | null
}

/** Decides the calls of the last week again, the newest first, as many as the limits let. */
export async function replayWeek(review: ReviewedPolicy, now: number, limits: ReplayLimits = {}): Promise<WeekReplay> {
  const { milliseconds = 5000 } = limits
  const { recorded, isWhole } = await readWeek(review, now - WEEK_MS, limits)
  const ends = performance.now() + milliseconds
  const decided = new Map<string, { readonly request: PolicyRequest; readonly after: Decision }>()
  const newly = { allow: new Changes(), ask: new Changes(), deny: new Changes() }
  let [turnEnds, total, left, noLongerAsking, since] = [0, 0, 0, 0, null as number | null]
  for (const { at, before, call } of recorded.toReversed()) {
    if (performance.now() > ends) return result(false)
    if (performance.now() > turnEnds) {
      // oxlint-disable-next-line no-await-in-loop -- others wait meanwhile
      await otherWork()
      turnEnds = performance.now() + TURN_MS
    }
    since = at
    if (call === null) {
      left++
      continue
    }
    total++
    const key = JSON.stringify(call)
    const known = decided.get(key) ?? decide(call)
    decided.set(key, known)
    const { after, request } = known
    if (after === before) continue
    if (before === 'ask') noLongerAsking++
    newly[after].add(`${before} ${key}`, request.plan?.text ?? request.tool, before)
  }
  return result(isWhole)

  function decide(call: DescribedCall) {
    const request = review.request(call)
    return { request, after: review.policy.decide(request).decision }
  }

  function result(all: boolean): WeekReplay {
    const requests = [...decided.values()].slice(0, MOST_REQUESTS).map(({ request }) => request)
    return { since, isWhole: all, total, left, noLongerAsking, newly, requests }
  }
}

class Changes {
  count = 0
  readonly #lines = new Map<string, ChangedLine>()

  get calls(): readonly ChangedLine[] {
    return [...this.#lines.values()]
  }

  add(key: string, call: string, before: Decision): void {
    this.count++
    const line = this.#lines.get(key)
    if (line !== undefined) line.times++
    else if (this.#lines.size < MOST_NAMED) this.#lines.set(key, { call, before, times: 1 })
  }
}

/** The decisions since a time, oldest first; the oldest are left out where all together are too many or too long. */
async function readWeek(
  { state }: ReviewedPolicy,
  from: number,
  { records = 20_000, characters = 16_000_000 }: ReplayLimits,
): Promise<{ readonly recorded: readonly Recorded[]; readonly isWhole: boolean }> {
  const { readAuditTail } = await import('@poundlock/audit/node')
  const recorded: (Recorded & { readonly size: number })[] = []
  let [lines, size, dropped, begin] = [0, 0, false, Infinity]
  for await (const { record } of readAuditTail(join(state, 'audit'), records)) {
    lines++
    const at = Date.parse(record?.time ?? '')
    begin = Math.min(begin, at || Infinity)
    if (record?.type !== 'decision' || !(at >= from)) continue
    const data = record.data as Partial<DecisionData>
    const described = describeRecorded(data)
    const call = typeof described === 'string' ? null : described
    recorded.push({ at, before: data.decision!, call, size: call === null ? 0 : JSON.stringify(call).length })
    size += recorded.at(-1)!.size
    while (size > characters) {
      size -= recorded.shift()!.size
      dropped = true
    }
  }
  return { recorded, isWhole: !dropped && (lines < records || begin < from) }
}
