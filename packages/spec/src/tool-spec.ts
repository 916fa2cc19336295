import type { RequiredPermission } from './permission-mode.ts'
import type { JsonSchema } from './schema/index.ts'

/** Hints about what a tool does; a missing one counts as the worst. Names as in the MCP specification. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnlyHint?: boolean
  /** What it changes may be lost. */
  readonly destructiveHint?: boolean
  /** It contacts others than this machine. */
  readonly openWorldHint?: boolean
  /** Called twice with the same input, it does no more than once. */
  readonly idempotentHint?: boolean
}

/** Everything that is known of a tool before it is called. */
export interface ToolSpec {
  /** What the model calls it: at most 64 of `[a-zA-Z0-9_-]`, starting with a letter. */
  readonly name: string
  /** For the model: what it does, and when to call it. */
  readonly description: string
  /** A closed JSON Schema: a key it does not name is refused. */
  readonly inputSchema: JsonSchema
  /** An upper bound; a plan can prove that one call needs less. */
  readonly requiredPermission: RequiredPermission
  /** For example `group:runtime`. */
  readonly groups: readonly string[]
  /** Hints of its author, which decide nothing. */
  readonly annotations: ToolAnnotations
  /** One line for the system prompt. */
  readonly summary: string
}

/** One call of a tool, as a model or a user made it; `input` is not validated yet. */
export interface ToolCall {
  /** Unique within its session; what a repeated request is recognised by. */
  readonly id: string
  /** As the model wrote it: a name or an alias, or a tool that does not exist. */
  readonly name: string
  /** What the model gave; nothing is known of it before it is validated. */
  readonly input: unknown
}
