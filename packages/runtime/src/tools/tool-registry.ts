import { findBuiltInTool, PoundlockError, type ToolSpec } from '@poundlock/spec'
import type { ToolHandler } from '@poundlock/tools'
import { COMMAND_TOOLS } from '../exec/command-tools.ts'

/** The tools that can be called. Those that run commands (`exec`, `REPL`) are always
 * among them; the runtime serves them itself. */
export interface ToolRegistry {
  /** Every tool that can be called, `exec` and `REPL` first, then in the order in which they came. */
  list(): readonly ToolSpec[]
  /** The tool of a name: the name itself, or any spelling or alias of a built-in tool; `null` when there is none. */
  find(name: string): ToolSpec | null
  /**
   * Adds a tool of an MCP server or a client. Built-in names and their aliases (`read`, `bash`) are taken, so that no
   * tool can pass for another.
   *
   * @returns a function that removes the tool
   * @throws PoundlockError `TOOL_NAME` for a name that no model can use, `TOOL_NAME_TAKEN` for one that is in use
   */
  add(handler: ToolHandler): () => void
}

/** The registry as the pipeline uses it. */
export interface HandlerRegistry extends ToolRegistry {
  /** The handler of a tool; `null` for tools that run commands. */
  handlerOf(spec: ToolSpec): ToolHandler | null
}

/** Names that every provider takes. */
const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

/** @param builtIn handlers of built-in tools, fixed from here on */
export function createToolRegistry(builtIn: readonly ToolHandler[]): HandlerRegistry {
  const handlers = new Map<string, ToolHandler>()
  const fixed = new Set<string>(COMMAND_TOOLS.map(({ name }) => name))
  for (const handler of builtIn) {
    const { name } = handler.spec
    if (fixed.has(name)) throw taken(name)
    if (findBuiltInTool(name)?.name !== name) {
      throw new PoundlockError(`${JSON.stringify(name)} is not the name of a built-in tool`, {
        code: 'TOOL_NAME',
        remedy: 'Add it with tools.add.',
      })
    }
    fixed.add(name)
    handlers.set(name, handler)
  }
  return {
    list: () => [...COMMAND_TOOLS, ...[...handlers.values()].map(({ spec }) => spec)],
    find(name) {
      const own = handlers.get(name)
      if (own) return own.spec
      // A character that cannot be seen is no part of any tool's name.
      const known = typeof name === 'string' && !HIDDEN.test(name) ? findBuiltInTool(name) : null
      if (known === null) return null
      return COMMAND_TOOLS.find((spec) => spec.name === known.name) ?? handlers.get(known.name)?.spec ?? null
    },
    handlerOf: ({ name }) => handlers.get(name) ?? null,
    add(handler) {
      const { name } = handler.spec
      if (!NAME.test(name)) {
        throw new PoundlockError(`${JSON.stringify(name)} cannot be the name of a tool`, {
          code: 'TOOL_NAME',
          remedy: 'Use at most 64 letters, digits, underscores and dashes, a letter first.',
        })
      }
      const known = findBuiltInTool(name)
      // Some names belong to tools that gateways and clients serve; those are for them.
      const reserved = known !== null && (known.requiredPermission !== null || known.name !== name)
      if (reserved || handlers.has(name)) throw taken(name)
      handlers.set(name, handler)
      return () => {
        if (handlers.get(name) === handler) handlers.delete(name)
      }
    },
  }
}

const HIDDEN = /[\p{Cf}\p{Cc}]/u

const taken = (name: string) =>
  new PoundlockError(`there is a tool ${JSON.stringify(name)} already`, {
    code: 'TOOL_NAME_TAKEN',
    remedy: 'Give it another name; built-in tools and their aliases cannot be replaced.',
  })
