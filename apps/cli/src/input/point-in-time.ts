import { readDuration } from '@poundlock/approvals'
import { UsageError } from '../usage-error.ts'

/**
 * Reads `--since`: how long ago (`30m`, `12h`, `7d`, `2w`), or a time.
 *
 * @param now milliseconds since 1970, as the result
 */
export function readSince(text: string, now: number): number {
  const ago = readDuration(text)
  const at = ago === null ? Date.parse(text) : now - ago
  if (!Number.isNaN(at)) return at
  throw new UsageError(`--since ${JSON.stringify(text)} is not a time`, {
    remedy: 'Give how long ago (30m, 12h, 7d, 2w), or a time: 2026-01-31T12:00.',
  })
}
