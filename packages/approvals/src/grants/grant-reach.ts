/**
 * How wide a grant is: `workspace`, as the program is called, below the workspace; `folder`, the same below the folder of
 * the call alone; `exact`, the same words in the same folder.
 */
export type GrantScope = 'exact' | 'folder' | 'workspace'

/** How far a grant reaches, from the narrowest to the widest. */
export const GRANT_SCOPES: readonly GrantScope[] = ['exact', 'folder', 'workspace']

/** How far a grant reaches, as somebody wrote it; what is absent has no end. */
export interface GivenReach {
  /** Calls that it answers before it ends; from 1. */
  readonly maxUses?: number
  /** Milliseconds from the answer on. */
  readonly lastsMs?: number
  /** How much of what was offered it covers. */
  readonly scope?: GrantScope
  /** Only in the session of the call. */
  readonly thisSession?: true
}

/** How far an "always" reaches, from its answer on. */
export interface GrantReach {
  /** Calls that it answers before it ends; no end where it is absent. */
  readonly maxUses?: number
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  /** As wide as was offered where it is absent. */
  readonly scope?: GrantScope
  /** Only in the session of the call. */
  readonly thisSession?: true
}

const MOST_USES = 1_000_000
const MINUTE_MS = 60_000
const UNITS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS, w: 7 * 24 * 60 * MINUTE_MS } as const

/** A number of uses, from 1 to a million; `null` for anything else. */
export function readUses(text: string): number | null {
  const uses = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : NaN
  return uses <= MOST_USES ? uses : null
}

/** `30m`, `12h`, `7d`, `2w` in milliseconds; `null` for anything else. */
export function readDuration(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * UNITS[unit as keyof typeof UNITS]
}

/** How the reach of a grant is written, for the help of a command. */
export const REACH_USAGE = '30m, 12h, 7d or 2w; uses=5; exact or folder; session'

/**
 * Reads what is written behind an `always`: a time, `uses=5`, `session` and `exact` or `folder`, each at most once, in any order.
 *
 * @returns `null` where one of the words is none of these: it must not be taken for no limit
 */
export function readReach(words: readonly string[]): GivenReach | null {
  const reach: { maxUses?: number; lastsMs?: number; scope?: GrantScope; thisSession?: true } = {}
  const set = <Key extends keyof GivenReach>(key: Key, value: GivenReach[Key] | null): boolean => {
    if (value === null || reach[key] !== undefined) return false
    reach[key] = value
    return true
  }
  for (const word of words) {
    const scope = GRANT_SCOPES.find((one) => one === word)
    const [, uses] = /^uses=(.*)$/.exec(word) ?? []
    const taken = scope
      ? set('scope', scope)
      : word === 'session'
        ? set('thisSession', true)
        : uses === undefined
          ? set('lastsMs', readDuration(word))
          : set('maxUses', readUses(uses))
    if (!taken) return null
  }
  return reach
}

/** The limits of a grant that is given at a moment, in milliseconds since 1970; `null` where nothing is limited. */
export function reachFrom({ maxUses, lastsMs, scope, thisSession }: GivenReach, now: number): GrantReach | null {
  const reach = {
    ...(maxUses !== undefined && { maxUses }),
    ...(lastsMs !== undefined && { expiresAt: now + lastsMs }),
    ...(scope !== undefined && { scope }),
    ...(thisSession === true && { thisSession }),
  }
  return Object.keys(reach).length === 0 ? null : reach
}

/** What is wrong with a reach that came from elsewhere; `null` when it is one. Closed: what is not known is refused. */
export function reachProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'limits are an object'
  const { maxUses, expiresAt, scope, thisSession } = value as Readonly<Record<string, unknown>>
  const unknown = Object.keys(value).find((key) => !['maxUses', 'expiresAt', 'scope', 'thisSession'].includes(key))
  if (unknown !== undefined) return `unknown key ${JSON.stringify(unknown.slice(0, 100))}`
  if (maxUses !== undefined && !(typeof maxUses === 'number' && readUses(`${maxUses}`) !== null))
    return `maxUses: expected a whole number from 1 to ${MOST_USES}`
  if (expiresAt !== undefined && !(Number.isSafeInteger(expiresAt) && (expiresAt as number) > 0))
    return 'expiresAt: expected milliseconds since 1970'
  if (scope !== undefined && !GRANT_SCOPES.some((one) => one === scope))
    return `scope: expected one of ${GRANT_SCOPES.join(', ')}`
  if (thisSession !== undefined && thisSession !== true) return 'thisSession: expected true, or nothing'
  return null
}
