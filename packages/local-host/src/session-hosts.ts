import type { ExecHost } from '@poundlock/runtime'
import type { AgentReport, AgentTask } from '@poundlock/tools'
import type { LocalHost } from './open-local-host.ts'

/** Where and for whom a host works. */
export interface SessionPlace {
  /** Absolute path. */
  readonly workspace: string
  /** Id of the agent. */
  readonly agent: string
  /** Key of the session. */
  readonly session: string
  /** Where its commands for nodes go. */
  readonly nodeHost?: ExecHost
  /** False where the program that sends the calls detects loops: it alone sees all that an agent does. */
  readonly detectsLoops?: boolean
  /** The agent works for another one: its rules are tightened. */
  readonly worksForAgent?: boolean
  /** Has another agent do a task; there is no tool for it unless set. @throws PoundlockError */
  readonly runTask?: (task: AgentTask) => Promise<AgentReport>
}

/** Opens a host: the program that serves sessions chooses its sandboxes and its tools. */
export type OpenSessionHost = (place: SessionPlace) => Promise<LocalHost>

/** How many hosts of sessions are kept open, and for how long. */
export interface SessionHostLimits {
  /** Hosts that are kept open. */
  readonly maxOpen: number
  /** Milliseconds after which one that nobody uses is closed. */
  readonly idleMs: number
}

const LIMITS: SessionHostLimits = { maxOpen: 64, idleMs: 10 * 60_000 }

interface Kept<Host> {
  readonly host: Promise<Host>
  users: number
  usedAt: number
}

/** What is opened for each session, a host unless said: when it is first needed, and closed when it is not used. */
export class SessionHosts<Host extends { close(): Promise<void> } = LocalHost> {
  readonly #open: (place: SessionPlace) => Promise<Host>
  readonly #monotonic: () => number
  readonly #limits: SessionHostLimits
  readonly #kept = new Map<string, Kept<Host>>()
  readonly #closing = new Set<Promise<void>>()

  constructor(
    open: (place: SessionPlace) => Promise<Host>,
    monotonic: () => number,
    limits: Partial<SessionHostLimits> = {},
  ) {
    this.#open = open
    this.#monotonic = monotonic
    this.#limits = { ...LIMITS, ...limits }
  }

  /** How many hosts are open. */
  get size(): number {
    return this.#kept.size
  }

  /** Does something with the host of a session. @throws PoundlockError when it cannot be opened */
  async use<Result>(place: SessionPlace, action: (host: Host) => Promise<Result>): Promise<Result> {
    const kept = this.#kept.get(place.session) ?? this.#add(place)
    kept.users++
    try {
      return await action(await kept.host)
    } finally {
      kept.users--
      kept.usedAt = this.#monotonic()
      if (kept.users === 0 && this.#kept.get(place.session) !== kept) this.#end(kept)
    }
  }

  /** Closes those that were not used for a while. */
  sweep(): void {
    const before = this.#monotonic() - this.#limits.idleMs
    for (const [session, kept] of this.#kept) if (kept.users === 0 && kept.usedAt < before) this.#close(session, kept)
  }

  /** Has each host read its configuration anew at its next call; calls that run go on with the one they began with. */
  reload(): void {
    for (const session of this.#kept.keys()) this.release(session)
  }

  /** The session needs this host no more: it is closed as soon as no call uses it. */
  release(session: string): void {
    const kept = this.#kept.get(session)
    if (kept === undefined) return
    this.#kept.delete(session)
    if (kept.users === 0) this.#end(kept)
  }

  /** Closes all hosts. */
  async close(): Promise<void> {
    for (const [session, kept] of this.#kept) this.#close(session, kept)
    await Promise.allSettled(this.#closing)
  }

  #add(place: SessionPlace): Kept<Host> {
    if (this.#kept.size >= this.#limits.maxOpen) this.#makeRoom()
    const kept: Kept<Host> = { host: this.#open(place), users: 0, usedAt: this.#monotonic() }
    this.#kept.set(place.session, kept)
    // One that cannot be opened now may be opened at the next call: its configuration was mended.
    kept.host.catch(() => {
      if (this.#kept.get(place.session) === kept) this.#kept.delete(place.session)
    })
    return kept
  }

  /** Of those that nobody uses, the one that was used longest ago. */
  #makeRoom(): void {
    const idle = [...this.#kept].filter(([, { users }]) => users === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    const [oldest] = idle
    if (oldest) this.#close(...oldest)
  }

  #close(session: string, kept: Kept<Host>): void {
    this.#kept.delete(session)
    this.#end(kept)
  }

  #end({ host }: Kept<Host>): void {
    const closing = host.then(
      (opened) => opened.close(),
      () => undefined,
    )
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing)).catch(() => undefined)
  }
}
