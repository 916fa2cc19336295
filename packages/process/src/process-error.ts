import { PoundlockError } from '@poundlock/spec'

/**
 * - `PROCESS_INVALID_COMMAND`: a part that is missing or of the wrong type, a NUL character, a relative working directory, an environment name with `=`;
 * - `PROCESS_INVALID_OPTION`: a time or a limit that is no positive number;
 * - `PROCESS_CWD`: the working directory is missing, is no directory, or may not be entered;
 * - `PROCESS_NOT_FOUND`: there is no such program (a shell says 127);
 * - `PROCESS_NOT_EXECUTABLE`: it is there and cannot be executed (a shell says 126);
 * - `PROCESS_TOO_LARGE`: arguments and environment exceed what the system passes to a program (E2BIG);
 * - `PROCESS_LIMIT`: the machine has no more processes, memory or descriptors to give;
 * - `PROCESS_NO_TERMINAL`: a terminal is needed, and the package that makes them is not installed;
 * - `PROCESS_NO_HOST`: nobody runs background jobs, and none could be started for it;
 * - `PROCESS_JOB`: the host of jobs refused: too many run, it has ended already, or there is no such job;
 * - `PROCESS_FAILED`: the system refused for another reason, named in `details.errno`.
 */
export type ProcessErrorCode =
  | 'PROCESS_INVALID_COMMAND'
  | 'PROCESS_INVALID_OPTION'
  | 'PROCESS_CWD'
  | 'PROCESS_NOT_FOUND'
  | 'PROCESS_NOT_EXECUTABLE'
  | 'PROCESS_TOO_LARGE'
  | 'PROCESS_LIMIT'
  | 'PROCESS_NO_TERMINAL'
  | 'PROCESS_NO_HOST'
  | 'PROCESS_JOB'
  | 'PROCESS_FAILED'

/** A command could not be started: nothing ran. */
export class ProcessError extends PoundlockError<ProcessErrorCode> {
  override readonly name = 'ProcessError'
}
