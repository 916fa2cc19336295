import { describe, expect, it } from 'vitest'
import { type PolicyDocument, createPolicy } from '../src/index.ts'
import { toolRequest } from '../src/inputs/tool-request.ts'
import { CONTAINED, CONTEXT, HOME, plan, request } from './make-request.ts'

const OPTIONS = { home: HOME }
const decide = (document: PolicyDocument, line: Parameters<typeof request>[0], more = {}) =>
  createPolicy(document, OPTIONS).decide(request(line, more))

describe('a policy that evaluates no command lines', () => {
  it.each(['allow', 'ask', 'deny'] as const)('refuses a document with a rule on commands: %s', (action) => {
    const document = { tools: { exec: { [action]: ['net.egress', 'git log'] } } }
    expect(() => createPolicy(document, OPTIONS)).toThrow(
      /has a rule on commands, but this policy evaluates no command lines/,
    )
    expect(() => createPolicy({ agents: { list: [{ id: 'a', tools: document.tools }] } }, OPTIONS)).toThrow(/a rule on/)
  })

  it('takes rules on effects, which hold for what files and addresses say', () => {
    const policy = createPolicy({ tools: { exec: { deny: ['net.egress'] } } }, OPTIONS)
    const fetch = toolRequest({ tool: 'WebFetch', input: { url: 'https://example.com/' }, context: CONTEXT })
    expect(policy.decide(fetch).decision).toBe('deny')
    expect(policy.decide(request('true')).reasons.map(({ code }) => code)).toContain('EFFECT_RULE')
  })

  it('takes every command line for one that nobody has read, in every mode and on every host', () => {
    for (const mode of ['workspace-write', 'danger-full-access', 'allow'] as const) {
      for (const exec of [{}, { host: 'gateway', security: 'full', ask: 'off' }] as const) {
        for (const containment of [undefined, CONTAINED]) {
          const { decision, covered, commands } = decide(
            { mode, tools: { exec } },
            plan('git log'),
            containment && { containment },
          )
          expect([decision, covered, commands]).toEqual(['ask', false, []])
        }
      }
    }
    expect(decide({ tools: { exec: { host: 'gateway' } } }, 'true').decision).toBe('deny')
    expect(decide({ mode: 'read-only' }, 'true').decision).toBe('deny')
  })

  it('lets neither grants nor the approvals of a host through', () => {
    const grants = [{ kind: 'exact', program: '/usr/bin/ls', folder: '/w', words: [] }]
    const approvals = { allowlist: ['*'], source: 'approvals' }
    const exec = { host: 'gateway', security: 'allowlist' } as const
    expect(decide({ mode: 'allow', tools: { exec } }, 'ls', { grants, approvals }).decision).toBe('ask')
  })
})
