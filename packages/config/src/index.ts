export { ConfigError, type ConfigIssue } from './config-error.ts'
export { CONFIG_DEFAULTS } from './defaults.ts'
export { appendToList, removeFromList, setValue, UneditableText } from './document/edit-text.ts'
export { MAX_CONFIG_LENGTH, parseConfig, parseDocument, type ParsedConfig } from './document/parse-config.ts'
export type { SourceText } from './document/source-text.ts'
export { configJsonSchema } from './json-schema.ts'
export { sessionFilter } from './pattern/session-filter.ts'
export type { LinearPattern } from './pattern/linear-pattern.ts'
export {
  resolveConfig,
  type ConfigSource,
  type Origin,
  type ContainerSettings,
  type ResolvedConfig,
  type SandboxLimitSettings,
} from './resolve-config.ts'
export {
  type ConfiguredMcpServer,
  type IgnoredMcpServer,
  type McpServerSettings,
  resolveMcpServers,
} from './resolve-mcp-servers.ts'
export { ConfigDocument } from './schema.ts'
