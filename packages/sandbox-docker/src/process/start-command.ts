import { randomUUID } from 'node:crypto'
import { fstatSync, type Stats } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { type SandboxCommand, SandboxError } from '@poundlock/sandbox'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import type { Container, Exec } from 'dockerode'
import { messageOf, unlessGone } from '../engine/engine-error.ts'
import { demultiplex } from './demultiplex.ts'
import { type Lifeline, openLifeline } from './lifeline.ts'
import type { ShellSettings, OpenExec } from './ready-shell.ts'
import { type Beginning, commandWords, waitingLine } from './shell-lines.ts'
import { signalAll } from './signal-all.ts'

export interface CommandStart {
  readonly container: Container
  readonly command: SandboxCommand
  /** With what the command is executed; its `cwd` is the command's. */
  readonly settings: ShellSettings
  /** Names of variables that the command is not to have. */
  readonly unset: readonly string[]
  /** A shell that waits to become a command with these settings. */
  readonly ready: OpenExec | null
  /** Ends what the command left when this process is killed; the container itself does that where it ends with it. */
  readonly endsWithConnection: boolean
  /** Nothing is run before this is done; its failure is the command's. */
  readonly begun: Promise<unknown>
  /** Ends everything in the container, and the container. */
  readonly destroy: () => Promise<void>
  /**
   * Runs after the end of the command and before `exited` settles.
   *
   * @param reported settles when the engine has reported the end, which it does only while the container exists
   */
  readonly afterEnd: (reported: Promise<unknown>) => Promise<void>
}

/** A waiting shell reads its line byte by byte: the engine is faster for longer lines. */
const LONGEST_LINE = 32 * 1024

/**
 * Starts a command in a running container and waits until it is about to be executed.
 *
 * @throws SandboxError `SANDBOX_FAILED` when it does not get there; nothing was run then
 */
export async function startCommand(start: CommandStart): Promise<ProcessHandle> {
  const { command } = start
  const mark = randomUUID()
  const stdin = command.stdin === 'inherit' && givesNothing(fstatSync(0)) ? 'ignore' : (command.stdin ?? 'ignore')
  const beginning: Beginning = {
    stdin: stdin === 'ignore' ? 'none' : 'connection',
    lifeline: stdin === 'ignore' && start.endsWithConnection,
    unset: start.unset,
  }
  const lifeline =
    start.endsWithConnection && stdin !== 'ignore' ? openLifeline(start.container, start.settings.user) : null
  const tied = { ...start, begun: Promise.all([start.begun, lifeline]) }
  try {
    const open = (await becomeCommand(tied, mark, beginning)) ?? (await executeCommand(tied, mark, beginning))
    return supervise(start, open, stdin, await lifeline)
  } catch (error) {
    void lifeline?.then((opened) => opened.letGo()).catch(() => {})
    throw error
  }
}

/** A folder is no input, and the null device ends at once: a connection that carries none can tell its own end. */
function givesNothing(stats: Stats): boolean {
  return stats.isDirectory() || (stats.isCharacterDevice() && stats.rdev === NULL_DEVICE)
}

/** Its numbers are 1 and 3. Source: Linux `Documentation/admin-guide/devices.txt`. */
const NULL_DEVICE = (1 << 8) | 3

/** `null` when the shell that waited had been ended before it read anything. */
async function becomeCommand(start: CommandStart, mark: string, beginning: Beginning): Promise<OpenExec | null> {
  const { ready } = start
  if (ready === null) return null
  const line = waitingLine(start.command, mark, beginning)
  if (Buffer.byteLength(line) > LONGEST_LINE) {
    ready.connection.destroy()
    return null
  }
  await start.begun
  ready.connection.write(line)
  const begun = await readExactly(ready.streams.stderr, mark.length)
  if (begun === mark) return ready
  const whole = begun + (await readRest(ready.streams.stderr)) + (await readRest(ready.streams.stdout))
  ready.connection.destroy()
  if (diedBeforehand(whole) || (begun === '' && (await exitCode(ready.exec)) === KILLED)) return null
  throw notStarted(whole)
}

async function executeCommand(start: CommandStart, mark: string, beginning: Beginning): Promise<OpenExec> {
  const { container, command, settings } = start
  const writes = beginning.lifeline || beginning.stdin === 'connection'
  const described = container.exec({
    Cmd: [...commandWords(command, mark, beginning)],
    User: settings.user,
    WorkingDir: settings.cwd,
    Env: [...settings.environment],
    AttachStdin: writes,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  })
  const [exec] = await Promise.all([described, start.begun])
  const connection = await exec.start({ hijack: true, stdin: writes })
  const streams = demultiplex(connection)
  const first = await readExactly(streams.stderr, mark.length)
  if (first === mark) return { exec, connection, streams }
  const begun = first + (await readRest(streams.stderr)) + (await readRest(streams.stdout))
  throw notStarted(begun, diedBeforehand(begun) || (begun === '' && (await exitCode(exec)) === KILLED))
}

/**
 * Whether this output of an engine means that the process was killed before it became the command. Then the output is
 * the engine's, and nothing of the command has run. Source: runc, `libcontainer/process_linux.go`.
 */
export function diedBeforehand(begun: string): boolean {
  return /\bexec failed: unable to start container process: read init-p: /.test(begun)
}

/** True when the process was killed before it became the command, by the cleanup after an earlier one. */
export function wasEndedBefore(error: unknown): boolean {
  return SandboxError.isInstance(error) && error.details['killed'] === true
}

function notStarted(begun: string, wasKilled = false): SandboxError {
  return new SandboxError(
    `The container could not start the command: ${begun.replaceAll(/\s+/g, ' ').trim() || 'it ended'}. Nothing was run.`,
    {
      code: 'SANDBOX_FAILED',
      remedy: 'Name a working directory that exists in the container, and an image that has /bin/sh.',
      ...(wasKilled && { details: { killed: true } }),
    },
  )
}

function readExactly(stream: Readable, length: number): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const chunk = stream.read(length) as Buffer | null
      if (chunk !== null) finish(chunk.toString('latin1'))
    }
    const onEnd = (): void => finish('')
    const finish = (text: string): void => {
      stream.off('readable', look)
      stream.off('end', onEnd)
      resolve(text)
    }
    stream.on('readable', look)
    stream.once('end', onEnd)
    look()
  })
}

async function readRest(stream: Readable): Promise<string> {
  if (stream.readableEnded) return ''
  let text = ''
  for await (const chunk of stream) text = (text + (chunk as Buffer).toString()).slice(0, 1000)
  return text
}

function supervise(
  start: CommandStart,
  { exec, connection, streams }: OpenExec,
  stdin: NonNullable<SandboxCommand['stdin']>,
  lifeline: Lifeline | null,
): ProcessHandle {
  streams.pace()
  let sent: NodeJS.Signals | null = null
  let ended = false
  const exited = new Promise<void>((resolve) => {
    connection.once('end', resolve)
    connection.once('close', resolve)
    connection.once('error', resolve)
  }).then(async (): Promise<ProcessExit> => {
    // The process inside sees the end of the connection.
    connection.destroy()
    lifeline?.letGo()
    const reported = exitCode(exec)
    const [code] = await Promise.all([reported, start.afterEnd(reported)])
    ended = true
    return exitOf(code, sent)
  })
  if (stdin === 'inherit') process.stdin.pipe(connection)
  if (start.command.output === 'inherit') {
    streams.stdout.pipe(process.stdout, { end: false })
    streams.stderr.pipe(process.stderr, { end: false })
  }
  const inherits = start.command.output === 'inherit'
  return {
    pid: undefined,
    stdin: stdin === 'pipe' ? connection : null,
    stdout: inherits ? null : streams.stdout,
    stderr: inherits ? null : streams.stderr,
    exited,
    kill(signal = 'SIGTERM') {
      if (ended) return
      sent = signal
      if (signal === 'SIGKILL') {
        streams.drain()
        void start.destroy().catch(() => {})
      } else void signalAll(start.container, start.settings.user, signal).catch(() => {})
    },
  }
}

/** As engines tell a process that SIGKILL ended. */
const KILLED = 128 + constants.signals.SIGKILL

const LOOKS = 60
const LONGEST_PAUSE_MS = 50

/** The engine may take a moment to know. `null` when the container is gone, and with it the answer. */
async function exitCode(exec: Exec): Promise<number | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const state = await unlessGone(exec.inspect()).catch((error: unknown) => {
      throw new SandboxError(`The engine does not say how the command ended: ${messageOf(error)}.`, {
        code: 'SANDBOX_FAILED',
        remedy: 'See whether the engine still runs.',
        cause: error,
      })
    })
    if (state === null) return null
    if (!state.Running && state.ExitCode !== null) return state.ExitCode
    await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** look, LONGEST_PAUSE_MS)))
  }
  return null
}

/** Engines report a signal as 128 plus its number, as shells do; it is a signal where one was sent from here. */
function exitOf(code: number | null, sent: NodeJS.Signals | null): ProcessExit {
  if (code === null) return { code: null, signal: sent ?? 'SIGKILL' }
  const number = sent === null ? undefined : constants.signals[sent]
  if (sent !== null && number !== undefined && code === 128 + number) return { code: null, signal: sent }
  // A process in a container cannot exit with this number.
  if (code === KILLED) return { code: null, signal: 'SIGKILL' }
  return { code, signal: null }
}
