import { describe, expect, it } from 'vitest'
import { parseConfig, resolveConfig, type ConfigDocument, type ConfigSource } from '../src/index.ts'

type Sandbox = NonNullable<ConfigDocument['sandbox']>

const source = (kind: ConfigSource['kind'], sandbox: Sandbox): ConfigSource => ({
  kind,
  ...parseConfig(JSON.stringify({ sandbox }), `${kind}.json`),
})

function resolve(parts: { readonly [Kind in ConfigSource['kind']]?: Sandbox }) {
  const kinds = ['workspace', 'user', 'organisation'] as const
  const { network, egress } = resolveConfig(
    kinds.flatMap((kind) => (parts[kind] ? [source(kind, parts[kind])] : [])),
  ).sandbox
  return { network: network.value, egress: egress.value, from: [network.origin, egress.origin] }
}

const CRATES = ['index.crates.io', 'static.crates.io', 'crates.io']
const fetched = (host: string) => ({ host, onlyFetches: true })

describe('the hosts of an allowlist', () => {
  it("are the user's, with where they stand", () => {
    expect(resolve({ user: { network: 'allowlist', egress: ['a.test'] } })).toEqual({
      network: 'allowlist',
      egress: ['a.test'],
      from: ['user.json:1:13', expect.stringMatching(/^user\.json:1:\d+$/)],
    })
  })

  it.each<[string, Parameters<typeof resolve>[0], string, readonly (string | object)[]]>([
    ['of presets', { user: { network: 'allowlist', egress: ['preset:crates'] } }, 'allowlist', CRATES.map(fetched)],
    ['that ask, and no host', { user: { network: 'ask' } }, 'ask', []],
    [
      'that ask; the workspace adds none',
      { user: { network: 'ask' }, workspace: { network: 'ask', egress: ['a.test:1'] } },
      'ask',
      [],
    ],
    [
      'that ask, where the organisation forces questions',
      { user: { network: 'on' }, organisation: { network: 'ask' } },
      'ask',
      [],
    ],
    [
      'that ask, and the organisation leaves some without a question',
      {
        user: { network: 'ask', egress: ['preset:crates', 'a.test'] },
        organisation: { network: 'ask', egress: ['preset:crates'] },
      },
      'ask',
      CRATES.flatMap((host) => [fetched(`${host}:80`), fetched(`${host}:443`)]),
    ],
    [
      'of a preset, where another list names one of them by itself',
      {
        user: { network: 'ask', egress: ['preset:crates'] },
        workspace: { egress: ['crates.io', 'a.test'] },
      },
      'ask',
      [fetched('crates.io:80'), fetched('crates.io:443')],
    ],
    [
      'that do not ask, where the organisation forbids questions',
      { user: { network: 'ask', egress: ['a.test:1'] }, organisation: { network: 'allowlist' } },
      'allowlist',
      ['a.test:1'],
    ],
    [
      'that ask nothing, where the organisation denies the network',
      { user: { network: 'ask' }, organisation: { network: 'off' } },
      'off',
      [],
    ],
    [
      'both cover',
      {
        user: { network: 'allowlist', egress: ['*.a.test:1', 'b.test:1'] },
        workspace: { egress: ['x.a.test:1', 'c.test:1'] },
      },
      'allowlist',
      ['x.a.test:1'],
    ],
    [
      'both cover, also where the workspace repeats the network',
      {
        user: { network: 'allowlist', egress: ['a.test:1'] },
        workspace: { network: 'allowlist', egress: ['a.test:1', 'b.test:1'] },
      },
      'allowlist',
      ['a.test:1'],
    ],
    [
      'the workspace names, where the user lets all through',
      { user: { network: 'on' }, workspace: { network: 'allowlist', egress: ['a.test:1'] } },
      'allowlist',
      ['a.test:1'],
    ],
    [
      'both cover, where the user once had a list',
      { user: { network: 'on', egress: ['b.test:1'] }, workspace: { network: 'allowlist', egress: ['a.test:1'] } },
      'off',
      [],
    ],
    [
      'nobody names: the workspace cannot',
      { user: { network: 'allowlist' }, workspace: { egress: ['a.test:1'] } },
      'off',
      [],
    ],
    [
      'nobody may name where the network is off',
      { workspace: { network: 'allowlist', egress: ['a.test:1'] } },
      'off',
      [],
    ],
    [
      'nobody may name where the user says off',
      { user: { network: 'off' }, workspace: { network: 'on', egress: ['a.test:1'] } },
      'off',
      [],
    ],
    [
      'the organisation leaves of what the user names',
      {
        organisation: { network: 'allowlist', egress: ['*.a.test:1'] },
        user: { network: 'allowlist', egress: ['x.a.test:1', 'b.test:1'] },
      },
      'allowlist',
      ['x.a.test:1'],
    ],
    [
      'the organisation names, where the user wants all',
      { organisation: { network: 'allowlist', egress: ['a.test:1'] }, user: { network: 'on' } },
      'allowlist',
      ['a.test:1'],
    ],
    [
      'the organisation names, where the user says no more than the mode',
      { organisation: { egress: ['a.test:1'] }, user: { network: 'allowlist' } },
      'allowlist',
      ['a.test:1'],
    ],
  ])('are those that %s', (_name, parts, network, egress) => {
    expect(resolve(parts)).toMatchObject({ network, egress })
  })

  it('leave no network where none is left, and the origin says so', () => {
    const { network, from } = resolve({
      user: { network: 'allowlist', egress: ['a.test'] },
      workspace: { egress: ['b.test'] },
    })
    expect(network).toBe('off')
    expect(from[0]).toBe('user.json:1:13, without a host in sandbox.egress')
  })

  it('lose the leave for private addresses where one of them does not give it', () => {
    const rule = { host: 'a.test:1', allowPrivate: true }
    expect(
      resolve({ user: { network: 'allowlist', egress: [rule] }, workspace: { egress: ['a.test:1'] } }).egress,
    ).toEqual(['a.test:1'])
    expect(
      resolve({ user: { network: 'allowlist', egress: ['a.test:1'] }, workspace: { egress: [rule] } }).egress,
    ).toEqual(['a.test:1'])
  })

  it('that are none are errors, with their place and the reason', () => {
    expect(() => source('user', { egress: ['a.test', '*'] })).toThrow(
      /user\.json:1:\d+: sandbox\.egress\.1: a rule for all hosts is sandbox\.network = "on"/,
    )
    expect(() => source('user', { egress: [{ host: 'a.test', allowprivate: true } as never] })).toThrow(
      /sandbox\.egress\.0/,
    )
    expect(() => source('user', { network: 'some' as never })).toThrow(/sandbox\.network/)
  })
})
