import type { Grant } from '@poundlock/policy'
import { type RecordedCall, type RiskyLine, widestLine } from '@poundlock/policy-review'
import { quote } from '@poundlock/shell'
import { visibleText } from '@poundlock/spec'
import { readHistory } from './read-history.ts'
import { openReview, type Review, type ReviewFlags } from './review-place.ts'

/** So many prompts are looked back at, in so many records at most. */
const PROMPTS = 40
const RECORDS = 5000

/**
 * The prompts that grants would have saved: of the last recorded prompts that would be asked again today, those that
 * would not be.
 */
export interface GrantPreview {
  readonly covered: number
  readonly of: number
  /** The command lines that were asked about, the oldest first, and whether they would have been covered. */
  readonly prompts: readonly { readonly command: string; readonly covered: boolean }[]
  /** The line with the widest effect that the grants would newly let through; `null` where there is no other one. */
  readonly widest: RiskyLine | null
}

/**
 * Applies grants to the recorded history.
 *
 * @param earlier the present grants
 */
export async function previewGrants(
  grants: readonly Grant[],
  earlier: readonly Grant[],
  agent: string,
  flags: ReviewFlags = {},
): Promise<GrantPreview> {
  const review = openReview(flags)
  const { calls } = await readHistory(review, RECORDS)
  const isAllowed = ({ request }: RecordedCall, by: readonly Grant[]) =>
    review.policy.decide({ ...request, grants: by }).decision === 'allow'
  const prompts = calls
    .filter(({ decision, request }) => decision === 'ask' && request.plan && request.context.agent === agent)
    // A call that is granted already does not count.
    .filter((call) => !isAllowed(call, earlier))
    .slice(-PROMPTS)
    .map((call) => ({ command: call.request.plan!.text, covered: isAllowed(call, [...earlier, ...grants]) }))
  const covered = prompts.filter((prompt) => prompt.covered).length
  return { covered, of: prompts.length, prompts, widest: widestOf(grants, earlier, agent, review) }
}

/** Of the granted commands with hostile arguments. */
function widestOf(
  grants: readonly Grant[],
  earlier: readonly Grant[],
  agent: string,
  review: Review,
): RiskyLine | null {
  const allowedBy = (by: readonly Grant[]) => (request: RecordedCall['request']) =>
    review.policy.decide({ ...request, grants: by }).decision === 'allow'
  const found = grants.flatMap(({ program, folder, ...grant }) => {
    const words = grant.kind === 'exact' ? grant.words : [...grant.subcommand, ...grant.options]
    const cwd = grant.kind === 'exact' ? (grant.cwd ?? folder) : folder
    const widest = widestLine(quote([program, ...words]), {
      isAllowed: allowedBy([...earlier, ...grants]),
      isAllowedToday: allowedBy(earlier),
      requestOf: (command) => review.request({ command, agent, cwd }),
      seen: [],
    })
    return widest === null ? [] : [widest]
  })
  return found[0] ?? null
}

/** As one line; `null` where there is nothing to go by. */
export function previewText({ covered, of, widest }: GrantPreview): string | null {
  const would = of === 0 ? [] : [`would have covered ${covered} of the last ${of} ${of === 1 ? 'prompt' : 'prompts'}`]
  const does = widest === null || widest.does.length === 0 ? '' : ` (${widest.does.join(', ')})`
  const newly = widest === null ? [] : [`at worst it newly lets through: ${visibleText(widest.command)}${does}`]
  return would.length + newly.length === 0 ? null : [...would, ...newly].join('; ')
}
