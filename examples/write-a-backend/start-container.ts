import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { type SandboxCommand, SandboxError } from '@poundlock/sandbox'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'

export interface ContainerStart {
  readonly runtime: string
  /** Where the runtime keeps what it knows of containers. */
  readonly root: string
  readonly bundle: string
  readonly id: string
  readonly command: SandboxCommand
}

const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

/**
 * Makes a container, starts the command in it, and settles once that runs. With the command, everything in the container
 * ends.
 *
 * @throws SandboxError `SANDBOX_FAILED` when it did not start: nothing is left then
 */
export async function startContainer({ runtime, root, bundle, id, command }: ContainerStart): Promise<ProcessHandle> {
  const [log, pidFile] = [join(bundle, 'log'), join(bundle, 'pid')]
  const own = ['--root', root, '--log', log, '--log-format', 'json']
  const quietly = async (...args: readonly string[]) => {
    const child = spawn(runtime, [...own, ...args], { stdio: 'ignore', env: ENVIRONMENT, detached: true })
    return (await endOf(child)).code === 0
  }
  // The runtime kills all that is in it: the processes have no other way out of their namespace.
  const remove = () => quietly('delete', '--force', id)
  const failed = async () => {
    await remove()
    return new SandboxError(`The command was not started: ${problemIn(log)}.`, {
      code: 'SANDBOX_FAILED',
      remedy: 'Name a program by its absolute path, and a working directory that exists.',
    })
  }
  if (!(await quietly('run', '--detach', '--bundle', bundle, id))) throw await failed()
  const output = command.output ?? 'pipe'
  const words = ['exec', '--process', join(bundle, 'command.json'), '--pid-file', pidFile, id]
  const child = spawn(runtime, [...own, ...words], {
    stdio: [command.stdin ?? 'ignore', output, output],
    env: ENVIRONMENT,
    detached: true,
  })
  const end = endOf(child)
  await fileOrEnd(bundle, pidFile, end)
  if (!existsSync(pidFile)) throw await failed()
  const inside = Number(readFileSync(pidFile, 'utf8'))
  let hasEnded = false
  return {
    // The process on this machine is the runtime's: signals are for the one inside.
    pid: undefined,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited: end.then(async (exit) => {
      hasEnded = true
      await remove()
      return exit
    }),
    kill(signal = 'SIGTERM') {
      if (hasEnded) return
      if (signal === 'SIGKILL') void remove()
      else process.kill(inside, signal)
    },
  }
}

function endOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/** Waits for a file, or for the end of what should write it. */
async function fileOrEnd(folder: string, file: string, end: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watcher = watch(folder, () => existsSync(file) && resolve())
  try {
    if (!existsSync(file)) await Promise.race([promise, end])
  } finally {
    watcher.close()
  }
}

/** What the runtime says last, in its own log. */
function problemIn(log: string): string {
  if (!existsSync(log)) return 'it said nothing'
  const last = readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)
  return last === undefined || last === '' ? 'it said nothing' : (JSON.parse(last) as { readonly msg: string }).msg
}
