import { randomUUID } from 'node:crypto'
import { fstatSync } from 'node:fs'
import { constants } from 'node:os'
import type { Duplex, Readable } from 'node:stream'
import { type SandboxCommand, SandboxError } from '@poundlock/sandbox'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import type { Container, Exec } from 'dockerode'
import { messageOf, unlessGone } from '../engine/engine-error.ts'
import { demultiplex, type OutputStreams } from './demultiplex.ts'

export interface CommandStart {
  readonly container: Container
  readonly command: SandboxCommand
  /** `uid:gid` */
  readonly user: string
  /** The whole environment, and names without a value for what the image sets besides. */
  readonly environment: readonly string[]
  /** Ends what the command left when this process is killed; the container itself does that where it ends with it. */
  readonly endsWithConnection: boolean
  /** Ends everything in the container, and the container. */
  readonly destroy: () => Promise<void>
  /** Runs when the command has ended and before `exited` settles. */
  readonly afterEnd: () => Promise<void>
}

/** Says that it got so far, then becomes the command. Nothing stays between the engine and the command. */
const plain = `printf '%s' "$0" >&2; exec "$@"`

/** Before that, leaves somebody who waits for the end of this connection. */
const withLifeline = `exec 3<&0
( { cat <&3 >/dev/null; kill -9 -1; } >/dev/null 2>&1 & )
printf '%s' "$0" >&2; exec "$@" 3<&- </dev/null`

/**
 * Starts a command in a running container and waits until it is about to be executed.
 *
 * @throws SandboxError `SANDBOX_FAILED` when it does not get there; nothing was run then
 */
export async function startCommand(start: CommandStart): Promise<ProcessHandle> {
  const { container, command } = start
  const mark = randomUUID()
  const stdin = command.stdin === 'inherit' && fstatSync(0).isDirectory() ? 'ignore' : (command.stdin ?? 'ignore')
  const lifeline = stdin === 'ignore' && start.endsWithConnection
  const writes = lifeline || stdin !== 'ignore'
  const exec = await container.exec({
    Cmd: ['/bin/sh', '-c', lifeline ? withLifeline : plain, mark, command.file, ...command.args],
    User: start.user,
    WorkingDir: command.cwd,
    Env: [...start.environment],
    AttachStdin: writes,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  })
  const connection = await exec.start({ hijack: true, stdin: writes })
  const streams = demultiplex(connection)
  await readMark(streams, mark)
  return supervise(start, exec, connection, streams, stdin)
}

async function readMark({ stdout, stderr }: OutputStreams, mark: string): Promise<void> {
  const first = await readExactly(stderr, mark.length)
  if (first === mark) return
  const said = first + (await readRest(stderr)) + (await readRest(stdout))
  throw new SandboxError(
    `The container could not start the command: ${said.replaceAll(/\s+/g, ' ').trim() || 'it ended'}. Nothing was run.`,
    {
      code: 'SANDBOX_FAILED',
      remedy: 'Name a working directory that exists in the container, and an image that has /bin/sh.',
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
  exec: Exec,
  connection: Duplex,
  streams: OutputStreams,
  stdin: NonNullable<SandboxCommand['stdin']>,
): ProcessHandle {
  let sent: NodeJS.Signals | null = null
  let ended = false
  const exited = new Promise<void>((resolve) => {
    connection.once('end', resolve)
    connection.once('close', resolve)
    connection.once('error', resolve)
  }).then(async (): Promise<ProcessExit> => {
    // Whoever waits for the end of the connection inside is told.
    connection.destroy()
    const [code] = await Promise.all([exitCode(exec), start.afterEnd()])
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
      } else void signalAll(start.container, start.user, signal).catch(() => {})
    },
  }
}

/** Signals every process of a user in the container but its first. */
export async function signalAll(container: Container, user: string, signal: NodeJS.Signals): Promise<void> {
  const exec = await container.exec({
    Cmd: ['/bin/sh', '-c', `kill -${signal.slice('SIG'.length)} -1 2>/dev/null`],
    User: user,
    AttachStdout: true,
    AttachStderr: true,
  })
  const connection = await exec.start({ hijack: true, stdin: false })
  connection.resume()
  await new Promise<void>((resolve) => {
    connection.once('end', resolve)
    connection.once('close', resolve)
    connection.once('error', resolve)
  })
}

const looks = 60
const longestPauseMs = 50

/** The engine may take a moment to know. `null` when the container is gone, and with it the answer. */
async function exitCode(exec: Exec): Promise<number | null> {
  for (let look = 0; look < looks; look += 1) {
    const state = await unlessGone(exec.inspect()).catch((error: unknown) => {
      throw new SandboxError(`The engine does not say how the command ended: ${messageOf(error)}.`, {
        code: 'SANDBOX_FAILED',
        remedy: 'See whether the engine still runs.',
        cause: error,
      })
    })
    if (state === null) return null
    if (!state.Running && state.ExitCode !== null) return state.ExitCode
    await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** look, longestPauseMs)))
  }
  return null
}

/** Engines tell a signal as 128 and its number, as shells do; it is told from an exit code where it was sent from here. */
function exitOf(code: number | null, sent: NodeJS.Signals | null): ProcessExit {
  if (code === null) return { code: null, signal: sent ?? 'SIGKILL' }
  const number = sent === null ? undefined : constants.signals[sent]
  if (sent !== null && number !== undefined && code === 128 + number) return { code: null, signal: sent }
  // As it is not a number that a container's process can end with by itself.
  if (code === 128 + constants.signals.SIGKILL) return { code: null, signal: 'SIGKILL' }
  return { code, signal: null }
}
