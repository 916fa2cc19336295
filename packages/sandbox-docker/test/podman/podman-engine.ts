import { test } from 'vitest'

// Imported before the tests that are meant for every engine: they ask for the engine of this name.
process.env['DOCKER_HOST'] = process.env['POUNDLOCK_PODMAN'] ?? 'unix:///run/podman/podman.sock'

const { IS_PODMAN: isPodman, needsEngine, noEngine } = await import('../container-engine.ts')

test.skipIf(noEngine)(`the engine of these tests is Podman${needsEngine}`, ({ expect }) => {
  expect(isPodman).toBe(true)
})
