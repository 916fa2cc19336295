import { describe, expect, test } from 'vitest'
import {
  coversTarget,
  EGRESS_PRESETS,
  expandEgressPresets,
  type EgressRuleInput,
  intersectEgressRules,
  parseEgressRule,
  readTarget,
} from '../../src/index.ts'

function covers(input: EgressRuleInput, target: string): boolean {
  const rule = parseEgressRule(input)
  if ('problem' in rule) throw new TypeError(rule.problem)
  return coversTarget(rule, readTarget(target)!)
}

describe('a rule covers', () => {
  test.each([
    ['example.org', 'example.org:443'],
    ['example.org', 'example.org:80'],
    ['Example.Org.', 'example.org:443'],
    ['example.org', 'EXAMPLE.org.:443'],
    ['example.org:8080', 'example.org:8080'],
    ['*.example.org', 'a.example.org:443'],
    ['*.example.org', 'a.b.example.org:443'],
    ['*.example.org:22', 'a.example.org:22'],
    ['10.0.0.1', '10.0.0.1:443'],
    ['[2001:db8::1]:8443', '[2001:db8:0::1]:8443'],
    ['[2001:db8::1]', '[2001:db8::1]:443'],
  ])('%s: %s', (rule, target) => {
    expect(covers(rule, target)).toBe(true)
  })
})

describe('a rule does not cover', () => {
  test.each([
    ['example.org', 'example.org:22'],
    ['example.org:8080', 'example.org:443'],
    ['example.org', 'a.example.org:443'],
    ['example.org', 'example.org.evil.test:443'],
    ['example.org', 'notexample.org:443'],
    ['*.example.org', 'example.org:443'],
    ['*.example.org', 'evilexample.org:443'],
    ['*.example.org', 'a.example.org.evil.test:443'],
    ['*.0.0.test', '10.0.0.1:443'],
    ['10.0.0.1', '10.0.0.10:443'],
  ])('%s: %s', (rule, target) => {
    expect(covers(rule, target)).toBe(false)
  })
})

test.each([
  ['', /not a host/],
  ['*', /sandbox\.network = "on"/],
  ['*.org', /top-level domain/],
  ['*.10.0.0.1', /nothing below/],
  ['a.*.org', /star stands only at the front/],
  ['*example.org', /star stands only at the front/],
  ['https://example.org', /not an address of a page/],
  ['example.org/path', /not an address of a page/],
  ['user@example.org', /not an address of a page/],
  ['bücher.example', /xn--/],
  ['example.org:0', /port must be/],
  ['example.org:99999', /port must be/],
  ['example.org:http', /not a host/],
  ['2001:db8::1', /brackets/],
  ['0.0.0.0', /no machine/],
  ['224.0.0.1', /no machine/],
  ['255.255.255.255', /no machine/],
  ['[::]', /no machine/],
  ['[ff02::1]', /no machine/],
  ['[::ffff:10.0.0.1]', /write the IPv4 address itself: 10\.0\.0\.1/],
  ['0x7f.1', /not a host/],
  ['2130706433', /not a host/],
  [{ host: '10.0.0.1', allowPrivate: true }, /needs no "allowPrivate"/],
  [{ host: 'example.org', allowPrivate: 'yes' }, /expected a text/],
  [{}, /expected a text/],
  [null, /expected a text/],
  [7, /expected a text/],
])('%j is no rule, and the problem says why', (input, problem) => {
  expect(parseEgressRule(input as EgressRuleInput)).toEqual({ problem: expect.stringMatching(problem) })
})

describe('what two lists both cover', () => {
  test.each<[EgressRuleInput[], EgressRuleInput[], EgressRuleInput[]]>([
    [['a.test'], ['a.test'], ['a.test:80', 'a.test:443']],
    [['a.test'], ['b.test'], []],
    [['*.a.test'], ['x.a.test', 'a.test'], ['x.a.test:80', 'x.a.test:443']],
    [['*.a.test:1'], ['*.b.a.test:1'], ['*.b.a.test:1']],
    [['a.test:1', 'a.test:2'], ['a.test:2'], ['a.test:2']],
    [['10.0.0.1'], ['*.0.0.1.test', '10.0.0.1:443'], ['10.0.0.1:443']],
    [['[2001:db8::1]:5'], ['[2001:db8:0::1]:5'], ['[2001:db8::1]:5']],
    [[{ host: 'a.test:1', allowPrivate: true }], ['a.test:1'], ['a.test:1']],
    [
      [{ host: 'a.test:1', allowPrivate: true }],
      [
        { host: '*.test.test:1', allowPrivate: true },
        { host: 'A.test.:1', allowPrivate: true },
      ],
      [{ host: 'a.test:1', allowPrivate: true }],
    ],
    [['nonsense:'], ['nonsense:'], []],
  ])('%j and %j: %j', (left, right, both) => {
    expect(intersectEgressRules(left, right)).toEqual(both)
    expect(new Set(intersectEgressRules(right, left))).toEqual(new Set(both))
  })

  test('covers a target exactly when each of them does', () => {
    const rules: EgressRuleInput[] = [
      'a.test',
      '*.a.test',
      '*.b.a.test:8080',
      'x.b.a.test:8080',
      '10.0.0.1',
      'b.a.test:22',
    ]
    const lists = rules.flatMap((one) => rules.map((other) => [one, other]))
    const targets = ['a.test', 'b.a.test', 'x.b.a.test', '10.0.0.1', 'c.test'].flatMap((host) =>
      [22, 80, 443, 8080].map((port) => `${host}:${String(port)}`),
    )
    for (const left of lists) {
      for (const right of lists) {
        const both = intersectEgressRules(left, right)
        for (const target of targets) {
          const wanted = [left, right].every((list) => list.some((rule) => covers(rule, target)))
          expect(
            both.some((rule) => covers(rule, target)),
            `${JSON.stringify([left, right])}: ${target}`,
          ).toBe(wanted)
        }
      }
    }
  })
})

describe('a preset', () => {
  test('stands for hosts that are rules', () => {
    for (const name of Object.keys(EGRESS_PRESETS)) {
      const hosts = expandEgressPresets([`preset:${name}`])
      expect(hosts.length, name).toBeGreaterThan(0)
      for (const host of hosts) expect(parseEgressRule(host)).toMatchObject({ ports: [80, 443], onlyFetches: true })
    }
    expect(expandEgressPresets(['a.test', 'preset:npm'])).toEqual([
      'a.test',
      { host: 'registry.npmjs.org', onlyFetches: true },
    ])
  })

  test('that is unknown is no rule', () => {
    for (const rule of ['preset:', 'preset:nmp', 'preset:toString', 'preset:npm:443', 'Preset:npm']) {
      const [left] = expandEgressPresets([rule])
      expect(parseEgressRule(left!), rule).toHaveProperty('problem')
    }
  })
})
