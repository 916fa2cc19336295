/** Where and for whom a call is made. */
export interface CallContext {
  /** Id of the agent that calls; `main` is the default one. */
  readonly agent: string
  /** Key of the session that it calls in. */
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute; the workspace when the call names none. */
  readonly cwd: string
  /** The provider of the model that calls, and the model; absent where no model does. */
  readonly provider?: string
  /** Id of the model, without its provider. */
  readonly model?: string
}
