import { PoundlockError } from '@poundlock/spec'
import { CommanderError } from 'commander'

/** An error as programs read it. */
export interface DescribedError {
  readonly code: string
  readonly message: string
  readonly remedy?: string
}

/** The error that is written in place of results. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof CommanderError) {
    // The first line is the problem; a second one may suggest a correction.
    const [first = '', ...more] = error.message.replace(/^error: /, '').split('\n')
    const message = error.code === 'commander.help' ? 'The name of a subcommand is missing.' : first
    const words = more.join(' ').trim()
    return { code: 'USAGE', message, remedy: `${words === '' ? '' : `${words} `}Try --help.` }
  }
  if (PoundlockError.isInstance(error)) {
    const { code, message, remedy } = error
    return { code, message, ...(remedy !== undefined && { remedy }) }
  }
  if (!(error instanceof Error)) return { code: 'INTERNAL', message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return 'syscall' in error && code !== undefined
    ? { code, message: error.message }
    : { code: 'INTERNAL', message: `${error.name}: ${error.message}`, remedy: 'POUNDLOCK_TRACE=1 shows where.' }
}
