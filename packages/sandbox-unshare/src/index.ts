export type { PoolOptions } from './pool/pool-options.ts'
export { rendererNames, type RendererName } from './renderers/renderer.ts'
export { createUnshareBackend, type UnshareBackend, type UnshareBackendOptions } from './backend/unshare-backend.ts'
