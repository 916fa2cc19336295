import { type McpManager, type McpTool, mcpToolHandler, type ServedTool } from '@poundlock/mcp'
import { PoundlockError } from '@poundlock/spec'
import type { ToolHandler } from '@poundlock/tools'
import type { Assembly, AssemblyOptions } from '../setup/assemble.ts'
import { toolParts } from '../setup/tool-parts.ts'
import { mayBeCalled } from '../tools/may-be-called.ts'

/** The tools of servers among those of a runtime, as the servers list them now. */
export class DownstreamTools {
  readonly #manager: McpManager
  readonly #runtime: Assembly['runtime']
  readonly #serve: (tool: McpTool) => ToolHandler
  readonly #added = new Map<string, { readonly what: string; readonly remove: () => void }>()

  /** @param serve what serves a tool; the manager unless set */
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

  /** Adds what is new, takes away what is gone, held back or changed. @returns whether anything was */
  sync(): boolean {
    let changed = false
    const tools = new Map(
      this.#manager.tools().flatMap((tool) => (tool.held === null ? [[tool.publicName, tool] as const] : [])),
    )
    const whatOf = ({ digest, requiredPermission }: { digest: string; requiredPermission: string }) =>
      `${digest} ${requiredPermission}`
    for (const [name, { what, remove }] of this.#added) {
      const tool = tools.get(name)
      if (tool && whatOf(tool) === what) continue
      remove()
      this.#added.delete(name)
      changed = true
    }
    for (const [name, tool] of tools) {
      if (this.#added.has(name)) continue
      try {
        this.#added.set(name, {
          what: whatOf(tool),
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

/** Tools whose result somebody else than the model takes, or who lists its tools elsewhere: no client of ours does. */
const NOT_FOR_CLIENTS: readonly string[] = ['StructuredOutput', 'SendUserMessage', 'ToolSearch']

/** The tools of ours that clients get. */
export const clientToolParts: NonNullable<AssemblyOptions['tools']> = (...given) => {
  const { handlers, ...parts } = toolParts(...given)
  return { ...parts, handlers: handlers.filter(({ spec }) => !NOT_FOR_CLIENTS.includes(spec.name)) }
}

/**
 * What a session may call at all, before anything is known of a call. What the policy denies by name is not offered.
 *
 * @param hidden what is decided as a tool, and is none
 */
export function servedTools(
  assembly: Assembly,
  session: string,
  hidden: ReadonlySet<string> = new Set(),
): readonly ServedTool[] {
  const { agent } = assembly.context
  const listed = mayBeCalled(assembly, { agent, session }).filter(({ name }) => !hidden.has(name))
  return listed.map(({ name, description, inputSchema, annotations, summary }) => ({
    name,
    ...(summary !== '' && { title: summary }),
    description,
    inputSchema,
    annotations,
  }))
}
