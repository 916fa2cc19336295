export type {
  McpClientSide,
  McpConnection,
  McpConnectionEvents,
  McpProgress,
  McpRoot,
  McpServerInfo,
} from './connection/mcp-connection.ts'
export type { AuthorizationStore, McpAuthorization } from './http/authorization.ts'
export type { LinkEvents, LinkRequest, McpLink } from './link/mcp-link.ts'
export { type Backoff } from './manager/backoff.ts'
export type { ManagedCallOptions } from './manager/managed-call.ts'
export {
  createMcpManager,
  type McpManager,
  type McpManagerOptions,
  type ServerQuestion,
} from './manager/mcp-manager.ts'
export { serverCommand, type ServerCommand, type ServerSurroundings } from './manager/open-server.ts'
export type { McpServerReport, McpServerState } from './manager/server-report.ts'
export { recognizeTools } from './manager/recognize-tools.ts'
export type { McpManifest, McpPins, ToolDrift } from './manifest/manifest.ts'
export { type McpStore, openMcpStore } from './manifest/mcp-store.ts'
export { McpError, type McpErrorCode } from './mcp-error.ts'
export type { ToolPair } from './names/name-table.ts'
export { publicToolName } from './names/public-name.ts'
export type { McpContent, McpToolResult } from './results/mcp-result.ts'
export { questionFault, type QuestionMethod } from './questions/read-question.ts'
export {
  type HttpTransport,
  type McpServerDefinition,
  SERVER_DEFAULTS,
  type StdioTransport,
} from './servers/server-definition.ts'
export { type LogLevel } from './server/log-level.ts'
export {
  type AskThroughClient,
  type ClientAnswer,
  type ClientQuestion,
  type ClientQuestions,
  type McpServed,
  type ServedCall,
  type ServedResult,
  type ToolForClients,
} from './server/served.ts'
export type { McpPassThrough, PassedRequest, PassedResult } from './server/pass-through/pass-through.ts'
export type { BodyReader } from './server/http/http-endpoint.ts'
export type { ReadBody } from './server/http/read-body.ts'
export { type McpHttpEndpoint, openHttpEndpoint } from './server/http/open-http-endpoint.ts'
export { type McpHttpServing, serveHttp, type ServeHttpOptions } from './server/http/serve-http.ts'
export { type McpServing, serveStreams, type ServingEnd } from './server/serve-streams.ts'
export { readResult, type ResultLimits } from './results/read-result.ts'
export { findInputIssues } from './tools/check-input.ts'
export { type McpToolHandler, mcpToolHandler, mcpToolSpec } from './tools/tool-handlers.ts'
export { serverProgram } from './tools/named-inputs.ts'
export type { ListedMcpTool, McpTool, NamedInputs, QuarantinedTool, ToolHold } from './tools/mcp-tool.ts'
export type { UnmatchedPattern } from './tools/wanted-tools.ts'
