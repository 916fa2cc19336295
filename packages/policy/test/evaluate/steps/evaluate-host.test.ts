import { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES } from '@poundlock/spec'
import { describe, expect, it } from 'vitest'
import { evaluateHost, type HostQuestion } from '../../../src/evaluate/steps/evaluate-host.ts'
import type { ExecSettings } from '../../../src/index.ts'

const settings = (host: string, security: string, ask: string) =>
  ({
    host: { value: host, origin: 'h' },
    security: { value: security, origin: 's' },
    ask: { value: ask, origin: 'a' },
    askFallback: { value: 'deny', origin: 'f' },
  }) as ExecSettings

const question = (more: Partial<HostQuestion>): HostQuestion => ({
  contained: false,
  covered: false,
  misses: [],
  asksOnMiss: true,
  ...more,
})

describe('a host', () => {
  it.each(EXEC_SECURITIES.flatMap((security) => EXEC_ASKS.map((ask) => [security, ask] as const)))(
    'that is the sandbox needs no approval, with security %s and ask %s',
    (security, ask) => {
      for (const contained of [true, false]) {
        for (const covered of [true, false]) {
          const step = evaluateHost(settings('sandbox', security, ask), question({ contained, covered }))
          expect(step).toMatchObject({ decision: 'allow', code: 'HOST_SANDBOX', source: 'h' })
        }
      }
    },
  )

  const table = [
    // security, ask, covered, decision, code, source
    ['deny', 'off', false, 'deny', 'HOST_DENY', 's'],
    ['deny', 'off', true, 'deny', 'HOST_DENY', 's'],
    ['deny', 'on-miss', false, 'deny', 'HOST_DENY', 's'],
    ['deny', 'on-miss', true, 'deny', 'HOST_DENY', 's'],
    ['deny', 'always', false, 'deny', 'HOST_DENY', 's'],
    ['deny', 'always', true, 'deny', 'HOST_DENY', 's'],
    ['allowlist', 'off', false, 'deny', 'HOST_MISS', 's'],
    ['allowlist', 'off', true, 'allow', 'HOST_MATCH', 's'],
    ['allowlist', 'on-miss', false, 'ask', 'HOST_MISS', 's'],
    ['allowlist', 'on-miss', true, 'allow', 'HOST_MATCH', 's'],
    ['allowlist', 'always', false, 'ask', 'HOST_ALWAYS', 'a'],
    ['allowlist', 'always', true, 'ask', 'HOST_ALWAYS', 'a'],
    ['full', 'off', false, 'allow', 'HOST_FULL', 's'],
    ['full', 'off', true, 'allow', 'HOST_FULL', 's'],
    ['full', 'on-miss', false, 'allow', 'HOST_FULL', 's'],
    ['full', 'on-miss', true, 'allow', 'HOST_FULL', 's'],
    ['full', 'always', false, 'ask', 'HOST_ALWAYS', 'a'],
    ['full', 'always', true, 'ask', 'HOST_ALWAYS', 'a'],
  ] as const

  it.each(table)(
    'with security %s and ask %s, covered %s: %s by %s',
    (security, ask, covered, decision, code, source) => {
      for (const host of EXEC_HOSTS.filter((name) => name !== 'sandbox')) {
        for (const contained of [true, false]) {
          const step = evaluateHost(
            settings(host, security, ask),
            question({ contained, covered, asksOnMiss: ask !== 'off' }),
          )
          expect(step).toMatchObject({ decision, code, source })
        }
      }
    },
  )

  it.each(EXEC_ASKS)('whose owners never ask denies a miss, though a call wants ask %s', (ask) => {
    const step = evaluateHost(settings('gateway', 'allowlist', ask), question({ asksOnMiss: false }))
    expect(step).toMatchObject({ decision: 'deny', code: 'HOST_MISS' })
  })

  it('says what no rule covers', () => {
    const message = (ask: string, misses: string[]) =>
      evaluateHost(settings('gateway', 'allowlist', ask), question({ misses, asksOnMiss: ask !== 'off' })).message
    expect(message('on-miss', ['rm', 'git (it sets GIT_DIR)'])).toBe('no allow rule covers rm, git (it sets GIT_DIR)')
    expect(message('off', ['rm'])).toBe('no allow rule covers rm, and ask is off')
    expect(message('on-miss', [])).toBe('no allow rule covers the line')
  })

  it('that is no sandbox, or one that does not hold, does not pass for contained', () => {
    expect(evaluateHost(settings('sandbox', 'deny', 'off'), question({})).message).toBe(
      'no active sandbox confines it to the workspace: the mode alone decides',
    )
  })
})
