import { describe } from 'vitest'
import { connectEngine } from '../src/engine/engine.ts'

/** Why there is no engine here, or `null` when there is one. */
const missing: string | null = await connectEngine(undefined).then(
  () => null,
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
)

/**
 * Declares tests that need a container engine. Where there is none, they are skipped and their title says why. In CI
 * nothing is skipped: they run, and fail.
 */
export function describeWithEngine(title: string, declare: () => void): void {
  if (missing === null || process.env['CI'] !== undefined) describe(title, declare)
  else describe.skip(`${title} (skipped: ${missing})`, declare)
}

/** Files of another user can only be made as root. */
export const isRoot = process.geteuid?.() === 0
/** A user that owns nothing; it needs no account. */
export const anybody = isRoot ? 21_357 : process.geteuid!()
