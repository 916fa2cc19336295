import { expect, test } from 'vitest'
import { ESCAPE_CASES, prepareScene, runEscapeCase } from '../../src/conformance/index.ts'
import { createNoneBackend } from '../../src/index.ts'

test('every attempt is one that can be made and looked for', () => {
  expect(new Set(ESCAPE_CASES.map(({ id }) => id)).size).toBe(ESCAPE_CASES.length)
  for (const { id, kind, as, probe } of ESCAPE_CASES) {
    expect(['escape', 'leak', 'surface', 'resource', 'plant'], id).toContain(kind)
    expect(['any', 'root'], id).toContain(as)
    expect(probe, id).toMatch(/^(?:host|stdout): ./)
  }
})

// Only attempts that do no harm outside the ground: without a sandbox they all succeed.
test.each(['E001', 'E002', 'E005', 'E007', 'E016', 'E020', 'E023', 'E140', 'E144', 'E149'])(
  'the kit sees what nothing contains: %s',
  async (id) => {
    const ground = await prepareScene()
    const attempt = ESCAPE_CASES.find((candidate) => candidate.id === id)!
    const outcome = await runEscapeCase(createNoneBackend(), ground, attempt)
    await ground.close()
    expect(outcome, outcome.output).toMatchObject({ passed: false })
  },
)
