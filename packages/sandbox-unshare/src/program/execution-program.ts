import { type AssembledProgram, Program } from '../loader/program.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { type CommandProgramOptions, execute } from './command-program.ts'
import { currentFolder, openFlag } from './file-calls.ts'

/**
 * What a finished sandbox is told: what to execute, where. The process that performs it has given up every privilege
 * and is under the filter already.
 *
 * @param options.closeInput true when the sandbox was made with a pipe as input, and the command is to have none
 * @throws RangeError when arguments and environment are larger than the loader can hold
 */
export function executionProgram(
  architecture: Architecture,
  command: CommandProgramOptions['command'],
  { closeInput }: { readonly closeInput: boolean },
): AssembledProgram {
  const program = new Program(architecture)
  if (closeInput) readNothing(program)
  program.call('chdir', [command.cwd], { does: `enter the working directory ${command.cwd}` })
  execute(program, command)
  return program.assemble()
}

/** Puts an empty file in the place of the standard input that the sandbox was made with. */
function readNothing(program: Program): void {
  const descriptor = program.cell()
  const does = 'read from /dev/null'
  program.call('openat', [currentFolder, '/dev/null', openFlag.closeOnExec], { does, store: descriptor })
  program.call('dup3', [0, 0, 0], { does, firstFrom: descriptor })
}
