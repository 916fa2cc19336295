/** A part of a result, as models take them. */
export type McpContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; /** Base64. */ readonly data: string }

/** The result of a tool. */
export interface McpToolResult {
  /** What the model reads, in order. */
  readonly content: readonly McpContent[]
  /** The same as data, where the tool has it. */
  readonly structured?: unknown
  /** Whether the tool says that it could not do it. */
  readonly isError: boolean
  /** Where the whole text is, when the content holds less. */
  readonly spillFile?: string
}
