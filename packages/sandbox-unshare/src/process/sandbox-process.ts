import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable } from 'node:stream'
import { type SandboxCommand, SandboxError } from '@poundlock/sandbox'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import type { LoaderFile } from '../loader/loader-file.ts'
import type { AssembledProgram } from '../loader/program.ts'
import { descriptor } from '../program/outer-program.ts'
import { describeErrno } from '../system-calls/errno.ts'
import { type ChannelRecord, readRecords } from './channel.ts'
import { decodeWaitStatus } from './wait-status.ts'

/** Error output of the tools that is kept as evidence. */
const keptDiagnostics = 4096

export interface Launch {
  readonly loader: LoaderFile
  /** Performed one after the other by the loader, the first on the host, the second in the namespaces. */
  readonly programs: { readonly outer: AssembledProgram; readonly inner: AssembledProgram }
  readonly stdin: NonNullable<SandboxCommand['stdin']>
  readonly output: NonNullable<SandboxCommand['output']>
  /** Runs after everything has ended and before `exited` settles. */
  readonly afterEnd: () => Promise<void>
}

/**
 * Starts the loader and waits until the command is about to be executed.
 *
 * @throws SandboxError `SANDBOX_FAILED` when it does not get there; nothing was run then
 */
export function startProcess(launch: Launch): Promise<ProcessHandle> {
  const { loader, stdin, output } = launch
  const child = spawn(loader.path, [], {
    // An own session: a signal reaches the whole group, and the caller's terminal is nobody's to type into.
    detached: true,
    env: {},
    stdio: [stdin, output, output, 'pipe', loader.descriptor, 'pipe'],
  })
  const streams: readonly unknown[] = child.stdio
  const channel = streams[descriptor.channel] as Duplex
  const diagnostics = collect(streams[descriptor.diagnostics] as Readable)
  const { promise, resolve, reject } = Promise.withResolvers<ProcessHandle>()
  const ended = Promise.withResolvers<ProcessExit>()
  let ready = false
  let failure: Extract<ChannelRecord, { kind: 'failed' }> | null = null
  let status: number | null = null

  readRecords(channel, (record) => {
    if (record.kind === 'ready') {
      ready = true
      resolve(handle(child, ended.promise))
    } else if (record.kind === 'failed') failure = record
    else if (record.kind === 'ended') status = record.status
  })
  child.once('error', (cause) => {
    reject(failed(`The loader ${loader.path} could not be started.`, '', cause))
  })
  // `close` would wait for output that nobody may be reading; the channel ends when the first process does.
  const channelEnd = new Promise<void>((settle) => channel.once('close', settle))
  child.once('exit', (code, signal) => {
    void channelEnd.then(async () => {
      if (!ready) {
        reject(describeFailure(launch, failure, await diagnostics(), code, signal))
        return
      }
      await launch.afterEnd()
      ended.resolve(status === null ? { code: null, signal: signal ?? 'SIGKILL' } : decodeWaitStatus(status))
    })
  })
  channel.write(launch.programs.outer.bytes)
  channel.end(launch.programs.inner.bytes)
  return promise
}

function handle(child: ChildProcess, exited: Promise<ProcessExit>): ProcessHandle {
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    kill(signal = 'SIGTERM') {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      try {
        process.kill(-child.pid, signal)
      } catch {
        // Gone meanwhile.
      }
    },
  }
}

function collect(stream: Readable): () => Promise<string> {
  let text = ''
  const closed = new Promise<void>((settle) => stream.once('close', settle))
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    if (text.length < keptDiagnostics) text += chunk
  })
  stream.on('error', () => {})
  return () => closed.then(() => text.trim())
}

function describeFailure(
  launch: Launch,
  failure: Extract<ChannelRecord, { kind: 'failed' }> | null,
  stderr: string,
  code: number | null,
  signal: string | null,
): SandboxError {
  if (failure === null) {
    return failed(`The sandbox ended before the command started (${signal ?? `exit code ${String(code)}`}).`, stderr)
  }
  const step = launch.programs[failure.program].stepAt(failure.step)
  return failed(`The sandbox could not ${step}: ${describeErrno(failure.errno)}.`, stderr)
}

function failed(message: string, stderr: string, cause?: unknown): SandboxError {
  return new SandboxError(`${message}${stderr === '' ? '' : ` ${stderr}`} Nothing was run.`, {
    code: 'SANDBOX_FAILED',
    remedy: 'Run `poundlock sandbox probe` to see what this machine allows.',
    details: { stderr },
    ...(cause === undefined ? {} : { cause }),
  })
}
