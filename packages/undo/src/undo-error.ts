import { PoundlockError } from '@poundlock/spec'

/**
 * `UNDO_UNKNOWN_RUN`: no run of this workspace has this id; `UNDO_RUNNING`: the run has not ended; `UNDO_NOT_KEPT`: the
 * content of the workspace cannot be kept, and the configuration requires it; `UNDO_UNAVAILABLE`: this system has no
 * undo.
 */
export type UndoErrorCode = 'UNDO_UNKNOWN_RUN' | 'UNDO_RUNNING' | 'UNDO_NOT_KEPT' | 'UNDO_UNAVAILABLE'

/** Thrown where nothing can be kept or brought back. */
export class UndoError extends PoundlockError<UndoErrorCode> {
  override readonly name = 'UndoError'
}
