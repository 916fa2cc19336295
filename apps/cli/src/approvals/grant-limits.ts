import { GRANT_SCOPES, readDuration, readUses, type GrantReach, type GrantScope } from '@poundlock/approvals'
import type { GrantLimits } from '@poundlock/approvals/node'
import { UsageError } from '../usage-error.ts'

/** How far a grant reaches, as it is written on a command line. */
export interface LimitFlags {
  readonly uses?: string
  readonly expires?: string
}

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
  const uses = readUses(text)
  if (uses !== null) return uses
  throw new UsageError(`--uses ${JSON.stringify(text)} is not a number of uses.`, {
    remedy: 'Give a whole number from 1 to 1000000: --uses 5.',
  })
}

function durationOf(text: string): number {
  const lasts = readDuration(text)
  if (lasts !== null) return lasts
  throw new UsageError(`--expires ${JSON.stringify(text)} is not a time.`, {
    remedy: 'Give a whole number of minutes, hours, days or weeks: --expires 30m, 12h, 7d, 2w.',
  })
}

/** Reads `--scope`. @throws UsageError */
export function readScope(text: string): GrantScope {
  const scope = GRANT_SCOPES.find((one) => one === text)
  if (scope !== undefined) return scope
  throw new UsageError(`--scope ${JSON.stringify(text)} is not a scope.`, {
    remedy: `Give one of ${GRANT_SCOPES.join(', ')}.`,
  })
}

/** How far it reaches in words; empty where it has no end. */
export function limitText({ maxUses, expiresAt, scope, thisSession }: GrantReach): string {
  const parts = [
    ...(scope === undefined ? [] : [SCOPES[scope]]),
    ...(thisSession === true ? ['in this session'] : []),
    ...(maxUses === undefined ? [] : [`${maxUses} ${maxUses === 1 ? 'use' : 'uses'} in all`]),
    ...(expiresAt === undefined ? [] : [`until ${minuteOf(expiresAt)}`]),
  ]
  return parts.join(', ')
}

const SCOPES: Readonly<Record<GrantScope, string>> = {
  exact: 'exactly this command',
  folder: 'below its folder alone',
  workspace: 'below the workspace',
}

/** In universal time, as the record tells it. */
export const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
