export { CONFIG_DEFAULTS } from './defaults.ts'
export { ConfigError, type ConfigIssue } from './config-error.ts'
export type { ConfigSource, Origin } from './config-source.ts'
export { appendToList, readValue, removeFromList, setValue, UneditableText } from './document/edit-text.ts'
export { parseConfig, parseDocument, type ParsedConfig } from './document/parse-config.ts'
export { findIneffectiveSettings } from './ineffective/find-ineffective.ts'
export type { IneffectiveSetting } from './ineffective/ineffective-setting.ts'
export { configJsonSchema } from './json-schema.ts'
export { sessionFilter } from './pattern/session-filter.ts'
export { resolveConfig, type ConfigDefaults, type ResolvedConfig } from './resolve-config.ts'
export { resolveGateway, type GatewaySettings, type ResolvedGateway } from './resolve-gateway.ts'
export {
  type ConfiguredMcpServer,
  type IgnoredMcpServer,
  type McpServerSettings,
  resolveMcpServers,
} from './resolve-mcp-servers.ts'
export { ConfigDocument } from './schema.ts'
