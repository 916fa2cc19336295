import { PoundlockError } from '@poundlock/spec'

/** The code of an error after which a command may have run, in part or whole. With any other error it has not started. */
export const RUN_OUTCOME_UNKNOWN = 'RUN_OUTCOME_UNKNOWN'

/** A command was started, and nothing says how it ended. */
export const unknownEnd = (problem: string, cause?: unknown): PoundlockError =>
  new PoundlockError(`the command was started, and how it ended is not known: ${problem}`, {
    code: RUN_OUTCOME_UNKNOWN,
    remedy: 'Look at what it did before you run it again.',
    ...(cause !== undefined && { cause }),
  })
