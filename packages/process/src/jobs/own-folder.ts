import { accessSync, constants, mkdirSync, statSync, type Stats } from 'node:fs'
import { ProcessError } from '../process-error.ts'

/**
 * Makes the folder of jobs where it is missing, and looks whether it is this user's alone: whoever can enter it could
 * take the place of the host, and is handed what is to run, with its environment.
 *
 * @throws ProcessError `PROCESS_NO_HOST`
 */
export function makeOwnFolder(folder: string): void {
  let problem: string | null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
    problem = problemOf(statSync(folder))
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

function problemOf({ uid, mode }: Stats): string | null {
  // Windows has neither.
  if (process.getuid === undefined) return null
  if (uid !== process.getuid()) return `belongs to user ${uid}`
  return (mode & 0o077) === 0 ? null : 'is open to others'
}
