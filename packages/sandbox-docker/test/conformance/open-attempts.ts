/**
 * Attempts that succeed, by the engine. Each is listed with its reason in SECURITY.md and docs/sandbox-docker.md, and a
 * test compares. Mending one makes its test fail.
 */
export const OPEN_ATTEMPTS = {
  everywhere: ['E072'],
  Docker: ['C046'],
  Podman: ['C046', 'X17', 'C045'],
} as const satisfies Readonly<Record<string, readonly string[]>>
