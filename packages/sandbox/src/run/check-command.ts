import type { SandboxCommand } from '../contract.ts'
import { SandboxError } from '../sandbox-error.ts'

/** @throws SandboxError `SANDBOX_FAILED` for a command that no program can be given */
export function checkCommand(command: SandboxCommand): void {
  const texts = [command.file, ...command.args, command.cwd, ...Object.entries(command.env).flat()]
  if (texts.some((text) => text.includes('\0'))) {
    throw refusedRun('The command holds a NUL byte, which no argument, path or variable can.', 'Take it out.')
  }
  for (const path of [command.file, command.cwd]) {
    if (path.startsWith('/')) continue
    throw refusedRun(`The path ${JSON.stringify(path)} of the command is not absolute.`, 'Resolve it first.')
  }
}

/** Why a command was not run. */
export function refusedRun(message: string, remedy: string): SandboxError {
  return new SandboxError(`${message} Nothing was run.`, { code: 'SANDBOX_FAILED', remedy })
}
