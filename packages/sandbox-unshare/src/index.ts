export { rendererNames, type RendererName } from './renderers/renderer.ts'
export { createUnshareBackend, type UnshareBackendOptions } from './backend/unshare-backend.ts'
