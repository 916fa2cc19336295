import { type McpManager, type McpTool, mcpToolHandler, type ToolForClients } from '@poundlock/mcp'
import { PoundlockError } from '@poundlock/spec'
import type { ToolHandler } from '@poundlock/tools'
import type { Assembly, AssemblyOptions } from '../host/assemble.ts'
import { mayBeCalled, whyNotCalled } from '../host/may-be-called.ts'
import { toolParts } from '../host/tool-parts.ts'
import { PROPOSE_GRANT } from './policy-tools.ts'

/** The tools of servers among those of a runtime, as the servers list them now. */
export class DownstreamTools {
  readonly #manager: McpManager
  readonly #runtime: Assembly['runtime']
  readonly #serve: (tool: McpTool) => ToolHandler
  readonly #added = new Map<string, { readonly fingerprint: string; readonly remove: () => void }>()

  /** @param serve the handler of a tool; the manager's unless set */
  constructor(
    manager: McpManager,
    runtime: Assembly['runtime'],
    serve: (tool: McpTool) => ToolHandler = (tool) => mcpToolHandler(manager, tool),
  ) {
    this.#manager = manager
    this.#runtime = runtime
    this.#serve = serve
  }

  has(name: string): boolean {
    return this.#added.has(name)
  }

  /** Takes all of them out of the runtime. */
  withdraw(): void {
    for (const { remove } of this.#added.values()) remove()
    this.#added.clear()
  }

  /** Adds new tools, and removes those that are gone, withheld or changed. @returns whether anything changed */
  sync(): boolean {
    let changed = false
    const tools = new Map(
      this.#manager.tools().flatMap((tool) => (tool.withheldBy === null ? [[tool.publicName, tool] as const] : [])),
    )
    const fingerprintOf = ({ digest, requiredPermission }: { digest: string; requiredPermission: string }) =>
      `${digest} ${requiredPermission}`
    for (const [name, { fingerprint, remove }] of this.#added) {
      const tool = tools.get(name)
      if (tool && fingerprintOf(tool) === fingerprint) continue
      remove()
      this.#added.delete(name)
      changed = true
    }
    for (const [name, tool] of tools) {
      if (this.#added.has(name)) continue
      try {
        this.#added.set(name, {
          fingerprint: fingerprintOf(tool),
          remove: this.#runtime.tools.add(this.#serve(tool)),
        })
        changed = true
      } catch (error) {
        // A name that is taken, or that no model can use: the others can be called.
        if (!PoundlockError.isInstance(error)) throw error
      }
    }
    return changed
  }
}

/** Tools whose result does not go to the model, or whose caller lists its tools itself: no client here does. */
const NOT_FOR_CLIENTS: readonly string[] = ['StructuredOutput', 'SendUserMessage', 'ToolSearch']

/** The tools of ours that clients get. */
export const clientToolParts: NonNullable<AssemblyOptions['tools']> = (...given) => {
  const { handlers, ...parts } = toolParts(...given)
  return { ...parts, handlers: handlers.filter(({ spec }) => !NOT_FOR_CLIENTS.includes(spec.name)) }
}

/**
 * The tools that a session may call. Tools that the policy denies by name are not offered.
 *
 * @param hidden names that are decided like tools, and are none
 */
export function servedTools(
  assembly: Assembly,
  session: string,
  hidden: ReadonlySet<string> = new Set(),
): readonly ToolForClients[] {
  const { agent } = assembly.context
  const proposes = whyNotCalled(assembly, PROPOSE_GRANT, { agent, session }) === null ? [PROPOSE_GRANT] : []
  const listed = [...mayBeCalled(assembly, { agent, session }), ...proposes].filter(({ name }) => !hidden.has(name))
  return listed.map(({ name, description, inputSchema, annotations, summary }) => ({
    name,
    ...(summary !== '' && { title: summary }),
    description,
    inputSchema,
    annotations,
  }))
}
