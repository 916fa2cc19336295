import { ApprovalsError } from '../approvals-error.ts'

/** Shorter beginnings of an id are refused: too many requests have them. */
const SHORTEST_PREFIX = 4
/** How many of several are named. */
const SHOWN = 5

const REMEDIES = {
  request: 'See those that wait; if it has expired, let the agent ask again.',
  grant: 'See `poundlock approvals grants list`.',
}

/**
 * The id that a beginning stands for.
 *
 * @throws ApprovalsError `APPROVAL_NOT_FOUND`, `APPROVAL_AMBIGUOUS`
 */
export function findId(ids: readonly string[], prefix: string, noun: 'request' | 'grant' = 'request'): string {
  if (ids.includes(prefix)) return prefix
  const found = prefix.length < SHORTEST_PREFIX ? [] : ids.filter((id) => id.startsWith(prefix.toLowerCase()))
  if (found.length === 1) return found[0]!
  if (found.length > 1) {
    throw new ApprovalsError(
      `Ambiguous: ${found.length} ${noun}s have an id that begins with ${JSON.stringify(prefix)}: ${found.slice(0, SHOWN).join(', ')}${found.length > SHOWN ? ', …' : ''}.`,
      { code: 'APPROVAL_AMBIGUOUS', remedy: 'Give more of the id.', details: { candidates: found.slice(0, SHOWN) } },
    )
  }
  throw new ApprovalsError(`No ${noun} has the id ${JSON.stringify(prefix)}.`, {
    code: 'APPROVAL_NOT_FOUND',
    remedy: prefix.length < SHORTEST_PREFIX ? `Give at least ${SHORTEST_PREFIX} characters of the id.` : REMEDIES[noun],
  })
}
