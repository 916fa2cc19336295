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

/** The meaning of a tool's inputs: `ToolInputs` of `@poundlock/policy`. */
export interface NamedInputs {
  readonly uses: Readonly<Record<string, InputUse>>
  readonly guess: 'all' | 'addresses'
  readonly onlyReads: boolean
  readonly program: 'uncontained' | 'contained' | 'offline' | 'elsewhere'
  readonly networkUnchanged?: boolean
  readonly base?: string
}

/** Why a tool cannot be called, though its server lists it. */
export type ToolHold =
  /** It differs from the accepted one. */
  | 'changed'
  /** It came, or got its name, after the others were accepted. */
  | 'added'
  /** No tool of the server is accepted yet, and a person has to. */
  | 'unaccepted'

/** A tool as the manager knows it. */
export interface McpTool extends ListedMcpTool {
  readonly server: string
  /** The name for models and policies. */
  readonly publicName: string
  readonly requiredPermission: RequiredPermission
  /** Which of its inputs name files or addresses. */
  readonly inputs: NamedInputs
  /** `null` when it can be called. */
  readonly withheldBy: ToolHold | null
}

/** A tool that cannot be used; the others of its server can. */
export interface QuarantinedTool {
  readonly name: string
  readonly reason: string
}
