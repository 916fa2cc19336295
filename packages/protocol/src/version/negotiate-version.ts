import type { VersionRange } from './version-range.ts'

/** What this package speaks. A version changes only where an older peer would misunderstand; see docs/protocol.md. */
export const PROTOCOL_VERSIONS: VersionRange = { min: 1, max: 1 }

/** The version that both sides speak, or why there is none. */
export type Negotiation =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly message: string; readonly left: VersionRange; readonly right: VersionRange }

/**
 * The highest version that is in both ranges. Both sides find the same one, no matter who is named first.
 *
 * @example
 * negotiateVersion({ min: 1, max: 3 }, { min: 2, max: 5 }) // { ok: true, version: 3 }
 */
export function negotiateVersion(left: VersionRange, right: VersionRange): Negotiation {
  const version = Math.min(left.max, right.max)
  const isRange = ({ min, max }: VersionRange) =>
    Number.isInteger(min) && Number.isInteger(max) && min >= 1 && min <= max
  if (isRange(left) && isRange(right) && version >= Math.max(left.min, right.min)) return { ok: true, version }
  return {
    ok: false,
    message: `No version of the protocol is in both ranges: ${rangeText(left)} and ${rangeText(right)}.`,
    left,
    right,
  }
}

const rangeText = ({ min, max }: VersionRange) => (min === max ? String(min) : `${min} to ${max}`)
