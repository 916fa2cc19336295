export {
  loadConfig,
  stateDirectory,
  workspaceConfigFile,
  type ConfigLocation,
  type LoadedConfig,
} from './load-config.ts'
export { platformDefaults } from './platform-defaults.ts'
export { readConfigFile } from './read-config.ts'
export { watchConfig, type ConfigEvent, type ConfigWatch, type WatchOptions } from './watch-config.ts'
export { changeTrust, isTrusted, readTrust, type WorkspaceTrust } from './workspace-trust.ts'
