import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import {
  PERMISSION_MODES,
  PERMISSION_TABLE,
  REQUIRED_PERMISSIONS,
  strictest,
  type Decision,
  type PermissionMode,
} from '../src/index.ts'

describe('the table of permission modes', () => {
  it.each<[PermissionMode, Decision, Decision, Decision]>([
    ['read-only', 'allow', 'deny', 'deny'],
    ['workspace-write', 'allow', 'allow', 'ask'],
    ['danger-full-access', 'allow', 'allow', 'allow'],
    ['prompt', 'ask', 'ask', 'ask'],
    ['allow', 'allow', 'allow', 'allow'],
  ])('%s answers %s, %s, %s', (mode, ...answers) => {
    expect(REQUIRED_PERMISSIONS.map((required) => PERMISSION_TABLE[mode][required])).toEqual(answers)
  })

  it('has a row for each mode, a column for each permission, and no more', () => {
    expect(Object.keys(PERMISSION_TABLE)).toEqual(PERMISSION_MODES)
    for (const mode of PERMISSION_MODES) expect(Object.keys(PERMISSION_TABLE[mode])).toEqual(REQUIRED_PERMISSIONS)
  })

  it('never asks more for a lesser permission', () => {
    for (const row of Object.values(PERMISSION_TABLE)) {
      const answers = REQUIRED_PERMISSIONS.map((required) => row[required])
      for (let index = 1; index < answers.length; index++) {
        expect(strictest(answers[index]!, answers[index - 1]!)).toBe(answers[index])
      }
    }
  })
})

describe('the strictest of some decisions', () => {
  const decision = fc.constantFrom<Decision>('allow', 'ask', 'deny')

  it('is deny over ask over allow, and allow where there are none', () => {
    expect(strictest()).toBe('allow')
    expect(strictest('allow', 'ask')).toBe('ask')
    expect(strictest('ask', 'deny', 'allow')).toBe('deny')
  })

  it('is one of them, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(decision, { minLength: 1 }), (decisions) => {
        const result = strictest(...decisions)
        expect(decisions).toContain(result)
        expect(strictest(...decisions.toReversed())).toBe(result)
      }),
    )
  })

  it('never gets looser by one more', () => {
    fc.assert(
      fc.property(fc.array(decision), decision, (decisions, more) => {
        const before = strictest(...decisions)
        expect(strictest(before, strictest(...decisions, more))).toBe(strictest(...decisions, more))
      }),
    )
  })

  it.each(['', 'ALLOW', 'yes', 'constructor', '__proto__', undefined, null, 0])(
    'takes %j, which is none, for deny',
    (value) => {
      expect(strictest('allow', value as Decision)).toBe('deny')
      expect(strictest(value as Decision, 'allow')).toBe('deny')
    },
  )
})
