import { execFile } from 'node:child_process'

export interface CommandResult {
  readonly code: number
  /** Standard output followed by standard error. */
  readonly output: string
  readonly stdout: string
}

/** Runs a program without a shell and waits for its end; a program that cannot be started is a thrown error. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly environment?: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>()
  const child = execFile(
    file,
    [...args],
    { cwd: options.cwd, env: options.environment ?? process.env, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return reject(error)
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr, stdout })
    },
  )
  child.stdin?.end()
  return promise
}
