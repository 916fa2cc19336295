/** A server's information about itself. */
export interface McpServerInfo {
  /** As the server calls itself: nothing to rely on. */
  readonly name: string
  /** Of the server's own software. */
  readonly version: string
  /** The protocol revision of the connection, for example `2025-11-25`. */
  readonly protocolVersion: string
  /** For the model, as the server wrote it. */
  readonly instructions?: string
}

/** How a call gets on. */
export interface McpProgress {
  /** How far it is, in a unit of the server's; it only grows. */
  readonly progress: number
  /** What `progress` ends at; absent where that is not known. */
  readonly total?: number
  /** What it does now, for people. */
  readonly message?: string
}

export interface McpRequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds without an answer or a sign of progress. */
  readonly timeoutMs: number
}

export interface McpCallOptions extends McpRequestOptions {
  /** Milliseconds in all, however much progress there is. */
  readonly longestCallMs: number
  readonly onProgress?: (progress: McpProgress) => void
}

/** One page of a list of tools; the tools are as they came, nothing about them was checked. */
export interface ToolPage {
  readonly tools: readonly unknown[]
  readonly nextCursor?: string
}

/** A server that has introduced itself, however it is reached. */
export interface McpConnection {
  /** What it said of itself in the handshake. */
  readonly info: McpServerInfo
  /** Whether it has tools at all. */
  readonly hasTools: boolean
  /** Of a program that was started here. */
  readonly pid?: number
  /** @throws McpError */
  listTools(cursor: string | undefined, options: McpRequestOptions): Promise<ToolPage>
  /**
   * Calls a tool by its raw name.
   *
   * @returns the result as it came
   * @throws McpError
   */
  callTool(tool: string, input: Readonly<Record<string, unknown>>, options: McpCallOptions): Promise<unknown>
  /** Ends it, and everything that was started for it. Safe to call twice. */
  close(): Promise<void>
}

/** A folder that a server may work in. */
export interface McpRoot {
  /** A `file://` address. */
  readonly uri: string
  /** What people call the folder. */
  readonly name?: string
}

/** Our side of a connection: requests and notifications that a server can send. */
export interface McpClientSide {
  /** What servers call us. */
  readonly name: string
  /** Of our software. */
  readonly version: string
  /** Folders that it may work in; absent where they are not told. */
  readonly roots?: readonly McpRoot[]
  /** Answers `sampling/createMessage`; absent where servers may not ask the model. */
  readonly onSampling?: (params: unknown, signal: AbortSignal) => Promise<unknown>
  /** Answers `elicitation/create`; absent where servers may not ask the person. */
  readonly onElicitation?: (params: unknown, signal: AbortSignal) => Promise<unknown>
}

/** The events of a connection. */
export interface McpConnectionEvents {
  /** Called when the server says that its list is another now. */
  readonly onToolsChanged: () => void
  /** Once, when it ended without `close`. */
  readonly onClose: (why: string) => void
}
