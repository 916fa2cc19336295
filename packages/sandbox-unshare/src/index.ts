export type { PoolOptions } from './pool/sandbox-pool.ts'
export { rendererNames, type RendererName } from './renderers/renderer.ts'
export { createUnshareBackend, type UnshareBackend, type UnshareBackendOptions } from './backend/unshare-backend.ts'
