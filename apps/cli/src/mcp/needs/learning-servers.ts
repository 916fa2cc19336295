import { createHash } from 'node:crypto'
import type { McpManager } from '@poundlock/mcp'
import type { Sandbox, SandboxDenial } from '@poundlock/sandbox'
import { type ProcessHandle, sortedJson } from '@poundlock/spec'
import { type Bounds, placeNeeds } from './named-places.ts'
import type { NeedsBook } from './needs-book.ts'
import { programsBelow } from './running-programs.ts'
import { describeNeeds, joinNeeds, needNothing, needsBeyond, NO_NEEDS, type ServerNeeds } from './server-needs.ts'

/** A server that runs with a manifest. */
interface RunningServer {
  readonly sandbox: Sandbox
  readonly handle: ProcessHandle
  readonly bounds: Bounds
  readonly granted: ServerNeeds
  /** The end of its error output. */
  readonly stderr: () => string
  /** The packages that were fetched for it, with their releases. */
  readonly packages: () => readonly string[]
}

/** Learns from contained servers what they need: from refused hosts, from their errors, and from what they run. */
export class LearningServers {
  readonly #book: NeedsBook
  readonly #running = new Map<string, RunningServer>()
  readonly #endings = new Map<string, Promise<void>>()
  /** What was refused since the last result. */
  readonly #refused = new Map<string, ServerNeeds>()

  constructor(book: NeedsBook) {
    this.#book = book
  }

  began(server: string, running: RunningServer): void {
    this.#running.set(server, running)
    const ended = (exitCode: number | null) => this.#ended(server, running, exitCode)
    const ending = running.handle.exited.then(
      ({ code }) => ended(code),
      () => ended(null),
    )
    this.#endings.set(server, ending)
  }

  /** Settles when what a server left in its error output is read, if it has ended or is about to. */
  async settled(server: string): Promise<void> {
    await this.#endings.get(server)
  }

  refusedHost(server: string, host: string): void {
    this.#note(server, { hosts: [host] })
  }

  /** Its tools were listed: a grant for other tools or packages no longer counts, and a server that runs with it is ended. */
  listed(server: string, manager: McpManager): void {
    const running = this.#running.get(server)
    const report = manager.server(server)
    if (running === undefined || report?.info == null) return
    this.#look(server, running)
    const { name, version } = report.info
    const tools = manager.tools(server).map((tool) => [tool.name, tool.digest])
    const listed = createHash('sha256')
      .update(sortedJson({ name, version, tools, packages: running.packages() }))
      .digest('hex')
    const isDropped = this.#book.wasListed(server, listed)
    if (isDropped && !needNothing(running.granted)) void manager.stop(server)
  }

  /**
   * Reads a result for refusals.
   *
   * @param failure the text of a failed call
   * @returns what was refused, for the caller; `null` where nothing was
   */
  answered(server: string, failure: string | null): string | null {
    const running = this.#running.get(server)
    if (running !== undefined) this.#look(server, running)
    if (running !== undefined && failure !== null) {
      this.#learn(server, running, running.sandbox.explain({ exitCode: 1, signal: null, stderr: failure }))
    }
    const refused = this.#refused.get(server)
    this.#refused.delete(server)
    if (refused === undefined) return null
    return `The server ${JSON.stringify(server)} was refused what its manifest does not have: ${describeNeeds(refused).join('; ')}. A person can grant it: poundlock mcp trust ${server} --needs`
  }

  async #ended(server: string, running: RunningServer, exitCode: number | null): Promise<void> {
    const { sandbox, handle } = running
    this.#learn(server, running, sandbox.explain({ exitCode, signal: null, stderr: running.stderr(), process: handle }))
    if (this.#running.get(server) === running) this.#running.delete(server)
    await sandbox.close().catch(() => undefined)
  }

  #look(server: string, { handle }: RunningServer): void {
    if (handle.pid !== undefined) this.#book.ran(server, programsBelow(handle.pid))
  }

  #learn(server: string, { bounds, granted }: RunningServer, denials: readonly SandboxDenial[]): void {
    for (const { kind, target } of denials) {
      if (target?.startsWith('/') && (kind === 'read' || kind === 'write'))
        this.#note(server, placeNeeds(kind, target, bounds), granted)
    }
  }

  #note(server: string, needs: Partial<ServerNeeds>, granted = this.#running.get(server)?.granted ?? NO_NEEDS): void {
    const beyond = needsBeyond(joinNeeds(NO_NEEDS, needs), granted)
    if (needNothing(beyond)) return
    this.#refused.set(server, joinNeeds(this.#refused.get(server) ?? NO_NEEDS, beyond))
    this.#book.want(server, beyond)
  }
}
