import { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES, PERMISSION_MODES, strictest, type Decision } from '@poundlock/spec'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, it } from 'vitest'
import { withFallback } from '../src/evaluate/session/with-fallback.ts'
import type {
  ExecLayer,
  PlannedCommand,
  PlannedEffect,
  PolicyDecision,
  PolicyLayer,
  PolicyRequest,
} from '../src/index.ts'
import { createPolicy } from './create-whole-policy.ts'
import { CONTEXT, HOME, command } from './make-request.ts'

const FALLBACKS = ['deny', 'allowlist', 'full'] as const

const rule = fc.oneof(
  fc.constantFrom('git', 'git push', 'git push --force', '*', '/usr/bin/*', '~/bin/*', 'sh', 'curl', 'rm', 'x'),
  fc.constantFrom({ command: 'git', args: 'push .*' }, { command: 'git push', args: '.*--force' }),
)
const ruleList = fc.array(rule, { maxLength: 3 })

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
/** An object without the keys that are not set, as exact optional properties want it. */
const sparse = <T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key] | undefined> }) =>
  fc
    .record(shape as { [Key in keyof T]: fc.Arbitrary<T[Key]> })
    .map((object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T)

const exec = sparse<ExecLayer>({
  // Leaning to where something is let through: a refusal that stays one proves little.
  host: fc.constantFrom(undefined, 'sandbox', 'gateway', 'gateway', 'gateway', 'node'),
  security: fc.constantFrom(undefined, 'deny', 'allowlist', 'allowlist', 'full', 'full'),
  ask: optional(fc.constantFrom(...EXEC_ASKS)),
  askFallback: optional(fc.constantFrom(...FALLBACKS)),
  allowRules: optional(ruleList),
  askRules: optional(ruleList),
  denyRules: optional(ruleList),
  environment: optional(fc.constantFrom(['FOO'], ['MY_*'])),
})

const layer = (mayLoosen: boolean) =>
  fc
    .record({
      mode: fc.constantFrom(undefined, undefined, 'allow', 'allow', 'danger-full-access', ...PERMISSION_MODES),
      exec,
      protectedPaths: fc.constantFrom([], ['keep']),
    })
    .map(({ mode, ...rest }): PolicyLayer => ({
      name: mayLoosen ? 'user' : 'workspace',
      mayLoosen,
      ...rest,
      ...(mode && { mode }),
    }))
const layers = fc
  .tuple(fc.array(layer(true), { maxLength: 2 }), fc.array(layer(false), { maxLength: 2 }))
  .map((both) => both.flat())

const planned: fc.Arbitrary<PlannedCommand> = fc
  .record({
    text: fc.constantFrom(
      'git push',
      'git push --force',
      'git -v push --force',
      'git push ?',
      'rm -r x',
      '?',
      'sh',
      'sh -c ?',
      'curl x',
      './x',
    ),
    readsPipe: fc.boolean(),
    environment: fc.constantFrom([], [], ['LC_ALL'], ['FOO'], ['LD_PRELOAD']),
    found: fc.boolean(),
  })
  .map(({ text, readsPipe, environment, found }) =>
    command(text, { readsPipe, environment, ...(!found && { resolved: null }) }),
  )

const effect: fc.Arbitrary<PlannedEffect> = fc.constantFrom(
  { kind: 'file-write', path: '/w/x' },
  { kind: 'file-write', path: '/w/keep' },
  { kind: 'file-write', path: '/etc/x' },
  { kind: 'file-write', path: null },
  { kind: 'environment', path: 'FOO' },
  { kind: 'network', path: null },
)

const moreEffects = fc.array(
  fc.oneof(
    effect,
    fc.constantFrom<PlannedEffect>(
      { kind: 'file-read', path: '/w/x' },
      { kind: 'file-read', path: '/etc/x' },
      { kind: 'file-delete', path: '/w/x' },
      { kind: 'network', path: 'a.io' },
      { kind: 'process', path: null },
      { kind: 'privilege', path: null },
      { kind: 'execute', path: null },
    ),
  ),
  { minLength: 1, maxLength: 2 },
)

const requests: fc.Arbitrary<PolicyRequest> = fc
  .record({
    commands: fc.array(planned, { minLength: 0, maxLength: 3 }),
    effects: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(effect, { maxLength: 2 })),
    complete: fc.constantFrom(true, true, true, true, false),
    refused: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
    containment: optional(
      fc.record({ active: fc.boolean(), network: fc.constantFrom('on', 'off'), workspaceOnly: fc.boolean() }),
    ),
    requiredPermission: fc.constantFrom('danger-full-access', 'danger-full-access', 'workspace-write', 'read-only'),
    environment: fc.constantFrom([], [], [], [], [], ['FOO'], ['PATH']),
    approvals: optional(
      fc.tuple(
        sparse<ExecLayer>({
          security: optional(fc.constantFrom(...EXEC_SECURITIES)),
          ask: optional(fc.constantFrom(...EXEC_ASKS)),
          askFallback: optional(fc.constantFrom(...FALLBACKS)),
        }),
        ruleList,
      ),
    ),
  })
  .map(({ commands, effects, complete, refused, containment, requiredPermission, environment, approvals }) => ({
    tool: 'exec',
    requiredPermission,
    plan: {
      text: 'x',
      refusal: refused ? { code: 'X', message: 'x' } : null,
      complete: complete && commands.every(({ name }) => name !== null),
      unresolved: [],
      commands,
      effects,
    },
    environment,
    ...(containment && { containment }),
    ...(approvals && { approvals: { ...approvals[0], allowlist: approvals[1], source: 'approvals' } }),
    context: CONTEXT,
  })) as fc.Arbitrary<PolicyRequest>

const parameters = sparse<NonNullable<PolicyRequest['parameters']>>({
  host: optional(fc.constantFrom(...EXEC_HOSTS)),
  security: optional(fc.constantFrom(...EXEC_SECURITIES)),
  ask: optional(fc.constantFrom(...EXEC_ASKS)),
})

const decide = (of: readonly PolicyLayer[], request: PolicyRequest) => createPolicy(of, { home: HOME }).decide(request)

const isAtLeast = (after: Decision, before: Decision) => strictest(after, before) === after

/** Neither with somebody to ask nor without is the second looser than the first. */
function expectNotWider(before: PolicyDecision, after: PolicyDecision): void {
  const pair = [
    [before.decision, after.decision],
    [withFallback(before).decision, withFallback(after).decision],
  ] as const
  for (const [was, is] of pair) {
    if (!isAtLeast(is, was)) expect.fail(`${was} became ${is}: ${JSON.stringify([before, after], null, 1)}`)
  }
}

/** Moving into a sandbox that holds is the one thing that may turn a refusal into leave. */
const movesIntoSandbox = (before: PolicyDecision, after: PolicyDecision, { containment }: PolicyRequest) =>
  before.exec.host.value !== after.exec.host.value && containment?.active === true && containment.workspaceOnly

const RUNS = { numRuns: tries(1000) }

describe('a decision never gets wider', () => {
  it('by a parameter of the call', () => {
    fc.assert(
      fc.property(layers, requests, parameters, (of, request, wanted) => {
        const before = decide(of, request)
        const after = decide(of, { ...request, parameters: wanted })
        if (!movesIntoSandbox(before, after, request)) expectNotWider(before, after)
      }),
      RUNS,
    )
  })

  it.each(['askRules', 'denyRules'] as const)('by one more of the %s, in whichever layer', (key) => {
    fc.assert(
      fc.property(layers, requests, rule, fc.boolean(), (of, request, more, mayLoosen) => {
        const added: PolicyLayer = { name: 'more', mayLoosen, exec: { [key]: [more] } }
        expectNotWider(decide(of, request), decide([...of, added], request))
      }),
      RUNS,
    )
  })

  it('by a layer that may not loosen', () => {
    fc.assert(
      fc.property(layers, requests, layer(false), fc.nat(4), (of, request, more, at) => {
        const before = decide(of, request)
        const after = decide(of.toSpliced(at, 0, more), request)
        if (!movesIntoSandbox(before, after, request)) expectNotWider(before, after)
      }),
      RUNS,
    )
  })

  it('by less that is allowed', () => {
    fc.assert(
      fc.property(layers, requests, (of, request) => {
        const bare = of.map(({ exec: rest, ...other }) => ({ ...other, exec: { ...rest, allowRules: [] } }))
        expectNotWider(decide(of, request), decide(bare, request))
      }),
      RUNS,
    )
  })

  it('by a plan that knows less, outside of a sandbox', () => {
    fc.assert(
      fc.property(layers, requests, (of, { containment: _, ...request }) => {
        const unknown = { ...request, plan: { ...request.plan!, complete: false } }
        expectNotWider(decide(of, request), decide(of, unknown))
      }),
      RUNS,
    )
  })

  // `implies` goes by it: it asks about effects only where the line without them is allowed.
  it('by one more effect of the line, of a command whose effects are known, or by a variable that is set', () => {
    fc.assert(
      fc.property(layers, requests, moreEffects, fc.constantFrom('line', 'own', 'sets'), (of, request, more, where) => {
        const { commands, ...rest } = request.plan!
        const [first, ...others] = commands
        if (first === undefined) return
        const known = { known: true, code: null, message: null, words: null, effects: [] }
        const before = where === 'sets' ? first : { ...first, profile: known }
        const after =
          where === 'sets'
            ? { ...first, environment: [...first.environment, 'FOO'] }
            : { ...before, profile: { ...known, effects: where === 'own' ? more : [] } }
        const making = (one: PlannedCommand, lineEffects: readonly PlannedEffect[]): PolicyRequest => ({
          ...request,
          plan: { ...rest, commands: [one, ...others], effects: lineEffects },
        })
        expectNotWider(
          decide(of, making(before, rest.effects)),
          decide(of, making(after, where === 'line' ? [...rest.effects, ...more] : rest.effects)),
        )
      }),
      RUNS,
    )
  })

  it('by a sandbox that is not active', () => {
    fc.assert(
      fc.property(layers, requests, (of, request) => {
        const { containment, ...without } = request
        const broken = { active: false, network: 'off', workspaceOnly: true } as const
        expectNotWider(
          decide(of, { ...without, ...(containment && { containment }) }),
          decide(of, { ...without, containment: broken }),
        )
      }),
      RUNS,
    )
  })
})

describe('a decision does not depend', () => {
  it('on the order of rules', () => {
    fc.assert(
      fc.property(layers, requests, (of, request) => {
        const turned = of.map(({ exec: rules = {}, ...rest }) => ({
          ...rest,
          exec: Object.fromEntries(
            Object.entries(rules).map(([key, value]) => [key, Array.isArray(value) ? value.toReversed() : value]),
          ) as ExecLayer,
        }))
        const [before, after] = [decide(of, request), decide(turned, request)]
        expect([after.decision, after.covered]).toEqual([before.decision, before.covered])
        expect(withFallback(after).decision).toBe(withFallback(before).decision)
      }),
      RUNS,
    )
  })

  it('on the order of layers that may not loosen, nor on where they stand', () => {
    fc.assert(
      fc.property(layers, requests, (of, request) => {
        const [trusted, others] = [of.filter((one) => one.mayLoosen), of.filter((one) => !one.mayLoosen)]
        const before = decide(of, request)
        for (const turned of [
          [...others.toReversed(), ...trusted],
          [...trusted, ...others.toReversed()],
        ]) {
          const after = decide(turned, request)
          expect([after.decision, after.covered]).toEqual([before.decision, before.covered])
          expect(withFallback(after).decision).toBe(withFallback(before).decision)
        }
      }),
      RUNS,
    )
  })

  it('on the time, or on what was decided before', () => {
    fc.assert(
      fc.property(layers, requests, requests, (of, request, other) => {
        const policy = createPolicy(of, { home: HOME })
        const first = policy.decide(request)
        policy.decide(other)
        expect(policy.decide(request)).toEqual(first)
      }),
    )
  })
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}

describe('a decision', () => {
  it('changes nothing that it is given', () => {
    fc.assert(
      fc.property(layers, requests, parameters, (of, request, wanted) => {
        const decision = decide(deepFreeze(of), deepFreeze({ ...request, parameters: wanted }))
        withFallback(deepFreeze(decision))
      }),
    )
  })

  it('survives as JSON', () => {
    fc.assert(
      fc.property(layers, requests, parameters, (of, request, wanted) => {
        const decision = withFallback(decide(of, { ...request, parameters: wanted }))
        expect(JSON.parse(JSON.stringify(decision))).toEqual(decision)
      }),
    )
  })

  it('is the strictest of its steps, and its reasons are among them', () => {
    fc.assert(
      fc.property(layers, requests, (of, request) => {
        const { decision, reasons, trace } = decide(of, request)
        expect(decision).toBe(strictest(...trace.map((step) => step.decision)))
        expect(reasons.length).toBeGreaterThan(0)
        for (const reason of reasons) expect(trace).toContainEqual(expect.objectContaining(reason))
        for (const { message } of trace) expect(message).toMatch(/^[^A-Z].*[^.]$/)
      }),
    )
  })

  it('is the same of the exec settings that it goes by', () => {
    fc.assert(
      fc.property(layers, requests, parameters, (of, request, wanted) => {
        const policy = createPolicy(of, { home: HOME })
        const call = { ...request, parameters: wanted }
        expect(policy.decide(call).exec).toEqual(policy.execSettings(call))
      }),
    )
  })
})
