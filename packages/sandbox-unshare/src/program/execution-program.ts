import { type AssembledProgram, Program } from '../loader/program.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { type CommandProgramOptions, execute } from './command-program.ts'
import { type ReopenedStream, reopenStreams } from './standard-streams.ts'

/**
 * The order for a finished sandbox: the program, its arguments and its folder. The process that performs it has given
 * up every privilege and is under the filter already.
 *
 * @param streams replace those that the sandbox was made with
 * @throws RangeError when arguments and environment are larger than the loader can hold
 */
export function executionProgram(
  architecture: Architecture,
  command: CommandProgramOptions['command'],
  streams: readonly ReopenedStream[],
): AssembledProgram {
  const program = new Program(architecture)
  reopenStreams(program, streams)
  program.during('working-directory', () =>
    program.call('chdir', [command.cwd], { does: `enter the working directory ${command.cwd}` }),
  )
  execute(program, command)
  return program.assemble()
}
