import { PoundlockError, visibleText } from '@poundlock/spec'
import { CommanderError, type Command } from 'commander'
import { EXIT } from './exit-code.ts'
import { asksForJson } from './output/asks-for-json.ts'
import { describeError } from './output/describe-error.ts'
import { printJson } from './output/print.ts'
import { watchOutput } from './output/write-output.ts'
import { createProgram, type ProgramCommands } from './program.ts'

/** Runs the command that the arguments of this process name, and sets its exit code. */
export async function runProgram(commands: ProgramCommands): Promise<void> {
  const program = createProgram(commands, process.argv[2])
  watchOutput(EXIT.internal)
  // All that runs ends with this process, so that ending at once is safe.
  process.on('uncaughtException', (error) => process.exit(report(program, error)))
  try {
    await program.parseAsync()
  } catch (error) {
    const code = report(program, error)
    // A command may have said already how it ends.
    process.exitCode ??= code
  }
}

function report(program: Command, error: unknown): number {
  // Help that was asked for is no error.
  const isError = !(error instanceof CommanderError) || error.exitCode !== 0
  if (isError && asksForJson(program, process.argv.slice(2))) void printJson({ error: describeError(error) })
  return explain(error)
}

/** For a person; the answer is the exit code. */
function explain(error: unknown): number {
  // Commander has printed the error already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (PoundlockError.isInstance(error)) {
    say([error.message, error.remedy])
    if (
      error.code === 'USAGE' ||
      error.code === 'DIRECTIVE' ||
      /^(?:CONFIG|POLICY)_|^SANDBOX_(?:POLICY|TRY_UNKNOWN)$|^APPROVALS_(?:INVALID|CHANGED)$|^APPROVAL_/.test(error.code)
    )
      return EXIT.usage
    if (error.code === 'DIRECTIVE_REFUSED') return EXIT.denied
    if (/^GATEWAY_(?:ADDRESS|CONFIG|SOCKET_PATH|UNPAIRED)$/.test(error.code)) return EXIT.usage
    if (/^(?:GATEWAY_(?:ABSENT|BUSY|REFUSED|UNVERIFIED|CLOSED)|NODE_BUSY)$/.test(error.code)) return EXIT.toolError
    if (/^(?:(?:MODEL|SESSION)_UNKNOWN|MODEL_KEY)$/.test(error.code)) return EXIT.usage
    if (/^MODEL_|^SESSION_(?:BUSY|INVALID|BROKEN)$/.test(error.code)) return EXIT.toolError
    // A server that cannot be reached, or used: no fault of ours.
    if (error.code.startsWith('MCP_') && error.code !== 'MCP_STATE') return EXIT.toolError
    return error.code.startsWith('SANDBOX_') ? EXIT.unavailable : EXIT.internal
  }
  // What the system refused says all in its message; anything else is a fault of ours.
  if (!(error instanceof Error)) say([String(error)])
  else if ('syscall' in error) say([error.message])
  else if (process.env['POUNDLOCK_TRACE']) say([error.stack])
  else say([`${error.name}: ${error.message}`, 'This is a fault in poundlock; POUNDLOCK_TRACE=1 shows where.'])
  return EXIT.internal
}

/** File names and their content can contain terminal sequences, so they are escaped. */
function say(lines: readonly (string | undefined)[]): void {
  const text = lines.filter((line) => line !== undefined).join('\n')
  process.stderr.write(`poundlock: ${visibleText(text, { newlines: 'keep' })}\n`)
}
