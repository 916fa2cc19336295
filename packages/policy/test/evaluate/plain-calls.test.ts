import { PERMISSION_MODES, REQUIRED_PERMISSIONS } from '@poundlock/spec'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, it } from 'vitest'
import { rememberPlainCalls } from '../../src/evaluate/plain-calls.ts'
import { type PolicyDocument, type PolicyRequest, createPolicy } from '../../src/index.ts'
import { toolRequest } from '../../src/inputs/tool-request.ts'
import { CONTEXT, HOME } from '../make-request.ts'

const OPTIONS = { home: HOME }
const LONG = 'x'.repeat(2000)
/** Names that an object, or a key made of several, would take for something else. */
const NAMES = ['__proto__', 'constructor', 'toString', 'a', 'a\nb', 'a\0', '', ' ', 'mcp__a__b', 'read_file', LONG]

const DOCUMENT: PolicyDocument = {
  mode: 'workspace-write',
  tools: {
    deny: ['mcp__a__*', 'write_file'],
    byProvider: { a: { deny: ['read_file'] }, 'a/b': { deny: ['mcp__*'] } },
    fs: { read: { deny: ['secret/**'] }, write: { ask: ['docs/**'] } },
    web: { denyDomains: ['bad.example'] },
    exec: { deny: ['fs.delete'] },
  },
  agents: { list: [{ id: 'other', mode: 'read-only', tools: { deny: ['edit_file'] } }] },
}

/** One that goes by who calls, and one that does not. */
const anyDocument = fc.constantFrom<PolicyDocument>(DOCUMENT, {
  ...DOCUMENT,
  tools: { ...DOCUMENT.tools, byProvider: {} },
})

const name = fc.constantFrom(...NAMES)
const path = fc.constantFrom('a.ts', 'secret/x', 'docs/x', '/etc/passwd', '.git/config', '~/.poundlock/x', '-x', '')
const call: fc.Arbitrary<PolicyRequest> = fc.record(
  {
    tool: fc.oneof(name, fc.constantFrom('write_file', 'edit_file', 'WebFetch')),
    requiredPermission: fc.constantFrom(...REQUIRED_PERMISSIONS, null, 'bogus' as never),
    provider: name,
    model: name,
    files: fc.array(
      fc.record({ access: fc.constantFrom('read' as const, 'write' as const, 'delete' as const), path }),
      { maxLength: 2 },
    ),
    urls: fc.array(fc.constantFrom('https://ok.example/', 'https://bad.example/x', 'http://localhost/'), {
      maxLength: 1,
    }),
    containment: fc.record({
      active: fc.boolean(),
      network: fc.constantFrom('on' as const, 'off' as const),
      workspaceOnly: fc.boolean(),
    }),
    session: fc.constantFrom({}, { exec: { host: 'gateway' as const } }, { exec: { security: 'full' as const } }),
    context: fc.constantFrom(CONTEXT, { ...CONTEXT, agent: 'other' }, { ...CONTEXT, workspace: '/w/docs' }),
  },
  { requiredKeys: ['tool', 'requiredPermission', 'context'] },
)

describe('a decision that is remembered', () => {
  it('is the one that a policy without any memory makes, whatever was asked before', () => {
    fc.assert(
      fc.property(anyDocument, fc.array(call, { minLength: 2, maxLength: 12 }), (of, calls) => {
        const policy = createPolicy(of, OPTIONS)
        const alone = calls.map((one) => JSON.stringify(createPolicy(of, OPTIONS).decide(one)))
        for (const at of [...calls.keys(), ...calls.keys()]) {
          expect(JSON.stringify(policy.decide(calls[at]!))).toBe(alone[at])
        }
      }),
      { numRuns: tries(200) },
    )
  })

  it('does not stand for the same object once that was changed', () => {
    const policy = createPolicy(DOCUMENT, OPTIONS)
    const request = { tool: 'read_file', requiredPermission: 'read-only' as const, context: { ...CONTEXT } }
    const decide = (change: object) => policy.decide(Object.assign(request, change)).decision
    expect(decide({})).toBe('allow')
    expect(decide({ requiredPermission: 'danger-full-access' })).toBe('ask')
    expect(decide({ requiredPermission: 'read-only', provider: 'a' })).toBe('deny')
    expect(decide({ provider: 'c', files: [{ access: 'read', path: 'a' }] })).toBe('allow')
    expect(decide({ files: [{ access: 'read', path: 'secret/a' }] })).toBe('deny')
    expect(decide({ files: undefined, tool: 'edit_file' })).toBe('allow')
    request.context.agent = ' OTHER'
    expect(decide({})).toBe('deny')
  })

  it('cannot be changed by its receiver, and neither can the policy through it', () => {
    const policy = createPolicy({ ...DOCUMENT, mode: 'danger-full-access' }, OPTIONS)
    const asked = () => policy.decide(toolRequest({ tool: 'write_file', input: { path: 'a' }, context: CONTEXT }))
    const first = asked()
    const copy = structuredClone(first)
    const spoil = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const key of Object.keys(value)) {
        spoil((value as Record<string, unknown>)[key])
        expect(() => {
          ;(value as Record<string, unknown>)[key] = 'allow'
        }).toThrow(TypeError)
      }
    }
    spoil(first)
    expect(asked()).toEqual(copy)
    expect(JSON.parse(JSON.stringify(first))).toEqual(copy)
  })

  it('does not follow a document that is changed after the policy was made', () => {
    const document = structuredClone(DOCUMENT) as { tools: { deny: string[]; web: { denyDomains: string[] } } }
    const policy = createPolicy(document, OPTIONS)
    document.tools.deny.length = 0
    document.tools.web.denyDomains.length = 0
    const urls = ['https://bad.example/']
    expect(policy.decide({ tool: 'write_file', requiredPermission: 'read-only', context: CONTEXT }).decision).toBe(
      'deny',
    )
    expect(policy.decide({ tool: 'WebFetch', requiredPermission: 'read-only', urls, context: CONTEXT }).decision).toBe(
      'deny',
    )
  })

  it.each(PERMISSION_MODES)('is kept for one mode only: %s', (mode) => {
    const policies = PERMISSION_MODES.map((one) => createPolicy({ mode: one }, OPTIONS))
    const decide = (at: number) =>
      policies[at]!.decide({ tool: 'x', requiredPermission: 'workspace-write', context: CONTEXT }).decision
    policies.forEach((_, at) => decide(at))
    const alone = createPolicy({ mode }, OPTIONS)
    expect(decide(PERMISSION_MODES.indexOf(mode))).toBe(
      alone.decide({ tool: 'x', requiredPermission: 'workspace-write', context: CONTEXT }).decision,
    )
  })
})

describe('the memory', () => {
  it('goes by who calls only where a list does', () => {
    const of = (callersCount: boolean) => {
      const recall = rememberPlainCalls(callersCount)
      const request = { tool: 'read_file', requiredPermission: 'read-only', context: CONTEXT } as const
      return recall({ ...request, provider: 'a' }) === recall({ ...request, provider: 'b', model: 'c' })
    }
    expect([of(true), of(false)]).toEqual([false, true])
  })

  it('ends: neither many names nor long ones fill it', () => {
    const recall = rememberPlainCalls(true)
    const of = (tool: string) => recall({ tool, requiredPermission: 'read-only', context: CONTEXT })
    const first = of('first')
    expect(of('first')).toBe(first)
    expect(of(LONG)).toBeNull()
    for (let index = 0; index < 5000; index++) of(`tool${index}`)
    expect(of('first')).not.toBe(first)
  })

  it.each([undefined, null, 7, {}, ['read_file']])('holds nothing for a tool that is no name: %j', (tool) => {
    expect(
      rememberPlainCalls(true)({ tool: tool as never, requiredPermission: 'read-only', context: CONTEXT }),
    ).toBeNull()
  })
})

it.each([undefined, null, 7, {}, ['read_file']])('a call of the tool %j is denied, not an error', (tool) => {
  const policy = createPolicy(DOCUMENT, OPTIONS)
  for (let time = 0; time < 2; time++) {
    expect(policy.decide(toolRequest({ tool: tool as never, input: {}, context: CONTEXT })).decision).toBe('deny')
  }
})
