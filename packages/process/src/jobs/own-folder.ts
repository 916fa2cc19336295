import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { ownershipProblem } from '@poundlock/state-files/node'
import { ProcessError } from '../process-error.ts'

/**
 * Makes the folder of jobs where it is missing, and checks that it is this user's alone: a user who can enter it could
 * replace the host, and would get the commands with their environment.
 *
 * @throws ProcessError `PROCESS_NO_HOST`
 */
export function makeOwnFolder(folder: string): void {
  if (process.platform === 'win32') throw noSockets()
  let problem: string | null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
    problem = ownershipProblem(folder, statSync(folder), 'folder', 'private')?.problem ?? null
  } catch (error) {
    problem = `cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`
  }
  if (problem === null) return
  throw new ProcessError(`The folder of jobs ${problem} (${folder}).`, {
    code: 'PROCESS_NO_HOST',
    remedy: 'Make it a folder that you alone can enter and write: chown, chmod 700; nothing was run.',
    details: { folder },
  })
}

/** A named pipe could have been made by any other user before, and Node cannot ask who serves it. */
const noSockets = () =>
  new ProcessError('Commands cannot run in the background on Windows: no socket there is for one user alone.', {
    code: 'PROCESS_NO_HOST',
    remedy: 'Run it in the foreground, or in the Windows Subsystem for Linux.',
  })
