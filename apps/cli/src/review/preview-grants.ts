import type { Grant } from '@poundlock/policy'
import type { RecordedCall } from '@poundlock/policy-review'
import { readHistory } from './read-history.ts'
import { openReview, type ReviewFlags } from './review-place.ts'

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
  return { covered: prompts.filter(({ covered }) => covered).length, of: prompts.length, prompts }
}

/** As one line; `null` where there is nothing to go by. */
export function previewText({ covered, of }: GrantPreview): string | null {
  return of === 0 ? null : `would have covered ${covered} of the last ${of} ${of === 1 ? 'prompt' : 'prompts'}`
}
