export { connectStreams, nodePlatform, type StreamOptions } from './streams.ts'
