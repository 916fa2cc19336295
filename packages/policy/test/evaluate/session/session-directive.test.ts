import { describe, expect, test } from 'vitest'
import { applyDirective } from '../../../src/evaluate/session/session-directive.ts'
import type { PolicyLayer, SessionState } from '../../../src/index.ts'
import { toolRequest } from '../../../src/inputs/tool-request.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { HOME, plan } from '../../make-request.ts'

const SENDER = { provider: 'telegram', id: '7' }
const OPEN: PolicyLayer = { name: 'user', mayLoosen: true, elevated: { enabled: true, allowFrom: { Telegram: ['7'] } } }
const say = (text: string, layers: readonly PolicyLayer[] = [OPEN], state: SessionState = {}, authorised = true) => {
  const policy = createPolicy(layers, { home: HOME })
  const settings = policy.execSettings(toolRequest({ tool: 'exec', session: state }))
  return applyDirective(text, state, {
    sender: SENDER,
    authorised,
    settings,
    elevated: policy.elevated('main', SENDER),
  })
}

test('text that is no directive is left alone', () => {
  expect(['hello', '/execute', 'run /exec', ''].map((text) => say(text))).toEqual([null, null, null, null])
})

test('/exec sets what it names, and shows what holds with its origin', () => {
  const set = say('/exec host=GATEWAY ask=always')
  expect(set).toMatchObject({ ok: true, state: { exec: { host: 'gateway', ask: 'always' } } })
  expect(say('/exec', [OPEN], set!.state)?.message).toContain('host=gateway (/exec)')
  expect(say('/exec')?.message).toContain('host=sandbox (default)')
})

test.each(['/exec host=auto', '/exec hosts=gateway', '/exec host', '/exec ask=off ask=always', '/elevated max'])(
  '%s is refused and changes nothing',
  (text) => {
    expect(say(text)).toMatchObject({ ok: false, state: {} })
  },
)

test('nobody but an authorised sender changes anything', () => {
  for (const text of ['/exec host=gateway', '/exec', '/elevated full']) {
    expect(say(text, [OPEN], {}, false)).toMatchObject({ ok: false, state: {} })
  }
})

describe('/elevated names the gate that is shut, and the key that opens it', () => {
  test.each<[string, readonly PolicyLayer[], string]>([
    ['by default', [], 'tools.elevated.enabled'],
    [
      'for who is not listed',
      [{ ...OPEN, elevated: { enabled: true, allowFrom: { telegram: ['8'] } } }],
      'tools.elevated.allowFrom.telegram',
    ],
    [
      'by an agent',
      [{ ...OPEN, agents: { list: [{ id: 'main', elevated: { enabled: false } }] } }],
      'agents.main.tools.elevated.enabled',
    ],
    [
      'by a repository that wants a sandbox',
      [OPEN, { name: 'workspace', mayLoosen: false, exec: { host: 'sandbox' } }],
      'tools.exec.host',
    ],
    [
      'by an organisation',
      [{ name: 'organisation', mayLoosen: true, binding: true, elevated: { enabled: false } }, OPEN],
      'tools.elevated.enabled',
    ],
  ])('%s', (_, layers, key) => {
    const answer = say('/elevated on', layers)
    expect(answer?.ok).toBe(false)
    expect(answer?.message).toContain(key)
  })

  test('an agent cannot open what its owner has not', () => {
    const agent = { elevated: { enabled: true, allowFrom: { telegram: ['*'] } } }
    expect(say('/elevated on', [{ name: 'user', mayLoosen: true, agents: { defaults: agent } }])?.ok).toBe(false)
  })
})

test('elevation runs commands on the host, with approvals unless it is full, and off is as before', () => {
  const layer: PolicyLayer = { ...OPEN, exec: { security: 'full', ask: 'off' } }
  const decide = (state: SessionState) =>
    createPolicy([layer], { home: HOME }).decide(toolRequest({ tool: 'exec', plan: plan('make'), session: state }))
  const on = say('/elevated on', [layer])!.state
  expect([decide(on).exec.host.value, decide(on).decision]).toEqual(['gateway', 'ask'])
  const full = say('/elevated full', [layer])!.state
  expect([decide(full).exec.host.value, decide(full).decision]).toEqual(['gateway', 'allow'])
  const off = say('/elevated off', [layer], full)!.state
  expect(decide(off).exec.host.value).toBe('sandbox')
})
