import { strictest, type Decision } from '@poundlock/spec'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, it } from 'vitest'
import type { PathRules, PolicyLayer } from '../src/index.ts'
import { type CallDescription, toolRequest } from '../src/inputs/tool-request.ts'
import { createPolicy } from './create-whole-policy.ts'
import { HOME, plan } from './make-request.ts'

const TOOLS = ['read', 'write_file', 'exec', 'WebFetch', 'group:fs', 'group:mcp', 'mcp__a__*', '*'] as const
const names = fc.array(fc.constantFrom(...TOOLS), { maxLength: 2 })
const paths = fc.array(fc.constantFrom('secret', 'src/**', '/etc/**', '~/.ssh'), { maxLength: 2 })
const effects = fc.array(fc.constantFrom('fs.delete', 'fs.write:/etc/**', 'net.egress', 'net.egress:a.io'), {
  maxLength: 1,
})

const tools = fc.record({
  profile: fc.constantFrom('full', 'coding', 'full'),
  deny: names,
  byProvider: fc.constantFrom({}, { openai: { deny: ['exec'] } }, { 'openai/gpt-5': { allow: ['read'] } }),
}) as fc.Arbitrary<NonNullable<PolicyLayer['tools']>>

const layer = (mayLoosen: boolean): fc.Arbitrary<PolicyLayer> =>
  fc
    .record({
      mode: fc.constantFrom('allow', 'workspace-write', 'danger-full-access', 'prompt'),
      tools,
      files: fc.record({
        read: fc.record({ deny: paths, allow: paths }),
        write: fc.record({ deny: paths, allow: paths }),
      }),
      web: fc.constantFrom({}, { allowDomains: ['a.io'] }, { denyDomains: ['b.io'] }),
      network: fc.constantFrom<NonNullable<PolicyLayer['network']>>(
        { mode: 'off' },
        { mode: 'on' },
        { mode: 'allowlist', egress: ['a.io', 'b.io:8080'] },
        { mode: 'allowlist', egress: ['*.a.io', 'b.io'] },
      ),
      exec: fc.record({
        host: fc.constantFrom('gateway', 'sandbox'),
        security: fc.constantFrom('full', 'allowlist'),
        ask: fc.constantFrom('off', 'on-miss'),
        denyRules: effects,
        allowRules: fc.constantFrom([], ['git'], ['fs.write:/etc/**']),
      }),
      agents: fc.constantFrom({}, { list: [{ id: 'main', tools: { deny: ['write'] } }] }),
    })
    .map((parts) => ({ name: mayLoosen ? 'user' : 'workspace', mayLoosen, ...parts }))

const calls: fc.Arbitrary<CallDescription> = fc
  .record({
    tool: fc.constantFrom('read_file', 'Write', 'exec', 'web_fetch', 'WebSearch', 'mcp__a__b', ' BASH'),
    path: fc.constantFrom('/w/src/a', '/w/secret', '/w/SECRET', '/etc/passwd', '~/.ssh/id', '/w/src/../secret', '-x'),
    url: fc.constantFrom(
      'https://a.io/',
      'https://b.io/',
      'http://b.io:8080/',
      'https://x.a.io/',
      'https://localhost/',
    ),
    line: fc.constantFrom('git log', 'rm x', '?'),
    provider: fc.constantFrom(undefined, 'OpenAI ', 'openai/gpt-5', ' '),
  })
  .map(({ tool, path, url, line, provider }) => ({
    tool,
    input: { path, url },
    requiredPermission: 'workspace-write',
    ...(/exec|bash/i.test(tool) && {
      plan: plan(line, line === 'rm x' ? { effects: [{ kind: 'file-delete', path: '/w/x' }] } : {}),
    }),
    ...(provider !== undefined && { provider }),
    context: { cwd: '/w', workspace: '/w', home: HOME },
  }))

const decide = (layers: readonly PolicyLayer[], call: CallDescription): Decision =>
  createPolicy(layers, { home: HOME }).decide(toolRequest(call)).decision
const isAtLeast = (after: Decision, before: Decision) => strictest(after, before) === after

/** The sandbox is where a refusal may turn into leave: it is left out where a layer can choose it. */
const onHost = (one: PolicyLayer): PolicyLayer => ({ ...one, exec: { ...one.exec, host: 'gateway' } })
const layers = fc
  .tuple(layer(true).map(onHost), fc.array(layer(false).map(onHost), { maxLength: 1 }))
  .map((both) => both.flat())
const RUNS = { numRuns: tries(2000) }

describe('a decision about any tool never gets wider', () => {
  it('by a layer that may not loosen', () => {
    fc.assert(
      fc.property(layers, layer(false).map(onHost), calls, (of, more, call) => {
        expect(isAtLeast(decide([...of, more], call), decide(of, call))).toBe(true)
      }),
      RUNS,
    )
  })

  it('by what an organisation lays down', () => {
    fc.assert(
      fc.property(layers, layer(true).map(onHost), calls, (of, more, call) => {
        const { exec, files, web, ...rest } = more
        // Its own allow rules are its to give.
        const binding: PolicyLayer = {
          ...rest,
          name: 'organisation',
          binding: true,
          exec: { ...exec, allowRules: [] },
          web: { denyDomains: web?.denyDomains ?? [] },
          files: { read: { deny: files?.read?.deny ?? [] } },
        }
        expect(isAtLeast(decide([binding, ...of], call), decide(of, call))).toBe(true)
      }),
      RUNS,
    )
  })

  it('by a user, over what an organisation lays down, in mode and settings', () => {
    fc.assert(
      fc.property(layer(true).map(onHost), layer(true).map(onHost), calls, (organisation, user, call) => {
        const { exec, ...rest } = user
        const binding: PolicyLayer = { ...organisation, binding: true }
        const { allowRules: _, ...settings } = exec!
        const own: PolicyLayer = { ...rest, files: {}, exec: settings }
        expect(isAtLeast(decide([binding, own], call), decide([binding], call))).toBe(true)
      }),
      RUNS,
    )
  })

  it('by one more entry in any list that denies', () => {
    fc.assert(
      fc.property(layers, fc.constantFrom(...TOOLS), effects, paths, calls, (of, tool, denyRules, denied, call) => {
        const more: PolicyLayer = {
          name: 'more',
          mayLoosen: true,
          tools: { deny: [tool] },
          exec: { denyRules },
          files: { read: { deny: denied }, write: { deny: denied } },
        }
        expect(isAtLeast(decide([...of, more], call), decide(of, call))).toBe(true)
      }),
      RUNS,
    )
  })

  it('by another spelling of the tool', () => {
    const spellings = ['exec', 'EXEC', ' exec ', 'ex_ec', 'e\u200Bxec', 'bash', 'Ba-sh', 'ｅxec']
    fc.assert(
      fc.property(layers, calls, fc.constantFrom(...spellings), (of, call, tool) => {
        const run = { ...call, tool: 'exec', plan: plan('git log') }
        expect(isAtLeast(decide(of, { ...run, tool }), decide(of, run))).toBe(true)
      }),
      RUNS,
    )
  })

  it('by anything that a session says about a tool that is denied', () => {
    const sender = { provider: 'terminal', id: 'me' }
    fc.assert(
      fc.property(layers, calls, fc.constantFrom('on', 'full'), (of, call, level) => {
        const denying: PolicyLayer = {
          name: 'user',
          mayLoosen: true,
          tools: { deny: ['exec'] },
          elevated: { enabled: true, allowFrom: { terminal: ['me'] } },
        }
        const session = {
          exec: { host: 'gateway', security: 'full', ask: 'off' },
          elevated: { level, sender },
        } as const
        expect(decide([...of, denying], { ...call, tool: 'exec', plan: plan('true'), session })).toBe('deny')
      }),
    )
  })
})

describe('a decision about any tool does not depend', () => {
  const turned = <Entry>(list: readonly Entry[] | undefined) => (list === undefined ? undefined : list.toReversed())
  const turnedRules = (rules: PathRules = {}): PathRules => ({
    ...(rules.allow && { allow: turned(rules.allow)! }),
    ...(rules.deny && { deny: turned(rules.deny)! }),
  })

  it('on the order in any list', () => {
    fc.assert(
      fc.property(layers, calls, (of, call) => {
        const other = of.map((one): PolicyLayer => {
          const { tools: filter, files, exec } = one
          return {
            ...one,
            tools: { ...filter, deny: turned(filter?.deny) ?? [] },
            files: { read: turnedRules(files?.read), write: turnedRules(files?.write) },
            exec: { ...exec, denyRules: turned(exec?.denyRules) ?? [], allowRules: turned(exec?.allowRules) ?? [] },
          }
        })
        expect(decide(other, call)).toBe(decide(of, call))
      }),
      RUNS,
    )
  })

  it('on the order of the files that only tighten', () => {
    fc.assert(
      fc.property(layers, layer(false).map(onHost), layer(false).map(onHost), calls, (of, one, two, call) => {
        expect(decide([...of, two, one], call)).toBe(decide([...of, one, two], call))
        expect(decide([one, ...of, two], call)).toBe(decide([...of, one, two], call))
      }),
      RUNS,
    )
  })
})
