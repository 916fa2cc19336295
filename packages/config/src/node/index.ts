export {
  loadConfig,
  ORGANISATION_FILE,
  stateDirectory,
  workspaceConfigFile,
  type ConfigPlace,
  type LoadedConfig,
} from './load-config.ts'
export { readConfigFile } from './read-config.ts'
export { watchConfig, type ConfigEvent, type ConfigWatch, type WatchOptions } from './watch-config.ts'
export { changeTrust, isTrusted, readTrust, type WorkspaceTrust } from './workspace-trust.ts'
