import type { GrantLimits } from '@poundlock/approvals/node'
import { UsageError } from '../usage-error.ts'

/** How far a grant reaches, as it is written on a command line. */
export interface LimitFlags {
  readonly uses?: string
  readonly expires?: string
}

const MOST_USES = 1_000_000
const MINUTE_MS = 60_000
const UNITS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS, w: 7 * 24 * 60 * MINUTE_MS } as const

/**
 * Reads `--uses` and `--expires`.
 *
 * @param now milliseconds since 1970
 * @throws UsageError where one of them is no limit: it must not be taken for none
 */
export function readLimits({ uses, expires }: LimitFlags, now: number): GrantLimits {
  return {
    ...(uses !== undefined && { maxUses: usesOf(uses) }),
    ...(expires !== undefined && { expiresAt: now + durationOf(expires) }),
  }
}

function usesOf(text: string): number {
  const uses = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : NaN
  if (uses <= MOST_USES) return uses
  throw new UsageError(
    `--uses ${JSON.stringify(text)} is no number of uses.`,
    `Give a whole number from 1 to ${MOST_USES}: --uses 5.`,
  )
}

function durationOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * UNITS[unit as keyof typeof UNITS]
  throw new UsageError(
    `--expires ${JSON.stringify(text)} is no time.`,
    'Give a whole number of minutes, hours, days or weeks: --expires 30m, 12h, 7d, 2w.',
  )
}

/** How far it reaches in words; empty where it has no end. */
export function limitText({ maxUses, expiresAt }: GrantLimits): string {
  const parts = [
    ...(maxUses === undefined ? [] : [`${maxUses} ${maxUses === 1 ? 'use' : 'uses'} in all`]),
    ...(expiresAt === undefined ? [] : [`until ${minuteOf(expiresAt)}`]),
  ]
  return parts.join(', ')
}

/** In universal time, as the record tells it. */
export const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
