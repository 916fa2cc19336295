import { type ChildProcess, spawn } from 'node:child_process'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import type { SandboxCommand } from '../contract.ts'
import { SandboxError } from '../sandbox-error.ts'

/**
 * Starts a command as a process group of its own, with exactly the environment that is given.
 *
 * @throws SandboxError `SANDBOX_FAILED` when it cannot be started
 */
export async function startDirectly(command: SandboxCommand): Promise<ProcessHandle> {
  const output = command.output ?? 'pipe'
  let child: ChildProcess
  try {
    child = spawn(command.file, [...command.args], {
      cwd: command.cwd,
      env: { ...command.env },
      detached: true,
      stdio: [command.stdin ?? 'ignore', output, output],
    })
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
  } catch (cause) {
    throw new SandboxError(`${JSON.stringify(command.file)} could not be started: ${(cause as Error).message}.`, {
      code: 'SANDBOX_FAILED',
      remedy: 'Name a program by its absolute path, and a working directory that exists.',
      cause,
    })
  }
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // The whole group is gone.
    }
  }
  let ended = false
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true
      // What the command left in its group goes with it; a process that left the group is out of reach here.
      kill('SIGKILL')
      resolve({ code, signal })
    })
  })
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    kill(signal = 'SIGTERM') {
      if (!ended) kill(signal)
    },
  }
}
