import { setTimeout as sleep } from 'node:timers/promises'
import type { McpClientSide, McpConnection } from '../connection/mcp-connection.ts'
import { keepAccepted } from '../manifest/keep-accepted.ts'
import { driftOf, holdOf, launchDigest, type McpManifest, type McpPins } from '../manifest/manifest.ts'
import type { McpStore } from '../manifest/mcp-store.ts'
import { McpError } from '../mcp-error.ts'
import type { McpToolResult } from '../results/mcp-result.ts'
import { readResult } from '../results/read-result.ts'
import { SERVER_DEFAULTS, type McpServerDefinition } from '../servers/server-definition.ts'
import { StderrRing } from '../stdio/stderr-ring.ts'
import { checkInput } from '../tools/check-input.ts'
import { listAllTools } from '../tools/list-all-tools.ts'
import type { ListedMcpTool, ToolHold } from '../tools/mcp-tool.ts'
import { isWanted, unmatchedPatterns } from '../tools/wanted-tools.ts'
import { type Backoff, FailureCount } from './backoff.ts'
import type { ManagedCallOptions } from './managed-call.ts'
import { openServer, refuseWithheldStart, type ServerSurroundings } from './open-server.ts'
import type { McpServerReport } from './server-report.ts'

const DAY_MS = 24 * 60 * 60_000

/** A list that changes all the time is not read all the time. */
const RELIST_PAUSE_MS = 500

export interface ManagedServerOptions {
  readonly definition: McpServerDefinition
  readonly store: McpStore
  readonly side: McpClientSide
  readonly surroundings: ServerSurroundings
  readonly backoff: Backoff
  readonly spillDirectory?: string
  /** Something about it changed that a person may want to see. */
  readonly onChange: () => void
}

/** One server: started when it is called, restarted when it fails, stopped when it is idle. */
export class ManagedServer {
  readonly definition: McpServerDefinition
  readonly #options: ManagedServerOptions
  readonly #launch: string
  readonly #failures: FailureCount
  #stderr = new StderrRing()
  #manifest: McpManifest | null | undefined
  #pins: McpPins | null | undefined
  #connection: McpConnection | undefined
  #starting: Promise<McpConnection> | undefined
  #relisting: Promise<void> | undefined
  #listIsOld = false
  #idleTimer: NodeJS.Timeout | undefined
  #running = 0
  #calls = 0
  #starts = 0
  #problem: string | null = null
  readonly #closing = new AbortController()
  /** Servers that end: nothing may be left when this is closed. */
  readonly #endings = new Set<Promise<void>>()

  constructor(options: ManagedServerOptions) {
    this.definition = options.definition
    this.#options = options
    this.#launch = launchDigest(options.definition)
    this.#failures = new FailureCount(options.backoff)
  }

  /** The manifest of its last run; `null` when it never ran. */
  get manifest(): McpManifest | null {
    if (this.#manifest === undefined) {
      const stored = this.#options.store.readManifest(this.definition.name)
      this.#manifest = stored?.launch === this.#launch ? stored : null
    }
    return this.#manifest
  }

  /** The tools that its filters let through, each with why it is held back. */
  get tools(): readonly { readonly tool: ListedMcpTool; readonly withheldBy: ToolHold | null }[] {
    const pins = this.#readPins()
    return (this.manifest?.tools ?? [])
      .filter((tool) => isWanted(this.definition, tool.name))
      .map((tool) => ({ tool, withheldBy: this.#holdOf(tool, pins) }))
  }

  report(): McpServerReport {
    const { definition, manifest } = this
    const { transport } = definition
    let tools: ManagedServer['tools'] = []
    let drift = driftOf([], null)
    let problem = this.#problem ?? manifest?.problem ?? null
    try {
      tools = this.tools
      drift = driftOf(manifest?.tools ?? [], manifest === null ? null : this.#readPins())
    } catch (error) {
      problem = (error as Error).message
    }
    const withheld = tools.filter((entry) => entry.withheldBy !== null).length
    return {
      name: definition.name,
      state: this.#connection ? (this.#calls > 0 ? 'invoked' : 'started') : manifest ? 'manifest-known' : 'configured',
      origin: definition.origin,
      transport: transport.kind,
      target: transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url,
      info: manifest?.info ?? null,
      listedAt: manifest?.listedAt ?? null,
      callable: tools.length - withheld,
      withheld,
      quarantined: (manifest?.quarantined ?? []).filter((tool) => isWanted(this.definition, tool.name)),
      drift,
      unmatched: manifest === null ? [] : unmatchedPatterns(definition, manifest.tools),
      problem,
      failures: this.#failures.failures,
      restarts: Math.max(0, this.#starts - 1),
      down: this.#failures.isDown(Date.now()),
      pid: this.#connection?.pid ?? null,
      stderr: this.#stderr.text(),
    }
  }

  /** Starts it and lists its tools anew. Failures before this do not count. @throws McpError */
  async refresh(signal?: AbortSignal): Promise<void> {
    this.#failures.reset()
    const isRunning = this.#connection !== undefined
    if (!isRunning) refuseWithheldStart(this.definition)
    await this.#started(signal)
    if (isRunning) {
      this.#listIsOld = true
      await this.#relist()
    }
    this.#rest()
  }

  /** Accepts these tools and no others; earlier acceptance is forgotten. */
  accept(tools: readonly Pick<ListedMcpTool, 'name' | 'digest'>[]): void {
    const pins = new Map(tools.map(({ name, digest }) => [name, digest]))
    keepAccepted(this.#options.store, this.definition.name, pins, this.manifest?.tools ?? [])
    this.#pins = pins
  }

  /** What is accepted may have been changed elsewhere: it is read anew. */
  reread(): void {
    this.#pins = undefined
    this.#options.onChange()
  }

  /** @throws McpError */
  async call(tool: string, input: unknown, options: ManagedCallOptions): Promise<McpToolResult> {
    this.#running++
    clearTimeout(this.#idleTimer)
    try {
      const connection = await this.#started(options.signal)
      // A changed list of tools is read before the next call.
      while (this.#relisting !== undefined) await this.#relisting
      const listed = this.#callable(tool, options.digest)
      const values = checkInput(this.definition.name, listed, input)
      const limits = { ...SERVER_DEFAULTS, ...this.definition }
      const answer = await connection
        .callTool(tool, values, {
          timeoutMs: limits.timeoutMs,
          longestCallMs: limits.longestCallMs,
          ...(options.signal && { signal: options.signal }),
          ...(options.onProgress && { onProgress: options.onProgress }),
        })
        .catch((error: unknown) => {
          if ((error as McpError).code === 'MCP_REMOTE') this.#answered()
          throw this.#explained(error)
        })
      this.#answered()
      return await readResult(this.definition.name, answer, {
        maxResultCharacters: limits.maxResultCharacters,
        ...(this.#options.spillDirectory !== undefined && { spillDirectory: this.#options.spillDirectory }),
      })
    } finally {
      this.#running--
      this.#rest()
    }
  }

  /** Ends it; a later call starts it again. */
  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const connection = this.#connection ?? (await this.#starting?.catch(() => undefined))
    if (!connection || connection !== this.#connection) return
    this.#connection = undefined
    this.#options.onChange()
    await this.#endOf(connection)
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.stop()
    await Promise.all(this.#endings)
  }

  async #started(signal?: AbortSignal): Promise<McpConnection> {
    if (this.#closing.signal.aborted) throw this.#error('MCP_CLOSED', 'is closed: the manager was.')
    if (this.#connection) return this.#connection
    // A caller that gives up does not stop the start for others.
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined))
    if (!signal) return this.#starting
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    const giveUp = () => aborted.reject(this.#error('MCP_CANCELLED', 'was given up while it started.'))
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await Promise.race([this.#starting, aborted.promise])
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  async #start(): Promise<McpConnection> {
    if (this.#failures.isDown(Date.now())) {
      throw new McpError(
        `The server ${JSON.stringify(this.definition.name)} failed ${this.#failures.failures} times in a row and is not started again: ${this.#problem ?? 'it ended'}`,
        {
          code: 'MCP_DOWN',
          details: { server: this.definition.name },
          remedy: `Find the problem: poundlock mcp doctor ${this.definition.name}`,
        },
      )
    }
    const delay = this.#failures.delay(Date.now())
    if (delay > 0) await sleep(delay, undefined, { signal: this.#closing.signal })
    this.#stderr = new StderrRing()
    this.#starts++
    let connection: McpConnection | undefined
    try {
      connection = await openServer(
        {
          definition: this.definition,
          side: this.#options.side,
          stderr: this.#stderr,
          signal: this.#closing.signal,
          ...this.#lastRevision(),
          events: {
            onToolsChanged: () => this.#toolsChanged(),
            onClose: (why) => this.#ended(connection, why),
          },
        },
        this.#options.surroundings,
      )
      await this.#list(connection)
    } catch (error) {
      await connection?.close()
      this.#failed((error as Error).message)
      throw error
    }
    if (this.#closing.signal.aborted) {
      await connection.close()
      throw this.#error('MCP_CLOSED', 'is closed: the manager was.')
    }
    this.#connection = connection
    this.#calls = 0
    if (this.#failures.failures === 0) this.#problem = null
    this.#options.onChange()
    return connection
  }

  /** A server that was found to speak an older revision is asked for the newer one again after a day. */
  #lastRevision(): { readonly lastRevision?: string } {
    const { info, listedAt } = this.manifest ?? {}
    const isFresh = listedAt !== undefined && Date.now() - Date.parse(listedAt) < DAY_MS
    return info && isFresh ? { lastRevision: info.protocolVersion } : {}
  }

  async #list(connection: McpConnection): Promise<void> {
    const { timeoutMs } = { ...SERVER_DEFAULTS, ...this.definition }
    const listing = connection.hasTools
      ? await listAllTools(connection, { timeoutMs })
      : { tools: [], quarantined: [], problem: null }
    const { store } = this.#options
    this.#manifest = { launch: this.#launch, listedAt: new Date().toISOString(), info: connection.info, ...listing }
    store.writeManifest(this.definition.name, this.#manifest)
    // Read anew: another process may have accepted something.
    this.#pins = undefined
    if (this.#readPins() === null && this.definition.pins !== 'explicit') this.accept(listing.tools)
    this.#options.onChange()
  }

  #toolsChanged(): void {
    this.#listIsOld = true
    if (this.#connection) void this.#relist()
  }

  async #relist(): Promise<void> {
    this.#relisting ??= (async () => {
      while (this.#listIsOld && this.#connection) {
        this.#listIsOld = false
        const connection = this.#connection
        try {
          await this.#list(connection)
        } catch (error) {
          // A tool that is not known cannot be called.
          this.#problem = (error as Error).message
          if (connection === this.#connection) void this.stop()
        }
        if (this.#listIsOld) await sleep(RELIST_PAUSE_MS)
      }
    })().finally(() => (this.#relisting = undefined))
    await this.#relisting
  }

  #callable(name: string, digest: string | undefined): ListedMcpTool {
    const quarantined = this.manifest?.quarantined.find((tool) => tool.name === name)
    if (quarantined) {
      throw this.#error(
        'MCP_TOOL_HELD',
        `has a tool ${JSON.stringify(name)} that cannot be used: ${quarantined.reason}.`,
      )
    }
    const tool = isWanted(this.definition, name) ? this.manifest?.tools.find((one) => one.name === name) : undefined
    if (!tool) throw this.#error('MCP_TOOL_UNKNOWN', `has no tool ${JSON.stringify(name)}, or it is filtered out.`)
    // Another process may have withheld it meanwhile.
    this.#pins = this.#options.store.readPins(this.definition.name)
    const withheldBy = this.#holdOf(tool, this.#pins)
    if (withheldBy !== null) throw this.#withheld(name, withheldBy)
    if (digest !== undefined && digest !== tool.digest) throw this.#withheld(name, 'changed')
    return tool
  }

  #withheld(tool: string, hold: ToolHold): McpError {
    const target = {
      changed: 'is not what was accepted: its description, schema or annotations have changed',
      added: 'was added after the others were accepted',
      unaccepted: 'was not accepted yet',
    }[hold]
    return new McpError(
      `The tool ${JSON.stringify(tool)} of the server ${JSON.stringify(this.definition.name)} ${target}.`,
      {
        code: 'MCP_TOOL_HELD',
        details: { server: this.definition.name, tool, hold },
        remedy: `Look at it (poundlock mcp tools ${this.definition.name}), and accept it: poundlock mcp trust ${this.definition.name} ${tool}`,
      },
    )
  }

  #holdOf(tool: ListedMcpTool, pins: McpPins | null): ToolHold | null {
    return holdOf(tool, pins, this.definition.pins ?? 'first-use')
  }

  #readPins(): McpPins | null {
    if (this.#pins === undefined) this.#pins = this.#options.store.readPins(this.definition.name)
    return this.#pins
  }

  #answered(): void {
    this.#calls++
    this.#failures.reset()
    this.#problem = null
  }

  #ended(connection: McpConnection | undefined, why: string): void {
    if (connection === undefined || connection !== this.#connection) return
    this.#connection = undefined
    void this.#endOf(connection)
    this.#failed(why)
  }

  #endOf(connection: McpConnection): Promise<void> {
    const ending = connection.close().finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
    return ending
  }

  #failed(why: string): void {
    this.#failures.failed(Date.now())
    this.#problem = why
    this.#options.onChange()
  }

  /** Stops it after some time without calls. */
  #rest(): void {
    clearTimeout(this.#idleTimer)
    if (this.#running > 0 || !this.#connection) return
    const { idleMs } = { ...SERVER_DEFAULTS, ...this.definition }
    if (!Number.isFinite(idleMs)) return
    this.#idleTimer = setTimeout(() => void this.stop(), Math.min(idleMs, 2 ** 31 - 1)).unref()
  }

  /** A call whose server ended may have been carried out, or not. */
  #explained(error: unknown): unknown {
    if (!(error instanceof McpError) || error.code !== 'MCP_CLOSED') return error
    const lastLines = this.#stderr.lastLines(3)
    return new McpError(
      `The server ${JSON.stringify(this.definition.name)} ended before it answered; whether the call was carried out is unknown.${lastLines === '' ? '' : `\n${lastLines}`}`,
      { code: 'MCP_CLOSED', cause: error, details: { ...error.details, stderr: lastLines } },
    )
  }

  #error(code: 'MCP_CLOSED' | 'MCP_CANCELLED' | 'MCP_TOOL_HELD' | 'MCP_TOOL_UNKNOWN', target: string): McpError {
    const server = this.definition.name
    return new McpError(`The server ${JSON.stringify(server)} ${target}`, { code, details: { server } })
  }
}
