import { access, constants, stat } from 'node:fs/promises'
import type { ProcessCommand } from './command.ts'
import { ProcessError, type ProcessErrorCode } from './process-error.ts'

/**
 * Says why the system refused to start a command. `execve` answers ENOENT alike for a missing program, a missing
 * directory and a missing interpreter, so the answer is looked for afterwards.
 */
export async function explainStartFailure(command: ProcessCommand, cause: unknown): Promise<ProcessError> {
  const errno = errnoOf(cause)
  const { file, cwd } = command
  const failure = (code: ProcessErrorCode, message: string, remedy: string): ProcessError =>
    new ProcessError(message, { code, remedy, cause, details: { file, cwd, errno } })

  const directory = await directoryFault(cwd)
  if (directory !== null) {
    return failure('PROCESS_CWD', `Cannot run ${file} in "${cwd}": ${directory}.`, 'Give a directory that exists.')
  }
  switch (errno) {
    case 'ENOENT':
    case 'ENOTDIR':
      if (file.includes('/') && (await isThere(file))) {
        return failure(
          'PROCESS_NOT_EXECUTABLE',
          `"${file}" is there, but the interpreter or loader that it names is not.`,
          'Check its first line (#!) or install the interpreter.',
        )
      }
      return failure(
        'PROCESS_NOT_FOUND',
        file.includes('/')
          ? `There is no program "${file}".`
          : `There is no program "${file}" on the PATH it was given.`,
        'Check the name, or install the program.',
      )
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return failure(
        'PROCESS_NOT_EXECUTABLE',
        `"${file}" cannot be executed (${errno}).`,
        errno === 'ENOEXEC'
          ? 'It is no program for this machine.'
          : 'Make it executable, or run it with its interpreter.',
      )
    case 'E2BIG':
      return failure(
        'PROCESS_TOO_LARGE',
        `The arguments and environment of ${file} are larger than the system passes to a program.`,
        'Pass the data through standard input or a file.',
      )
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return failure(
        'PROCESS_LIMIT',
        `The machine has no room to start ${file} (${errno}).`,
        'End something and retry.',
      )
    default:
      return failure('PROCESS_FAILED', `${file} could not be started: ${messageOf(cause)}`, 'See details.errno.')
  }
}

async function directoryFault(cwd: string): Promise<string | null> {
  try {
    if (!(await stat(cwd)).isDirectory()) return 'it is not a directory'
    await access(cwd, constants.X_OK)
    return null
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'there is no such directory' : `it cannot be entered (${errnoOf(error)})`
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
}

function errnoOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return code
  return cause === undefined ? 'UNKNOWN' : errnoOf(cause)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
