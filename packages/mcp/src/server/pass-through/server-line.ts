import { RpcFailure } from '@poundlock/jsonrpc'
import { METHODS } from '../../connection/protocol.ts'
import { readToolPage } from '../../connection/read-answer.ts'
import type { LinkEvents, McpLink } from '../../link/mcp-link.ts'
import { listAllTools } from '../../tools/list-all-tools.ts'
import type { Values } from '../client-request.ts'
import type { McpPassThrough } from './pass-through.ts'
import { asFailure, type LinkUser, RoutedLink, type RoutedRequest } from './routed-link.ts'

/** Starts in a row that came to nothing, after which it is not tried again for a while. */
const MOST_FAILURES = 3
const REST_MS = 30_000

/** The server, for one client or for several: opened when it is needed, and again after its end. */
export class ServerLine {
  readonly #server: McpPassThrough
  readonly #events: Pick<LinkEvents, 'onRequest' | 'onClose'> & { readonly owner?: LinkUser }
  #opening: Promise<{ readonly link: McpLink; readonly routed: RoutedLink }> | undefined
  #tools: Promise<ReadonlyMap<string, string>> | undefined
  #failures = 0
  #failedAt = 0
  #closed = false

  /** @param events.owner the only client, which gets messages without a recipient */
  constructor(
    server: McpPassThrough,
    events: Pick<LinkEvents, 'onRequest' | 'onClose'> & { readonly owner?: LinkUser },
  ) {
    this.#server = server
    this.#events = events
  }

  /** @throws RpcFailure */
  async request(user: LinkUser, method: string, params: Values, request: RoutedRequest): Promise<Values> {
    const { routed } = await this.#opened()
    return routed.request(user, method, params, request)
  }

  async notify(method: string, params: Values | undefined): Promise<void> {
    if (!this.#opening) return
    const { link } = await this.#opening
    await link.notify(method, params)
  }

  async agreed(revision: string): Promise<void> {
    const { link } = await this.#opened()
    link.agreed(revision)
  }

  /**
   * The digest of a tool as it is listed here: a tool that has changed since it was accepted is not called. @throws
   * RpcFailure
   */
  async digestOf(tool: string, meta: Values): Promise<string | undefined> {
    this.#tools ??= this.#listTools(meta).catch((error: unknown) => {
      this.#tools = undefined
      throw asFailure(error)
    })
    return (await this.#tools).get(tool)
  }

  async close(): Promise<void> {
    this.#closed = true
    const opened = await this.#opening?.catch(() => undefined)
    await opened?.link.close()
  }

  async #listTools(meta: Values): Promise<ReadonlyMap<string, string>> {
    const { timeoutMs } = this.#server.limits
    const { link } = await this.#opened()
    const listTools = async (cursor: string | undefined, request: { timeoutMs: number }) => {
      const params = { ...(cursor !== undefined && { cursor }), ...meta }
      return readToolPage(this.#server.server, await link.request(METHODS.listTools, params, request))
    }
    const { tools } = await listAllTools({ listTools }, { timeoutMs })
    return new Map(tools.map(({ name, digest }) => [name, digest]))
  }

  async #opened() {
    if (this.#closed) throw gone('it was closed')
    const rests = this.#failures >= MOST_FAILURES && performance.now() - this.#failedAt < REST_MS
    if (!this.#opening && rests) throw gone(`it failed ${this.#failures} times in a row; try again later`)
    this.#opening ??= this.#open()
    return this.#opening
  }

  async #open() {
    const { onRequest, onClose, owner } = this.#events
    const routed = new RoutedLink(owner)
    try {
      const link = await this.#server.open({
        onRequest,
        onNotification: (method, params) => {
          if (method === METHODS.toolsChanged) this.#tools = undefined
          this.#failures = 0
          routed.onNotification(method, params)
        },
        onClose: (why) => {
          this.#opening = undefined
          this.#tools = undefined
          this.#failed()
          onClose(why)
        },
      })
      if (this.#closed) {
        await link.close()
        throw gone('it was closed')
      }
      routed.attach(link)
      return { link, routed }
    } catch (error) {
      this.#opening = undefined
      this.#failed()
      throw error instanceof RpcFailure ? error : gone((error as Error).message)
    }
  }

  #failed(): void {
    this.#failures++
    this.#failedAt = performance.now()
  }
}

const gone = (why: string) => new RpcFailure({ code: -32_000, message: `the server cannot be reached: ${why}` })
