import { describe, expect, it } from 'vitest'
import {
  EXEC_ASKS,
  EXEC_SECURITIES,
  stricterAsk,
  stricterSecurity,
  type ExecAsk,
  type ExecSecurity,
} from '../src/index.ts'

describe('the stricter of two securities', () => {
  it.each<[ExecSecurity, ExecSecurity, ExecSecurity]>([
    ['deny', 'deny', 'deny'],
    ['deny', 'allowlist', 'deny'],
    ['deny', 'full', 'deny'],
    ['allowlist', 'allowlist', 'allowlist'],
    ['allowlist', 'full', 'allowlist'],
    ['full', 'full', 'full'],
  ])('of %s and %s is %s', (a, b, expected) => {
    expect(stricterSecurity(a, b)).toBe(expected)
    expect(stricterSecurity(b, a)).toBe(expected)
  })

  it.each([...EXEC_SECURITIES])('of %s and something unknown is deny', (security) => {
    for (const unknown of ['', 'Full', 'toString', undefined] as unknown as ExecSecurity[]) {
      expect(stricterSecurity(security, unknown)).toBe('deny')
      expect(stricterSecurity(unknown, security)).toBe('deny')
    }
  })
})

describe('the stricter of two asks', () => {
  it.each<[ExecAsk, ExecAsk, ExecAsk]>([
    ['off', 'off', 'off'],
    ['off', 'on-miss', 'on-miss'],
    ['off', 'always', 'always'],
    ['on-miss', 'on-miss', 'on-miss'],
    ['on-miss', 'always', 'always'],
    ['always', 'always', 'always'],
  ])('of %s and %s is %s', (a, b, expected) => {
    expect(stricterAsk(a, b)).toBe(expected)
    expect(stricterAsk(b, a)).toBe(expected)
  })

  it.each([...EXEC_ASKS])('of %s and something unknown is always', (ask) => {
    for (const unknown of ['', 'Off', 'toString', undefined] as unknown as ExecAsk[]) {
      expect(stricterAsk(ask, unknown)).toBe('always')
      expect(stricterAsk(unknown, ask)).toBe('always')
    }
  })
})
