import type { Tried, TryStore } from '@poundlock/try'
import type { RunReport } from '../call/outcome.ts'

/** The changes of a command on a view of the workspace. None of them are applied yet. */
export interface TryEffect {
  /** The finished try, with actions on its changes. */
  readonly tried: Tried
  /** How the command went. */
  readonly run: RunReport
}

/** Asks for commands to be tried: run contained on a view of the workspace, so that nothing of them persists. */
export interface TryRequest {
  /**
   * `always`: every allowed command is tried, and one that needs approval is tried before the question where that is
   * safe. `asked`: only the latter; allowed commands run as usual.
   */
  readonly when: 'always' | 'asked'
  /** Where the try is kept. */
  readonly store: TryStore
  /**
   * Decides whether the effect of an allowed command is applied, kept or discarded.
   *
   * @param wasShown true when a person approved it after seeing the effect
   */
  readonly settle: (effect: TryEffect, wasShown: boolean) => Promise<TrySettlement>
}

/** What becomes of a tried command: applied, discarded or kept. */
export interface TrySettlement {
  /** What is done with the changes; `keep` leaves them for later. */
  readonly answer: 'apply' | 'discard' | 'keep'
  /** Who answered, for the record. */
  readonly by: string
}
