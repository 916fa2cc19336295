await import('./podman-engine.ts')
const { anybody } = await import('../container-engine.ts')
const { declareEscapeSuite } = await import('../conformance/escape-suite.ts')

// The settings are those that every attempt is made against with Docker: every eighth tells whether Podman keeps them.
declareEscapeSuite('of Podman, as the unprivileged owner of the workspace', anybody, { sample: 8 })
