export { openStandardInput } from './standard-input.ts'
export { connectStreams, nodePlatform, type StreamOptions } from './streams.ts'
