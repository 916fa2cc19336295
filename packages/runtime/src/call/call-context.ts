/** Where and for whom a call is made. */
export interface CallContext {
  readonly agent: string
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute; the workspace when the call names none. */
  readonly cwd: string
  /** The provider of the model that calls, and the model; absent where no model does. */
  readonly provider?: string
  readonly model?: string
}
