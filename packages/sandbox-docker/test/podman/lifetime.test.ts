await import('./podman-engine.ts')
await import('../backend/lifetime.test.ts')
