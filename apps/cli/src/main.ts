import { PoundlockError } from '@poundlock/spec'
import { CommanderError } from 'commander'
import { EXIT } from './exit-code.ts'
import { createProgram } from './program.ts'

async function main(): Promise<void> {
  try {
    await createProgram().parseAsync()
  } catch (error) {
    process.exitCode = report(error)
  }
}

function report(error: unknown): number {
  // Commander has said what is wrong already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (PoundlockError.isInstance(error)) {
    process.stderr.write(`poundlock: ${error.message}\n${error.remedy === undefined ? '' : `${error.remedy}\n`}`)
    if (error.code.startsWith('SANDBOX_')) return EXIT.unavailable
    return error.code === 'USAGE' || error.code.startsWith('CONFIG_') || error.code.startsWith('POLICY_')
      ? EXIT.usage
      : EXIT.internal
  }
  process.stderr.write(`poundlock: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return EXIT.internal
}

// A reader that has gone away, as in `poundlock audit tail | head -1`, ends the output and nothing else.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
void main()
