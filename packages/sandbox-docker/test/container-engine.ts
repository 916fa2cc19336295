import { connectEngine } from '../src/engine/engine.ts'

/** Why there is no engine here, or `null` when there is one. */
let missing: string | null = null
let kind: 'docker' | 'podman' = 'docker'
try {
  kind = (await connectEngine(undefined)).kind
} catch (error) {
  missing = error instanceof Error ? error.message : String(error)
}
export const IS_PODMAN = kind === 'podman'

/**
 * True where tests that need a container engine are skipped, because there is none. In CI nothing is skipped: they run,
 * and fail.
 */
export const noEngine = missing !== null && process.env['CI'] === undefined

/** Stands at the end of their titles, so that who reads of a skipped test knows why. */
export const needsEngine = noEngine ? ` (skipped: ${missing})` : ''

/** Files of another user can only be made as root. */
export const isRoot = process.geteuid?.() === 0
/** A user that owns nothing; it needs no account. */
export const anybody = isRoot ? 21_357 : process.geteuid!()
