import { PERMISSION_MODES, PERMISSION_TABLE, REQUIRED_PERMISSIONS } from '@poundlock/spec'
import { describe, expect, it } from 'vitest'
import { evaluateMode } from '../../../src/evaluate/steps/evaluate-mode.ts'

const evaluate = (
  mode: (typeof PERMISSION_MODES)[number],
  required: (typeof REQUIRED_PERMISSIONS)[number],
  covered = false,
) => evaluateMode([{ value: mode, origin: 'f:1:2' }], { tool: 'exec', required, covered })

describe('a mode', () => {
  const cells = PERMISSION_MODES.flatMap((mode) => REQUIRED_PERMISSIONS.map((required) => [mode, required] as const))

  it.each(cells)('%s against %s answers as the table says', (mode, required) => {
    expect(evaluate(mode, required)).toMatchObject([{ decision: PERMISSION_TABLE[mode][required], source: 'f:1:2' }])
  })

  it.each(cells)(
    '%s against %s with every command covered: consent answers only where workspace-write asks',
    (mode, required) => {
      const answered = mode === 'workspace-write' && PERMISSION_TABLE[mode][required] === 'ask'
      expect(evaluate(mode, required, true)).toMatchObject([
        answered ? { decision: 'allow', code: 'MODE_CONSENT' } : { decision: PERMISSION_TABLE[mode][required] },
      ])
    },
  )

  it('refuses and asks in fixed words', () => {
    expect(evaluate('workspace-write', 'danger-full-access')[0]?.message).toBe(
      "tool 'exec' requires approval to escalate from workspace-write to danger-full-access",
    )
    expect(evaluate('prompt', 'read-only')[0]?.message).toBe(
      "tool 'exec' requires approval to escalate from prompt to read-only",
    )
    expect(evaluate('read-only', 'workspace-write')[0]?.message).toBe(
      "tool 'exec' requires workspace-write permission; current mode is read-only",
    )
    expect(evaluate('read-only', 'danger-full-access')[0]?.message).toBe(
      "tool 'exec' requires danger-full-access permission; current mode is read-only",
    )
  })
})

it('every mode in force answers', () => {
  const modes = [
    { value: 'allow', origin: 'user' },
    { value: 'prompt', origin: 'workspace' },
  ] as const
  expect(
    evaluateMode(modes, { tool: 'exec', required: 'read-only', covered: true }).map(({ decision }) => decision),
  ).toEqual(['allow', 'ask'])
})
