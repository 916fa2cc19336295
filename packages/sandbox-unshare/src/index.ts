export { createUnshareBackend, type UnshareBackend } from './backend/unshare-backend.ts'
export type { UnshareBackendOptions } from './backend/unshare-options.ts'
export type { PoolOptions } from './pool/pool-options.ts'
export { RENDERER_NAMES, type RendererName } from './renderers/renderer.ts'
