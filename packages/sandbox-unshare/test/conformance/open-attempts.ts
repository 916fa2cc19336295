/**
 * Attempts that succeed, by the way of containing, or that and the user by whom they are made. Each is listed with its
 * reason in SECURITY.md and docs/sandbox.md, and a test compares. Mending one makes its test fail.
 */
export const OPEN_ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  everywhere: ['E072'],
  landlock: ['B008', 'B021', 'C046'],
  'landlock 0': ['E075'],
  bubblewrap: ['C045', 'C046'],
}
