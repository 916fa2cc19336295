export { createUnshareBackend, type UnshareBackendOptions } from './backend/unshare-backend.ts'
