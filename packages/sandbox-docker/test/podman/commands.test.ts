await import('./podman-engine.ts')
await import('../backend/commands.test.ts')
