import { type ChildProcess, spawn } from 'node:child_process'
import { fstatSync } from 'node:fs'
import { Server, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type SandboxCommand, SandboxError } from '@poundlock/sandbox'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { IMAGE } from '../loader/program-image.ts'
import type { AssembledProgram } from '../loader/program.ts'
import { describeErrno } from '../system-calls/errno.ts'
import { type ChannelRecord, readRecords } from './channel.ts'
import { signalInside } from './signal-inside.ts'
import { decodeWaitStatus } from './wait-status.ts'

export interface Launch {
  /** Absolute path of the loader. */
  readonly loader: string
  /** Performed one after the other, by one loader or each by its own. */
  readonly programs: readonly AssembledProgram[]
  readonly stdin: NonNullable<SandboxCommand['stdin']>
  readonly output: NonNullable<SandboxCommand['output']>
  /** Takes each socket that the programs hand over, in their order; only then may they. Called before a command is executed. */
  readonly onListener?: (server: Server, index: number) => void
}

/** The order for a sandbox's command. */
export interface Order {
  /** The last program, or `null` where the command was among the first. */
  readonly program: AssembledProgram | null
  /** The command gets no input, although the sandbox was made with a pipe for it. */
  readonly closeInput: boolean
  /** Runs after everything has ended and before `exited` settles. */
  readonly afterEnd: () => Promise<void>
}

const LONGEST_COMPLAINT = 2000

type Failure = Extract<ChannelRecord, { kind: 'failed' }> & { readonly program: AssembledProgram | undefined }

/**
 * A sandbox for one command, from the start of the loader to the end of all its processes. It builds itself, and then
 * waits for the command, which comes at once, or later from a pool.
 */
export class SandboxProcess {
  readonly #child: ChildProcess
  readonly #channel: Socket | null
  /** All programs, and how many of them were sent, and were begun. */
  readonly #programs: AssembledProgram[]
  #sent = 0
  #begun = 0
  readonly #built = Promise.withResolvers<void>()
  readonly #started = Promise.withResolvers<ProcessHandle>()
  readonly #exited = Promise.withResolvers<ProcessExit>()
  readonly #gone = Promise.withResolvers<void>()
  #order: Order | null = null
  #executes = false
  #isGone = false
  #failure: Failure | null = null
  #status: number | null = null

  /** Starts the loader and gives it the programs that build. */
  constructor({ loader, programs, stdin, output, onListener }: Launch) {
    this.#programs = [...programs]
    // A caller may wait for only one of them.
    for (const { promise } of [this.#built, this.#started]) promise.catch(() => {})
    this.#child = spawn(loader, [], {
      // An own session: a signal reaches the whole group, and the command cannot type into the caller's terminal.
      detached: true,
      env: {},
      stdio: [
        inherited(stdin, 0),
        inherited(output, 1),
        inherited(output, 2),
        'pipe',
        ...(onListener ? (['ipc'] as const) : []),
      ],
    })
    this.#child.once('error', (cause) => {
      this.#fail(failed(`The loader ${loader} could not be started: ${cause.message}.`, cause))
    })
    if (onListener) {
      let count = 0
      this.#child.on('message', (_message, listener) => {
        if (!(listener instanceof Server)) return
        // Node stays for the command, not for its way out.
        listener.unref()
        onListener(listener, count++)
      })
    }
    // Without descriptors to spare there is not even a channel.
    const stdio = this.#child.stdio as ChildProcess['stdio'] | undefined
    this.#channel = (stdio?.[IMAGE.channel] as Socket | null | undefined) ?? null
    if (this.#channel !== null) this.#follow(this.#channel)
  }

  /** Of the process outside, which is there until everything inside has ended. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Settles when it asks for the command; rejects with a SandboxError when it never will. */
  get built(): Promise<void> {
    return this.#built.promise
  }

  /** Settles when no process of it is left, whether it executed a command or not. */
  get gone(): Promise<void> {
    return this.#gone.promise
  }

  /** True when nothing is left of it, and nothing was executed in it. */
  get wasUnused(): boolean {
    return this.#isGone && !this.#executes
  }

  /**
   * Tells the command, and waits until it is about to be executed. A sandbox takes one, ever.
   *
   * @throws SandboxError `SANDBOX_FAILED` when it does not get there; nothing was run then
   */
  execute(order: Order): Promise<ProcessHandle> {
    if (this.#order !== null) throw new TypeError('a sandbox was given a second command')
    this.#order = order
    if (order.program !== null) this.#programs.push(order.program)
    this.#send()
    // The command has another input by then.
    if (order.closeInput) this.#child.stdin?.destroy()
    return this.#started.promise
  }

  /** Ends it. A command that has not been executed by then never is. */
  discard(): void {
    for (const stream of [this.#channel, ...this.#streams()]) stream?.destroy()
    signalInside(this.#child, 'SIGKILL')
  }

  /** Whether Node stays for it. */
  hold(keepsProcessAlive: boolean): void {
    for (const part of [this.#child, this.#channel, ...this.#streams()]) {
      if (keepsProcessAlive) part?.ref()
      else part?.unref()
    }
  }

  #streams(): readonly Socket[] {
    const { stdin, stdout, stderr } = this.#child
    return [stdin, stdout, stderr].filter((stream) => stream != null) as unknown as readonly Socket[]
  }

  #follow(channel: Socket): void {
    readRecords(channel, (record) => this.#learn(record))
    // The child's `close` would wait for unread output; the channel closes with the first process.
    const channelEnd = new Promise<void>((resolveEnd) => channel.once('close', resolveEnd))
    this.#child.once('exit', (code, signal) => {
      const release = this.#executes ? () => {} : holdBack(this.#child.stderr)
      channelEnd.then(() => this.#settle(code, signal, release)).catch(this.#exited.reject)
    })
    this.#send()
  }

  /**
   * Sends the next program when it is requested, and not earlier: when a process ends with unread input, Node drops its
   * last output.
   */
  #send(): void {
    const hasRequested = (): boolean => this.#programs[this.#sent - 1]?.asks !== true || this.#begun >= this.#sent
    while (this.#sent < this.#programs.length && hasRequested())
      this.#channel?.write(this.#programs[this.#sent++]!.bytes)
    if (this.#order !== null && this.#sent === this.#programs.length) this.#channel?.end()
  }

  #learn(record: ChannelRecord): void {
    if (record.kind === 'entered') this.#begun += 1
    else if (record.kind === 'request') {
      this.#begun += 1
      if (this.#begun === this.#programs.length) this.#built.resolve()
      this.#send()
    } else if (record.kind === 'ready' && this.#order !== null) {
      this.#executes = true
      this.#started.resolve(handle(this.#child, this.#order, this.#exited.promise, record.process))
    } else if (record.kind === 'failed') this.#failure = { ...record, program: this.#programs[this.#begun] }
    else if (record.kind === 'ended') this.#status = record.status
  }

  async #settle(code: number | null, signal: string | null, release: () => void): Promise<void> {
    if (!this.#executes) {
      const complaint = this.#failure === null && this.#order !== null ? await complaintOf(this.#child) : ''
      return this.#fail(describeFailure(this.#failure, code, signal, complaint))
    }
    release()
    this.#end()
    await this.#order?.afterEnd()
    this.#exited.resolve(
      this.#status === null ? { code: null, signal: signal ?? 'SIGKILL' } : decodeWaitStatus(this.#status),
    )
  }

  #fail(error: SandboxError): void {
    this.#built.reject(error)
    this.#started.reject(error)
    this.#end()
  }

  #end(): void {
    this.#isGone = true
    this.#gone.resolve()
  }
}

/** A folder as standard stream would be a way past every mount: `/proc/self/fd/0/..`. */
function inherited(wanted: 'ignore' | 'pipe' | 'inherit', stream: number): 'ignore' | 'pipe' | 'inherit' {
  return wanted === 'inherit' && fstatSync(stream).isDirectory() ? 'ignore' : wanted
}

function handle(child: ChildProcess, order: Order, exited: Promise<ProcessExit>, leader: number): ProcessHandle {
  // The command may end before it reads; EPIPE is then no failure of ours, and its exit says what happened.
  child.stdin?.on('error', () => {})
  return {
    pid: child.pid,
    stdin: order.closeInput ? null : child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    kill: (signal = 'SIGTERM') => signalInside(child, signal, leader),
  }
}

/** Keeps the output of a process for a later reader: Node discards unread output when a process has ended. */
function holdBack(stream: Readable | null): () => void {
  const listener = (): void => {}
  stream?.on('readable', listener)
  return () => stream?.off('readable', listener)
}

/** The error message of a host program that runs before the command. */
async function complaintOf(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stderr ?? []) text = `${text}${String(chunk)}`.slice(-LONGEST_COMPLAINT)
  return text.trim()
}

function describeFailure(
  failure: Failure | null,
  code: number | null,
  signal: string | null,
  complaint: string,
): SandboxError {
  if (failure === null) {
    const reason = complaint === '' ? (signal ?? `exit code ${String(code)}`) : complaint
    return failed(`The sandbox ended before the command started (${reason}).`, undefined, { complaint })
  }
  const step = failure.program?.stepAt(failure.step) ?? 'perform an unknown step'
  const part = failure.program?.partAt(failure.step) ?? null
  const details = { step, part, errno: failure.errno }
  const remedy = part === 'working-directory' ? 'Name a folder that is there, inside too.' : PROBE
  return failed(`The sandbox could not ${step}: ${describeErrno(failure.errno)}.`, undefined, details, remedy)
}

const PROBE = 'Run `poundlock sandbox probe` to see what this machine allows.'

function failed(
  message: string,
  cause?: unknown,
  details: Readonly<Record<string, unknown>> = {},
  remedy = PROBE,
): SandboxError {
  return new SandboxError(`${message} Nothing was run.`, {
    code: 'SANDBOX_FAILED',
    remedy,
    // Without the part that only holds for this attempt: a caller that tries another way adds its own.
    details: { ...details, summary: message },
    ...(cause === undefined ? {} : { cause }),
  })
}
