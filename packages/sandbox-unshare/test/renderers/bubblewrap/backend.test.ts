import { describe, vi } from 'vitest'
import { needs } from '../../system-package.ts'

vi.hoisted(() => {
  process.env['POUNDLOCK_TEST_RENDERER'] = 'bubblewrap'
})

// What holds with our own namespaces holds with bubblewrap: the same tests, once more.
describe.skipIf(needs('bwrap'))('with bubblewrap (needs bubblewrap)', async () => {
  await import('../../backend/commands.test.ts')
  await import('../../backend/files.test.ts')
  await import('../../backend/protection.test.ts')
  await import('../../backend/limits.test.ts')
})
