import { EXEC_ASKS, EXEC_SECURITIES, stricterAsk, stricterSecurity } from '@poundlock/spec'
import { describe, expect, it } from 'vitest'
import type { HostApprovals, PolicyRequest } from '../../../src/index.ts'
import { configuredExecSettings, settingsOfRequest } from '../../../src/rules/settings/exec-settings.ts'
import { request, user, workspace } from '../../make-request.ts'

const values = (settings: ReturnType<typeof configuredExecSettings>) =>
  Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value]))

describe('the configured settings', () => {
  it('are the safe defaults where no layer says anything', () => {
    expect(configuredExecSettings([])).toEqual({
      host: { value: 'sandbox', origin: 'default' },
      security: { value: 'deny', origin: 'default' },
      ask: { value: 'on-miss', origin: 'default' },
      askFallback: { value: 'deny', origin: 'default' },
    })
  })

  it('are the later of the layers that may loosen, each with its place', () => {
    const first = user({ host: 'gateway', security: 'full', ask: 'always' }, { name: 'first' })
    const second = user({ security: 'allowlist', ask: 'off' }, { locate: (pointer) => `f:${pointer}` })
    expect(configuredExecSettings([first, second])).toEqual({
      host: { value: 'gateway', origin: 'first' },
      security: { value: 'allowlist', origin: 'f:/tools/exec/security' },
      ask: { value: 'off', origin: 'f:/tools/exec/ask' },
      askFallback: { value: 'deny', origin: 'default' },
    })
  })

  it.each(EXEC_SECURITIES.flatMap((mine) => EXEC_SECURITIES.map((theirs) => [mine, theirs] as const)))(
    'security %s with a workspace that says %s is the stricter one, in either order',
    (mine, theirs) => {
      for (const layers of [
        [user({ security: mine }), workspace({ security: theirs })],
        [workspace({ security: theirs }), user({ security: mine })],
      ]) {
        const { security } = configuredExecSettings(layers)
        expect(security.value).toBe(stricterSecurity(mine, theirs))
        expect(security.origin).toBe(security.value === mine ? 'user' : 'workspace')
      }
    },
  )

  it.each(EXEC_ASKS.flatMap((mine) => EXEC_ASKS.map((theirs) => [mine, theirs] as const)))(
    'ask %s with a workspace that says %s is the one that asks more',
    (mine, theirs) => {
      const { ask } = configuredExecSettings([user({ ask: mine }), workspace({ ask: theirs })])
      expect(ask.value).toBe(stricterAsk(mine, theirs))
    },
  )

  it('a workspace can choose the sandbox and no other host', () => {
    const host = (mine: 'sandbox' | 'gateway', theirs: 'sandbox' | 'gateway' | 'node') =>
      configuredExecSettings([user({ host: mine }), workspace({ host: theirs })]).host.value
    expect(host('gateway', 'sandbox')).toBe('sandbox')
    expect(host('sandbox', 'gateway')).toBe('sandbox')
    expect(host('gateway', 'node')).toBe('gateway')
  })

  it('a workspace cannot loosen the fallback', () => {
    const fallback = (mine: 'deny' | 'full', theirs: 'deny' | 'full') =>
      configuredExecSettings([user({ askFallback: mine }), workspace({ askFallback: theirs })]).askFallback.value
    expect(fallback('deny', 'full')).toBe('deny')
    expect(fallback('full', 'deny')).toBe('deny')
  })
})

describe('the settings of a call', () => {
  const gateway = configuredExecSettings([user({ host: 'gateway', security: 'allowlist', ask: 'on-miss' })])
  const approvals = (more: Partial<HostApprovals>): HostApprovals => ({ allowlist: [], source: 'approvals', ...more })
  const of = (more: Partial<PolicyRequest>) => settingsOfRequest(gateway, request('true', more))

  it.each([
    [{ security: 'full', ask: 'off', askFallback: 'full' }, 'allowlist', 'on-miss', 'deny'],
    [{ security: 'deny', ask: 'always', askFallback: 'deny' }, 'deny', 'always', 'deny'],
    [{}, 'allowlist', 'on-miss', 'deny'],
  ] as const)('with approvals %j: the stricter of two owners', (document, security, ask, askFallback) => {
    const { settings, steps } = of({ approvals: approvals(document) })
    expect(values(settings)).toEqual({ host: 'gateway', security, ask, askFallback })
    expect(settings.security.origin).toBe(security === 'deny' ? 'approvals' : 'user')
    expect(steps).toEqual([])
  })

  it.each([
    [{ security: 'deny' }, { security: 'deny' }, 'PARAMETER_TIGHTENED'],
    [{ security: 'full' }, { security: 'allowlist' }, 'PARAMETER_REFUSED'],
    [{ ask: 'always' }, { ask: 'always' }, 'PARAMETER_TIGHTENED'],
    [{ ask: 'off' }, { ask: 'on-miss' }, 'PARAMETER_REFUSED'],
    [{ host: 'sandbox' }, { host: 'sandbox' }, 'PARAMETER_TIGHTENED'],
    [{ host: 'node' }, { host: 'gateway' }, 'HOST_REFUSED'],
  ] as const)('with the parameters %j', (parameters, expected, code) => {
    const { settings, steps } = of({ parameters })
    expect(values(settings)).toMatchObject(expected)
    expect(steps.map((step) => step.code)).toEqual([code])
  })

  it('say nothing of a parameter that changes nothing', () => {
    expect(of({ parameters: { host: 'gateway', security: 'allowlist', ask: 'on-miss' } })).toEqual({
      settings: gateway,
      steps: [],
    })
  })

  it('say what a parameter was held against', () => {
    const { steps } = of({ parameters: { security: 'full', ask: 'always', host: 'node' } })
    expect(steps.map(({ message }) => message)).toEqual([
      'the call asks for security=full, which is looser than allowlist (user); it is ignored',
      'the call asks for ask=always, which is stricter than on-miss (user)',
      'the call asks for host=node; the configured host is gateway (user), and a call cannot leave it',
    ])
  })

  it('count what the owner of the host says before what the call asks for', () => {
    const { settings, steps } = of({ approvals: approvals({ ask: 'always' }), parameters: { ask: 'on-miss' } })
    expect(settings.ask).toEqual({ value: 'always', origin: 'approvals' })
    expect(steps[0]?.code).toBe('PARAMETER_REFUSED')
  })
})
