import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec'
import type { InputUse } from '../servers/server-definition.ts'

/** A tool of a server, as it was listed and checked. The schemas are kept as text: ten thousand of them as objects fill the memory. */
export interface ListedMcpTool {
  /** As the server calls it. */
  readonly name: string
  /** What people read; absent where the server gives none. */
  readonly title?: string
  /** What the model reads about it; empty where the server gives none. */
  readonly description: string
  /** JSON, keys in order. */
  readonly inputSchema: string
  /** What the server says that it does: nothing to rely on. */
  readonly annotations: ToolAnnotations
  /** SHA-256 of all that a person accepts: name, title, description, schema and annotations. */
  readonly digest: string
}

/** The meaning of a tool's inputs: `ToolInputs` of `@poundlock/policy`. */
export interface NamedInputs {
  /** By the name of the input. */
  readonly uses: Readonly<Record<string, InputUse>>
  /** Which other inputs are guessed from their names and values: all, or addresses alone. */
  readonly guess: 'all' | 'addresses'
  /** True where it changes nothing, by the word of the owner or the server. */
  readonly onlyReads: boolean
  /** Where its program runs, and whether in a sandbox. */
  readonly program: 'uncontained' | 'contained' | 'offline' | 'elsewhere'
  /** True where its sandbox has the network that commands have. */
  readonly networkUnchanged?: boolean
  /** What relative paths start from, absolute; the workspace unless set. */
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
  /** Name of the server in the configuration. */
  readonly server: string
  /** The name for models and policies. */
  readonly publicName: string
  /** The most that it can do, as policies are asked. */
  readonly requiredPermission: RequiredPermission
  /** Which of its inputs name files or addresses. */
  readonly inputs: NamedInputs
  /** `null` when it can be called. */
  readonly withheldBy: ToolHold | null
}

/** A tool that cannot be used; the others of its server can. */
export interface QuarantinedTool {
  /** As the server calls it. */
  readonly name: string
  /** Why, one sentence. */
  readonly reason: string
}
