import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec'
import type { InputUse } from '../servers/server-definition.ts'

/** A tool of a server, as it was listed and checked. The schemas are kept as text: ten thousand of them as objects fill the memory. */
export interface ListedMcpTool {
  /** As the server calls it. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** JSON, keys in order. */
  readonly inputSchema: string
  readonly annotations: ToolAnnotations
  /** SHA-256 of all that a person accepts: name, title, description, schema and annotations. */
  readonly digest: string
}

/** What is known of the inputs of a tool: `ToolInputs` of `@poundlock/policy/calls`. */
export interface NamedInputs {
  readonly uses: Readonly<Record<string, InputUse>>
  readonly guess: 'all' | 'addresses'
  readonly onlyReads: boolean
  readonly base?: string
}

/** Why a tool cannot be called, though its server lists it. */
export type ToolHold =
  /** It is not what was accepted. */
  | 'changed'
  /** It came, or got its name, after the others were accepted. */
  | 'added'
  /** Nobody has accepted any tool of the server yet, and it was said that somebody must. */
  | 'unaccepted'

/** A tool as the manager knows it. */
export interface McpTool extends ListedMcpTool {
  readonly server: string
  /** What models and policies call it. */
  readonly publicName: string
  readonly requiredPermission: RequiredPermission
  /** Which of its inputs name files or addresses. */
  readonly inputs: NamedInputs
  /** `null` when it can be called. */
  readonly held: ToolHold | null
}

/** A tool that cannot be used for what it is; the others of its server can. */
export interface QuarantinedTool {
  readonly name: string
  readonly reason: string
}
