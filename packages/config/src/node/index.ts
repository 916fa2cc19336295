export { loadConfig, stateDirectory, type LoadedConfig } from './load-config.ts'
export { readConfigFile } from './read-config.ts'
