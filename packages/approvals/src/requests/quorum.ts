import { GRANT_SCOPES, type GrantReach } from '../grants/grant-reach.ts'
import type { ApprovalAnswer, ApprovalRequest, ApprovalVote } from './request.ts'

const ONE_ANSWER = { approve: 1, deny: 1, reason: 'optional' } as const

/** What a request needs; one answer where nothing is said. */
export const requirementsOf = ({ requires }: Pick<ApprovalRequest, 'requires'>) => requires ?? ONE_ANSWER

/** The ways to answer on the machine itself: all of them are the same user of the system. */
const OF_THIS_MACHINE: ReadonlySet<string> = new Set(['cli', 'terminal', 'socket', 'serve', 'watch'])

/**
 * Who gave an answer, the same on every surface where the person is known: `device:<id>`, `account:<user>` for
 * the surfaces of this machine, `slack:<user id>` and the like for the others. Nobody counts twice.
 */
export function voterOf({ author, surface, by }: Pick<ApprovalAnswer, 'author' | 'surface' | 'by'>): string {
  if (author) return `device:${author.deviceId}`
  return OF_THIS_MACHINE.has(surface) ? `account:${by}` : `${surface}:${by}`
}

/** How far several answers have come. */
export type Tally =
  | { readonly kind: 'reached'; readonly answer: ApprovalAnswer }
  /** How many more of this kind it takes. */
  | { readonly kind: 'open'; readonly missing: number }

const isDenial = ({ decision }: ApprovalVote) => decision === 'deny'

/**
 * Counts the answers to a request that takes several. What is allowed is the least that anybody of them allowed; the
 * denials are counted first.
 *
 * @param last the answer that was added, whose kind `missing` is about
 */
export function countVotes(
  request: Pick<ApprovalRequest, 'requires'>,
  votes: readonly ApprovalVote[],
  last: ApprovalVote,
): Tally {
  const needed = requirementsOf(request)
  const [denials, approvals] = [votes.filter(isDenial), votes.filter((vote) => !isDenial(vote))]
  const voters = (list: readonly ApprovalVote[]) => new Set(list.map((vote) => voterOf(vote))).size
  if (voters(denials) >= needed.deny) return { kind: 'reached', answer: together(denials, 'deny') }
  if (voters(approvals) >= needed.approve) return { kind: 'reached', answer: together(approvals, least(approvals)) }
  const missing = isDenial(last) ? needed.deny - voters(denials) : needed.approve - voters(approvals)
  return { kind: 'open', missing }
}

const least = (votes: readonly ApprovalVote[]): 'allow-once' | 'allow-always' =>
  votes.every(({ decision }) => decision === 'allow-always') ? 'allow-always' : 'allow-once'

function together(votes: readonly ApprovalVote[], decision: ApprovalAnswer['decision']): ApprovalAnswer {
  const reasons = votes.flatMap(({ reason }) => reason ?? [])
  const surfaces = new Set(votes.map(({ surface }) => surface))
  const limits = decision === 'allow-always' ? narrowest(votes.flatMap((vote) => vote.limits ?? [])) : null
  return {
    decision,
    ...(limits && { limits }),
    ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    by: votes.map(({ by }) => by).join(', '),
    surface: surfaces.size === 1 ? votes[0]!.surface : [...surfaces].join(', '),
    votes,
    at: Math.max(...votes.map(({ at }) => at)),
  }
}

/** The strictest of each limit. */
function narrowest(all: readonly GrantReach[]): GrantReach | null {
  if (all.length === 0) return null
  const uses = all.flatMap(({ maxUses }) => maxUses ?? [])
  const ends = all.flatMap(({ expiresAt }) => expiresAt ?? [])
  const scope = GRANT_SCOPES.find((one) => all.some((limits) => limits.scope === one))
  return {
    ...(uses.length > 0 && { maxUses: Math.min(...uses) }),
    ...(ends.length > 0 && { expiresAt: Math.min(...ends) }),
    ...(scope !== undefined && { scope }),
    ...(all.some(({ thisSession }) => thisSession === true) && { thisSession: true as const }),
  }
}
