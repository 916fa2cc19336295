await import('./podman-engine.ts')
await import('../backend/scopes.test.ts')
