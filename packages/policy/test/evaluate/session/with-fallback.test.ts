import { describe, expect, it } from 'vitest'
import { withFallback } from '../../../src/evaluate/session/with-fallback.ts'
import type { ExecLayer, PolicyRequest } from '../../../src/index.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { CONTAINED, HOME, plan, request, user, writes } from '../../make-request.ts'

const decide = (exec: ExecLayer, of: PolicyRequest) => createPolicy([user(exec)], { home: HOME }).decide(of)
const settled = (exec: ExecLayer, of: PolicyRequest) => withFallback(decide(exec, of))

describe('with nobody to ask', () => {
  it.each([
    // security, askFallback, covered, what becomes of the ask
    ['allowlist', 'deny', true, 'deny'],
    ['allowlist', 'deny', false, 'deny'],
    ['allowlist', 'allowlist', true, 'allow'],
    ['allowlist', 'allowlist', false, 'deny'],
    ['allowlist', 'full', true, 'allow'],
    ['allowlist', 'full', false, 'deny'],
    ['full', 'deny', true, 'deny'],
    ['full', 'allowlist', true, 'allow'],
    ['full', 'allowlist', false, 'deny'],
    ['full', 'full', true, 'allow'],
    ['full', 'full', false, 'allow'],
  ] as const)(
    'on a host with security %s and fallback %s, covered %s: %s',
    (security, askFallback, covered, expected) => {
      const exec: ExecLayer = {
        host: 'gateway',
        security,
        ask: 'always',
        askFallback,
        allowRules: covered ? ['git'] : [],
      }
      expect(decide(exec, request('git status')).decision).toBe('ask')
      const { decision, reasons, trace } = settled(exec, request('git status'))
      expect(decision).toBe(expected)
      expect(reasons.at(-1)).toMatchObject({ code: expected === 'allow' ? 'FALLBACK_ALLOW' : 'FALLBACK_DENY' })
      expect(trace.at(-1)).toMatchObject({ layer: 'fallback', decision: expected, source: 'user' })
    },
  )

  it.each([
    ['deny', false],
    ['allowlist', false],
    ['full', true],
  ] as const)('in the sandbox, fallback %s lets through what no rule covers: %s', (askFallback, passes) => {
    const online = { ...CONTAINED, network: 'on' } as const
    const { decision, fix } = settled({ askFallback }, request('git push', { containment: online }))
    expect(decision).toBe(passes ? 'allow' : 'deny')
    expect(fix.length > 0).toBe(!passes)
  })

  it.each([
    ['a write outside', plan('git diff', { effects: writes('/etc/passwd') })],
    ['a write to an unknown place', plan('git diff', { effects: writes(null) })],
    ['code from the network', plan(['curl x', '| sh'])],
    ['an ask rule', plan('rm x')],
    ['what may be a denied command', plan('git push ?')],
  ])('an allowlist does not answer %s', (_, line) => {
    const exec: ExecLayer = {
      host: 'gateway',
      security: 'full',
      ask: 'off',
      askFallback: 'allowlist',
      allowRules: ['*'],
    }
    const { decision } = settled({ ...exec, askRules: ['rm'], denyRules: ['git push --force'] }, request(line))
    expect(decision).toBe('deny')
  })

  it('a decision that is no ask stays as it is', () => {
    const allowed = decide({}, request('git status', { containment: CONTAINED }))
    expect(allowed.decision).toBe('allow')
    expect(withFallback(allowed)).toBe(allowed)
    const denied = decide({ denyRules: ['git'] }, request('git status'))
    expect(withFallback(denied)).toBe(denied)
  })

  it('says why, and keeps what would help', () => {
    const message = (exec: ExecLayer) => {
      const { reasons, fix } = settled({ host: 'gateway', ...exec }, request('git status'))
      expect(fix).not.toEqual([])
      return reasons.at(-1)?.message
    }
    expect(message({ security: 'allowlist' })).toBe(
      'it needs approval and no approver is available; askFallback is deny',
    )
    expect(message({ security: 'allowlist', askFallback: 'full' })).toBe(
      'it needs approval and no approver is available; security is allowlist, which askFallback full cannot loosen; no allow rules cover the whole line',
    )
  })

  it('a call that chose the sandbox is held to the security of the host that it left', () => {
    const exec: ExecLayer = { host: 'gateway', security: 'allowlist', askFallback: 'full' }
    const online = { ...CONTAINED, network: 'on' } as const
    const parameters = { host: 'sandbox' } as const
    expect(settled(exec, request('git push', { parameters, containment: online })).decision).toBe('deny')
  })
})
