/** Strictest first. */
export const ASK_FALLBACKS: readonly AskFallback[] = ['deny', 'allowlist', 'full']

/** The stricter of two fallbacks: the minimum. An unknown value counts as `deny`. */
export function stricterFallback(a: AskFallback, b: AskFallback): AskFallback {
  return ASK_FALLBACKS[Math.max(0, Math.min(ASK_FALLBACKS.indexOf(a), ASK_FALLBACKS.indexOf(b)))]!
}

/** What an `ask` becomes when no approver can be reached. Strictest first. */
export type AskFallback = 'deny' | 'allowlist' | 'full'
