import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Container, Exec } from 'dockerode'
import type { Engine } from '../engine/engine.ts'
import { demultiplex, type OutputStreams } from './demultiplex.ts'
import { waitingWords } from './shell-lines.ts'

/** The settings of an `exec`. Two with equal settings differ only in the command. */
export interface ShellSettings {
  /** `uid:gid` */
  readonly user: string
  readonly cwd: string
  /** As `name=value`. */
  readonly environment: readonly string[]
}

/** An `exec` that runs, with its connection. */
export interface OpenExec {
  readonly exec: Exec
  readonly connection: Duplex
  readonly streams: OutputStreams
}

interface Waiting extends OpenExec {
  /** It is still running, and no other process has written to it. */
  isUntouched(): boolean
}

interface Slot {
  readonly key: string
  /** `null` while it is not begun. */
  shell: Promise<Waiting | null> | null
  readonly timer: NodeJS.Timeout
}

/** A command that comes sooner than this after another is better started at once, than after one that gets ready. */
const PAUSE_MS = 20

/**
 * A shell that waits in a warm container, so that the next command need not wait for the engine. It starts when no
 * process of the last command is left, and becomes the next command or ends.
 *
 * It is made from the second command with the same settings on, so that a process that runs one command does not cost
 * the engine two.
 */
export class ReadyShell {
  readonly #engine: Pick<Engine, 'docker' | 'background'>
  readonly #containerId: string
  #slot: Slot | null = null
  #lastKey: string | null = null
  #isUseless = false

  constructor(engine: Pick<Engine, 'docker' | 'background'>, containerId: string) {
    this.#engine = engine
    this.#containerId = containerId
  }

  /** Starts one, unless it is not to be expected that it will be of use. Never fails. */
  prepare(settings: ShellSettings, identity: string): void {
    const key = keyOf(settings, identity)
    const isExpected = key === this.#lastKey
    this.#lastKey = key
    if (!isExpected || this.#isUseless || this.#slot !== null) return
    const container = this.#engine.background.getContainer(this.#containerId)
    const begin = (): void => {
      slot.shell = openWaiting(container, settings).catch(() => null)
    }
    const slot: Slot = { key, shell: null, timer: setTimeout(begin, PAUSE_MS).unref() }
    this.#slot = slot
  }

  /** Takes the waiting shell; `null` when there is none for these settings. */
  async take(settings: ShellSettings, identity: string): Promise<OpenExec | null> {
    const slot = this.#slot
    if (slot === null) return null
    if (slot.key !== keyOf(settings, identity)) {
      this.close()
      return null
    }
    this.#slot = null
    clearTimeout(slot.timer)
    if (slot.shell === null) return null
    const shell = await keepingAwake(slot.shell)
    if (shell?.isUntouched() === true) {
      ;(shell.connection as Duplex & { ref?: () => void }).ref?.()
      // From now on it keeps this process alive.
      return { ...shell, exec: this.#engine.docker.getExec(shell.exec.id) }
    }
    // Another process uses this container too, and ends the processes that it finds; or there is no room for a waiting
    // shell.
    this.#isUseless = true
    shell?.connection.destroy()
    return null
  }

  /** Its input ends, and with it the shell. */
  close(): void {
    const slot = this.#slot
    this.#slot = null
    if (slot === null) return
    clearTimeout(slot.timer)
    void slot.shell?.then((shell) => shell?.connection.destroy())
  }
}

/** Keeps this process alive until the action ends. */
async function keepingAwake<Result>(action: Promise<Result>): Promise<Result> {
  const awake = setInterval(() => {}, 60_000)
  try {
    return await action
  } finally {
    clearInterval(awake)
  }
}

const keyOf = (settings: ShellSettings, identity: string): string => JSON.stringify([settings, identity])

async function openWaiting(container: Container, { user, cwd, environment }: ShellSettings): Promise<Waiting> {
  const exec = await container.exec({
    Cmd: [...waitingWords(`line_${randomBytes(8).toString('hex')}`)],
    User: user,
    WorkingDir: cwd,
    Env: [...environment],
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  })
  const connection = await exec.start({ hijack: true, stdin: true })
  ;(connection as Duplex & { unref?: () => void }).unref?.()
  let hasEnded = false
  for (const event of ['end', 'close', 'error']) connection.once(event, () => (hasEnded = true))
  const streams = demultiplex(connection)
  return {
    exec,
    connection,
    streams,
    isUntouched: () => !hasEnded && streams.stdout.readableLength === 0 && streams.stderr.readableLength === 0,
  }
}
