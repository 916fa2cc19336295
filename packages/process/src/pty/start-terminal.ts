import { constants as fileConstants } from 'node:fs'
import { access } from 'node:fs/promises'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { findCommandFault, type ProcessCommand } from '../command.ts'
import { ProcessError } from '../process-error.ts'
import { explainStartFailure } from '../start-failure.ts'
import { endWithUs } from '../tree/end-with-us.ts'
import { followProcessTree } from '../tree/process-tree.ts'
import { createTerminalInput } from './terminal-input.ts'

/** A command with a terminal of its own: its output is one stream, with control sequences. */
export interface TerminalHandle extends ProcessHandle {
  /** Gives the terminal another size. */
  resize(columns: number, rows: number): void
}

/** Columns and rows of a terminal. */
export interface TerminalSize {
  /** Default 120. */
  readonly columns?: number
  /** Default 30. */
  readonly rows?: number
}

/** What the types of node-pty do not name. */
interface UntypedTerminal {
  readonly fd: number
  readonly _socket: { readonly destroyed: boolean }
}

/** Characters that end a typed line: LF, CR, and the character for the end of input. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x04])

/** Bytes that wait for their reader before the command is held back. */
const HIGH_WATER = 1024 * 1024

/**
 * Starts a command on this machine, uncontained, on a terminal of its own, with exactly the environment given and `TERM`.
 *
 * @throws ProcessError what `findCommandFault` finds, or why nothing could be started
 */
export async function startTerminal(command: ProcessCommand, size: TerminalSize = {}): Promise<TerminalHandle> {
  const watch = command.endsWithUs === true ? endWithUs() : undefined
  let terminal: Awaited<ReturnType<typeof spawnTerminal>>
  try {
    terminal = await spawnTerminal({ ...command, env: { ...command.env, ...watch?.environment } }, size)
  } catch (error) {
    watch?.over()
    throw error
  }
  watch?.begin(terminal.pid, [])
  const tree = followProcessTree(terminal.pid, [], watch?.environment)
  const { fd, _socket: socket } = terminal as unknown as UntypedTerminal
  const input = createTerminalInput({ number: fd, isOpen: () => !socket.destroyed })
  let isWithinLine = false
  const write = (chunk: string | Uint8Array) => {
    const bytes = Buffer.from(chunk as string)
    if (bytes.length > 0) isWithinLine = !LINE_ENDS.has(bytes.at(-1)!)
    input.write(bytes)
  }
  const output = createPipe(
    () => terminal.pause(),
    () => terminal.resume(),
  )
  terminal.onData((data) => output.push(Buffer.from(data as string | Buffer)))
  const exited = new Promise<ProcessExit>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      tree.leaderExited()
      // Whatever the session left goes with its terminal.
      tree.signal('SIGKILL')
      watch?.over()
      output.end()
      resolve(signal ? { code: null, signal: signalName(signal) } : { code: exitCode, signal: null })
    })
  })
  return {
    pid: terminal.pid,
    stdin: {
      write,
      get writableLength() {
        return input.waiting
      },
      end(chunk) {
        if (chunk !== undefined) write(chunk)
        // A terminal has no end of input but a character for it; termios(3), VEOF. Within a line the first one only
        // submits the line: it takes a second one.
        write(isWithinLine ? '\u0004\u0004' : '\u0004')
      },
    },
    stdout: output.bytes,
    stderr: null,
    exited,
    kill: (signal = 'SIGTERM') => tree.signal(signal),
    resize: (columns, rows) => terminal.resize(columns, rows),
  }
}

async function spawnTerminal(command: ProcessCommand, size: TerminalSize) {
  const fault = findCommandFault(command)
  if (fault !== null) throw fault
  await checkProgram(command)
  const { spawn } = await loadTerminals()
  try {
    return spawn(command.file, [...command.args], {
      name: 'xterm-256color',
      cols: size.columns ?? 120,
      rows: size.rows ?? 30,
      cwd: command.cwd,
      env: { ...command.env },
      // As bytes: a character may arrive in two pieces.
      encoding: null,
    })
  } catch (error) {
    throw await explainStartFailure(command, error)
  }
}

/** Installed where it is wanted: it brings native code for each platform. */
async function loadTerminals() {
  try {
    return await import('@lydell/node-pty')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new ProcessError('There are no terminals: the package @lydell/node-pty is not installed.', {
      code: 'PROCESS_NO_TERMINAL',
      cause,
      remedy: 'Install @lydell/node-pty beside @poundlock/process, or run the command without a terminal.',
    })
  }
}

/** The terminal's own process would only print that it could not start the command, and exit. */
async function checkProgram(command: ProcessCommand): Promise<void> {
  const { file, cwd, env } = command
  const folders = file.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter)
  let failure: unknown
  for (const folder of folders) {
    try {
      await access(file.includes('/') ? file : join(folder, file), fileConstants.X_OK)
      failure = undefined
      break
    } catch (error) {
      failure = error
    }
  }
  const entered = await access(cwd, fileConstants.X_OK).catch((error: unknown) => error)
  if (failure !== undefined || entered !== undefined) throw await explainStartFailure(command, failure ?? entered)
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number)
  return found?.[0] ?? `signal ${number}`
}

/** Hands on pieces in their order, and holds the writer back when too many wait. */
function createPipe(pause: () => void, resume: () => void) {
  const pieces: Uint8Array[] = []
  let waiting = 0
  let ended = false
  let wake = () => {}
  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = pieces.shift()
      if (piece !== undefined) {
        waiting -= piece.length
        if (waiting < HIGH_WATER) resume()
        yield piece
      } else if (ended) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    bytes: read(),
    push(piece: Uint8Array) {
      pieces.push(piece)
      waiting += piece.length
      if (waiting >= HIGH_WATER) pause()
      wake()
    },
    end() {
      ended = true
      wake()
    },
  }
}
