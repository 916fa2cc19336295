import { createHmac, timingSafeEqual } from 'node:crypto'

/** As Slack has it: older signatures could have been stolen from a log. */
const LIFETIME_MS = 5 * 60_000
const MAX_SEEN = 100_000

/** Whether a time of day, in seconds since 1970 as decimal digits, is about now. */
export function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= LIFETIME_MS
}

/** Compares in the same time whatever differs. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const hmacSha256 = (secret: string, ...parts: readonly (string | Buffer)[]): string => {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(part)
  return mac.digest('hex')
}

/** Remembers accepted calls while their signature is valid, so that none is accepted twice. */
export class SignedOnce {
  readonly #seen = new Map<string, number>()

  /** False when it was taken before, or when no more can be remembered. */
  take(id: string, now: number): boolean {
    for (const [old, at] of this.#seen) {
      if (now - at <= 2 * LIFETIME_MS) break
      this.#seen.delete(old)
    }
    if (this.#seen.has(id) || this.#seen.size >= MAX_SEEN) return false
    this.#seen.set(id, now)
    return true
  }
}
