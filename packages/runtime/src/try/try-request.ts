import type { Tried, TryStore } from '@poundlock/sandbox/try'
import type { RunReport } from '../call/outcome.ts'

/** What a command did to a view of the workspace. Nothing of it has happened. */
export interface TryEffect {
  readonly tried: Tried
  readonly run: RunReport
}

/** Asks for commands to be tried: run contained on a view of the workspace, so that nothing of them persists. */
export interface TryRequest {
  /**
   * `always`: whatever is allowed to run is tried, and what needs approval is tried before it is asked about where that
   * is safe. `asked`: only the latter; what is allowed runs as ever.
   */
  readonly when: 'always' | 'asked'
  readonly store: TryStore
  /**
   * Decides what becomes of the effect of a command that may run.
   *
   * @param seen true when somebody has approved it after seeing the effect
   */
  readonly settle: (effect: TryEffect, seen: boolean) => Promise<TrySettlement>
}

export interface TrySettlement {
  readonly answer: 'apply' | 'discard' | 'keep'
  /** Who answered, for the record. */
  readonly by: string
}
