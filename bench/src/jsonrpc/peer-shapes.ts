import type { Readable, Writable } from 'node:stream'

/** Ways of asking and answering. */
export type Answerer = 'raw' | 'newline' | 'content-length' | 'vscode' | 'mcp-v1' | 'mcp-v2'

/** What is used of vscode-jsonrpc. */
export interface VscodeConnections {
  readonly default: {
    readonly StreamMessageReader: new (stream: Readable) => object
    readonly StreamMessageWriter: new (stream: Writable) => object
    readonly createMessageConnection: (reader: object, writer: object) => VscodeConnection
  }
}

export interface VscodeConnection {
  onRequest(method: string, answer: () => unknown): void
  sendRequest(method: string, params: object): Promise<unknown>
  listen(): void
  dispose(): void
}

/** What is used of the MCP SDK, both lines. */
export interface McpServer {
  readonly Server: new (about: object, options: object) => { connect(transport: object): Promise<void> }
}
export interface McpStdioServer {
  readonly StdioServerTransport: new () => object
}
export interface McpClient {
  readonly Client: new (about: object) => {
    connect(transport: object): Promise<void>
    ping(): Promise<unknown>
    close(): Promise<void>
  }
}
export interface McpStdioClient {
  readonly StdioClientTransport: new (options: object) => { readonly pid: number | null }
}
