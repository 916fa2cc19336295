/** A call that may change its workspace. */
export interface ChangingCall {
  /** The id of the run in the records: undo names it so. */
  readonly runId: string
  /** Name of the tool that was called. */
  readonly tool: string
  /** The command, or the call, as text for a person; without secrets. */
  readonly title: string
  /** Id of the agent that called. */
  readonly agent: string
  /** Key of the session that it called in. */
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute: all that it changes, each with what lies below; `null` where that is not known. */
  readonly paths: readonly string[] | null
  /** Those of them that are deleted as a whole, if it does what it says. */
  readonly deleted: readonly string[]
  /** Absolute: the call runs only where all that lies there is kept, since nobody was asked about it. */
  readonly mustKeep: readonly string[]
}

/** Keeps what calls change, so that it can be undone. */
export interface ChangeKeeper {
  /**
   * Called right before a call runs.
   *
   * @throws PoundlockError where it has to be kept and cannot be: then the call does not run
   */
  begin(call: ChangingCall): Promise<KeptChanges>
  /**
   * Called before a call is decided.
   *
   * @param paths of the workspace, absolute, that it would delete with all below
   * @returns those of which all can be kept
   */
  recoverable(workspace: string, paths: readonly string[]): Promise<readonly string[]>
}

/** What stood there before one call. */
export interface KeptChanges {
  /** The call goes on in the background. */
  detach(): Promise<void>
  /**
   * The call has ended.
   *
   * @returns what cannot be undone, a sentence each
   */
  end(): Promise<readonly string[]>
}
