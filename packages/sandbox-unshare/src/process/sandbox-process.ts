import { type ChildProcess, spawn } from 'node:child_process'
import { fstatSync, readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { type SandboxCommand, SandboxError } from '@poundlock/sandbox'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { image } from '../loader/program-image.ts'
import type { AssembledProgram } from '../loader/program.ts'
import { describeErrno } from '../system-calls/errno.ts'
import { type ChannelRecord, readRecords } from './channel.ts'
import { decodeWaitStatus } from './wait-status.ts'

export interface Launch {
  /** Absolute path of the loader. */
  readonly loader: string
  /** Performed one after the other, each by a loader of its own. */
  readonly programs: readonly AssembledProgram[]
  readonly stdin: NonNullable<SandboxCommand['stdin']>
  readonly output: NonNullable<SandboxCommand['output']>
  /** Runs after everything has ended and before `exited` settles. */
  readonly afterEnd: () => Promise<void>
}

const longestComplaint = 2000

type Failure = Extract<ChannelRecord, { kind: 'failed' }> & { readonly program: AssembledProgram | undefined }

/**
 * Starts the loader and waits until the command is about to be executed.
 *
 * @throws SandboxError `SANDBOX_FAILED` when it does not get there; nothing was run then
 */
export function startProcess(launch: Launch): Promise<ProcessHandle> {
  const child = spawn(launch.loader, [], {
    // An own session: a signal reaches the whole group, and the caller's terminal is nobody's to type into.
    detached: true,
    env: {},
    stdio: [inherited(launch.stdin, 0), inherited(launch.output, 1), inherited(launch.output, 2), 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<ProcessHandle>()
  child.once('error', (cause) => {
    reject(failed(`The loader ${launch.loader} could not be started: ${cause.message}.`, cause))
  })
  // Without descriptors to spare there is not even a channel.
  const channel = (child.stdio as ChildProcess['stdio'] | undefined)?.[image.channel] as Duplex | null | undefined
  if (!channel) return promise
  const ended = Promise.withResolvers<ProcessExit>()
  let ready = false
  let failure: Failure | null = null
  let status: number | null = null
  let entered = 0

  readRecords(channel, (record) => {
    if (record.kind === 'ready') {
      ready = true
      resolve(handle(child, ended.promise, record.process))
    } else if (record.kind === 'entered') entered += 1
    else if (record.kind === 'failed') failure = { ...record, program: launch.programs[entered] }
    else if (record.kind === 'ended') status = record.status
  })
  const settle = async (code: number | null, signal: string | null): Promise<void> => {
    if (ready) {
      await launch.afterEnd()
      ended.resolve(status === null ? { code: null, signal: signal ?? 'SIGKILL' } : decodeWaitStatus(status))
    } else reject(describeFailure(failure, code, signal, failure === null ? await complaintOf(child) : ''))
  }
  // The child's `close` would wait for output that nobody may be reading; the channel closes with the first process.
  const channelEnd = new Promise<void>((resolveEnd) => channel.once('close', resolveEnd))
  child.once('exit', (code, signal) => {
    channelEnd.then(() => settle(code, signal)).catch(ended.reject)
  })
  for (const program of launch.programs) channel.write(program.bytes)
  channel.end()
  return promise
}

/** A folder as standard stream would be a way past every mount: `/proc/self/fd/0/..`. */
function inherited(wanted: 'ignore' | 'pipe' | 'inherit', stream: number): 'ignore' | 'pipe' | 'inherit' {
  return wanted === 'inherit' && fstatSync(stream).isDirectory() ? 'ignore' : wanted
}

function handle(child: ChildProcess, exited: Promise<ProcessExit>, leader: number): ProcessHandle {
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    kill(signal = 'SIGTERM') {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      signalGroup(leader === 0 ? (firstChild(child.pid) ?? child.pid) : leader, signal)
    },
  }
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // Gone meanwhile.
  }
}

/**
 * The process that leads the group inside. A signal that can be caught is for the command alone; and when that process
 * is killed, the one outside waits until the kernel has ended all others, which it could not if it were killed itself.
 */
function firstChild(parent: number): number | null {
  try {
    const children = readFileSync(`/proc/${String(parent)}/task/${String(parent)}/children`, 'utf8')
    return /^\d+/.test(children) ? Number.parseInt(children, 10) : null
  } catch {
    return null
  }
}

/** What a program of the host, on the way to the command, said of its failure. */
async function complaintOf(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stderr ?? []) text = `${text}${String(chunk)}`.slice(-longestComplaint)
  return text.trim()
}

function describeFailure(
  failure: Failure | null,
  code: number | null,
  signal: string | null,
  complaint: string,
): SandboxError {
  if (failure === null) {
    const said = complaint === '' ? (signal ?? `exit code ${String(code)}`) : complaint
    return failed(`The sandbox ended before the command started (${said}).`, undefined, { complaint })
  }
  const step = failure.program?.stepAt(failure.step) ?? 'perform an unknown step'
  return failed(`The sandbox could not ${step}: ${describeErrno(failure.errno)}.`, undefined, {
    step,
    errno: failure.errno,
  })
}

function failed(message: string, cause?: unknown, details: Readonly<Record<string, unknown>> = {}): SandboxError {
  return new SandboxError(`${message} Nothing was run.`, {
    code: 'SANDBOX_FAILED',
    remedy: 'Run `poundlock sandbox probe` to see what this machine allows.',
    details,
    ...(cause === undefined ? {} : { cause }),
  })
}
