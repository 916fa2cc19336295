import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  findIneffectiveSettings,
  parseConfig,
  resolveConfig,
  type ConfigDocument,
  type ConfigSource,
} from '../src/index.ts'
import { loadConfig } from '../src/node/index.ts'

type Parts = { readonly [Kind in ConfigSource['kind']]?: ConfigDocument }

const KINDS = ['organisation', 'user', 'workspace'] as const

function find(parts: Parts, trusted = false) {
  const sources = KINDS.flatMap((kind): ConfigSource[] =>
    parts[kind]
      ? [{ kind, ...(trusted && { trusted }), ...parseConfig(JSON.stringify(parts[kind]), `${kind}.json`) }]
      : [],
  )
  return findIneffectiveSettings(sources, resolveConfig(sources))
}

const SECRET = { env: 'SECRET' }
const SLACK = { slack: { botToken: SECRET } }
const TO_SLACK = { channel: 'slack', to: 'C1' } as const

describe('a setting that nothing reads is found', () => {
  it.each<[string, Parts, readonly string[]]>([
    ['hosts without a network', { user: { sandbox: { egress: ['a.test'] } } }, ['!sandbox.egress']],
    [
      'a group that there is not',
      { user: { approvals: { require: [{ group: 'ops' }] } } },
      ['!approvals.require.0.group'],
    ],
    [
      'more approvals than a group has members',
      { user: { approvals: { groups: { ops: ['slack:U1', 'slack:U1'] }, require: [{ approve: 2, group: 'ops' }] } } },
      ['!approvals.require.0.approve'],
    ],
    ['hosts with no network', { user: { sandbox: { network: 'off', egress: ['a.test'] } } }, ['!sandbox.egress']],
    ['hosts with every network', { user: { sandbox: { network: 'on', egress: ['a.test'] } } }, ['!sandbox.egress']],
    [
      'hosts of an organisation',
      { organisation: { sandbox: { egress: ['a.test'] } }, user: { mode: 'prompt' } },
      ['!sandbox.egress'],
    ],
    [
      'hosts of an agent that has no network',
      { user: { agents: { list: [{ id: 'a', sandbox: { egress: ['a.test'] } }] } } },
      ['!agents.list.0.sandbox.egress'],
    ],
    [
      'hosts of an agent where another one has the allowlist',
      {
        user: {
          agents: {
            list: [
              { id: 'a', sandbox: { egress: ['a.test'] } },
              { id: 'b', sandbox: { network: 'allowlist', egress: ['b.test'] } },
            ],
          },
        },
      },
      ['!agents.list.0.sandbox.egress'],
    ],
    ['containers without their backend', { user: { sandbox: { docker: { cpus: 1 } } } }, ['sandbox.docker']],
    ['who shares no containers', { user: { sandbox: { scope: 'shared' } } }, ['sandbox.scope']],
    [
      'a renderer of containers',
      { user: { sandbox: { backend: 'docker', renderer: 'bubblewrap' } } },
      ['sandbox.renderer'],
    ],
    [
      'a network of containers that have none',
      { user: { sandbox: { backend: 'docker', docker: { network: 'mine' } } } },
      ['sandbox.docker.network'],
    ],
    [
      'files of a workspace that is not theirs',
      { user: { sandbox: { workspaceAccess: 'ro', fileMode: 'workspace-only' } } },
      ['sandbox.fileMode'],
    ],
    [
      'folders where the whole disk is there',
      { user: { sandbox: { fileMode: 'off', readPaths: ['/a'], writePaths: ['/b'] } } },
      ['sandbox.readPaths', 'sandbox.writePaths'],
    ],
    [
      'sessions that are not contained, and a host',
      { user: { sandbox: { mode: 'off' }, tools: { exec: { host: 'sandbox' } } } },
      ['sandbox.mode'],
    ],
    ['a node without its host', { user: { tools: { exec: { node: 'n' } } } }, ['tools.exec.node']],
    [
      'a profile of no safe bin',
      { user: { tools: { exec: { safeBins: ['jq'], safeBinProfiles: { jq: {}, yq: {} } } } } },
      ['tools.exec.safeBinProfiles.yq'],
    ],
    [
      'the network of a server that is not contained',
      { user: { mcpServers: { s: { command: 'x', network: 'off' } } } },
      ['!mcpServers.s.network'],
    ],
    [
      'an allowlist of a server, and no host',
      { user: { mcpServers: { s: { command: 'x', sandbox: true, network: 'allowlist' } } } },
      ['!mcpServers.s.network'],
    ],
    [
      'people who may lift nothing',
      { user: { tools: { elevated: { enabled: false, allowFrom: { tui: ['*'] } } } } },
      ['tools.elevated.allowFrom'],
    ],
    [
      'thresholds of loops that nobody looks for',
      { user: { tools: { loopDetection: { enabled: false, criticalThreshold: 5 } } } },
      ['tools.loopDetection.criticalThreshold'],
    ],
    [
      'a key that is not sent',
      { user: { tools: { web: { search: { provider: 'searxng', endpoint: 'http://a.test', keyFrom: 'KEY' } } } } },
      ['tools.web.search.keyFrom'],
    ],
    [
      'a target without its channel',
      { user: { approvals: { exec: { enabled: true, mode: 'both', targets: [TO_SLACK] }, channels: {} } } },
      ['!approvals.exec.targets.0', 'approvals.exec.enabled'],
    ],
    [
      'a target of another channel',
      {
        user: {
          approvals: {
            exec: { enabled: true, mode: 'targets', targets: [TO_SLACK, { channel: 'discord', to: '1' }] },
            channels: SLACK,
          },
        },
      },
      ['!approvals.exec.targets.1'],
    ],
    [
      'a target that no mode uses',
      { user: { approvals: { exec: { enabled: true, targets: [TO_SLACK] }, channels: SLACK } } },
      ['approvals.exec.targets'],
    ],
    [
      'a mode without its targets',
      { user: { approvals: { exec: { enabled: true, mode: 'targets' }, channels: SLACK } } },
      ['approvals.exec.mode'],
    ],
    ['channels of nobody', { user: { approvals: { channels: SLACK } } }, ['approvals.channels']],
    ['forwarding without a channel', { user: { approvals: { exec: { enabled: true } } } }, ['approvals.exec.enabled']],
    [
      'people who cannot answer',
      {
        user: {
          approvals: { exec: { enabled: true }, channels: { slack: { botToken: SECRET, approvers: ['U1'] } } },
        },
      },
      ['approvals.channels.slack.approvers'],
    ],
    [
      'a place to listen for nothing',
      { user: { approvals: { exec: { enabled: true }, channels: { ...SLACK, listen: { port: 1 } } } } },
      ['approvals.channels.listen'],
    ],
    [
      'what a repository has no say in',
      {
        workspace: {
          sandbox: { readPaths: ['/'], backend: 'docker' },
          tools: { exec: { environment: ['A'], pathPrepend: ['/x'] }, web: { search: { provider: 'brave' } } },
          approvals: {},
        },
      },
      [
        'approvals',
        'sandbox.backend',
        'sandbox.readPaths',
        'tools.web.search',
        'tools.exec.environment',
        'tools.exec.pathPrepend',
      ],
    ],
    [
      'what a repository has no say in until it is trusted',
      { workspace: { hooks: { before: [{ command: 'x' }] }, mcpServers: { s: { command: 'x', inputs: {} } } } },
      ['mcpServers.s.inputs', 'hooks', 'mcpServers'],
    ],
  ])('%s', (_what, parts, keys) => {
    expect(find(parts).map(({ key, refused }) => (refused ? '!' : '') + key)).toEqual(keys)
  })

  it('with where it stands, and what would give it an effect', () => {
    expect(find({ user: { sandbox: { egress: ['a.test'] } } })).toEqual([
      {
        key: 'sandbox.egress',
        pointer: '/sandbox/egress',
        file: 'user.json',
        origin: 'user.json:1:13',
        message: 'has no effect: sandbox.network is "off". Set it to "allowlist", or take the list out',
        refused: true,
      },
    ])
  })
})

describe('a setting that another file gives its effect is none of them', () => {
  it.each<[string, Parts]>([
    [
      'hosts with the network of one agent',
      {
        user: {
          sandbox: { egress: ['a.test'] },
          agents: { list: [{ id: 'a', sandbox: { network: 'allowlist' } }] },
        },
      },
    ],
    ['hosts', { user: { sandbox: { network: 'allowlist', egress: ['a.test'] } } }],
    [
      'hosts with the network of an organisation',
      {
        organisation: { sandbox: { network: 'allowlist' } },
        user: { sandbox: { egress: ['a.test'] } },
      },
    ],
    [
      'hosts that a repository switches on',
      {
        user: { sandbox: { network: 'on', egress: ['a.test'] } },
        workspace: { sandbox: { network: 'allowlist' } },
      },
    ],
    [
      'hosts that a repository switches off',
      {
        user: { sandbox: { network: 'allowlist', egress: ['a.test'] } },
        workspace: { sandbox: { network: 'off' } },
      },
    ],
    [
      'hosts of a contained server',
      {
        user: {
          sandbox: { egress: ['a.test'] },
          mcpServers: { s: { command: 'x', sandbox: true, network: 'allowlist' } },
        },
      },
    ],
    [
      'the network of a contained server',
      { user: { mcpServers: { s: { command: 'x', sandbox: true, network: 'off' } } } },
    ],
    [
      'a target',
      {
        user: { approvals: { exec: { enabled: true, mode: 'both', targets: [TO_SLACK] }, channels: SLACK } },
      },
    ],
    [
      'a target with the channel of an organisation',
      {
        organisation: { approvals: { channels: SLACK } },
        user: { approvals: { exec: { enabled: true, mode: 'both', targets: [TO_SLACK] } } },
      },
    ],
    [
      'answers that are fetched',
      {
        user: {
          approvals: { exec: { enabled: true }, channels: { telegram: { botToken: SECRET, approvers: ['1'] } } },
        },
      },
    ],
    ['what holds outside a sandbox', { user: { tools: { exec: { security: 'allowlist', ask: 'always' } } } }],
    [
      'what a repository tightens',
      { workspace: { mode: 'read-only', sandbox: { network: 'off', hiddenPaths: ['/x'] } } },
    ],
  ])('%s', (_what, parts) => {
    expect(find(parts)).toEqual([])
  })

  it('nor one that trust gives its effect', () => {
    expect(find({ workspace: { hooks: { before: [{ command: 'x' }] } } }, true)).toEqual([])
  })
})

describe('a file whose owner relies on such a setting', () => {
  const load = (own: ConfigDocument, theirs?: ConfigDocument) => {
    const folder = mkdtempSync(join(tmpdir(), 'poundlock-ineffective-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [workspace, state] = [join(folder, 'workspace'), join(folder, 'state')]
    for (const place of [state, join(workspace, '.poundlock')]) mkdirSync(place, { recursive: true, mode: 0o700 })
    writeFileSync(join(state, 'poundlock.json'), JSON.stringify(own), { mode: 0o600 })
    if (theirs) writeFileSync(join(workspace, '.poundlock', 'poundlock.json'), JSON.stringify(theirs), { mode: 0o600 })
    return () => loadConfig({ workspace, stateDirectory: state, organisationFile: null })
  }

  it('is refused with the place', () => {
    expect(load({ mode: 'prompt', sandbox: { egress: ['a.test'] } })).toThrow(
      /poundlock\.json:1:\d+: sandbox\.egress: has no effect: sandbox\.network is "off"/,
    )
    expect(
      load({ approvals: { exec: { enabled: true, mode: 'targets', targets: [{ channel: 'slack', to: 'C1' }] } } }),
    ).toThrow(/approvals\.exec\.targets\.0: leads nowhere: approvals\.channels\.slack is not configured/)
  })

  it('is not refused for what is only worth a warning, nor for what came with a repository', () => {
    expect(load({ sandbox: { scope: 'shared' } })).not.toThrow()
    expect(load({}, { sandbox: { egress: ['a.test'] } })).not.toThrow()
  })
})

describe('what files say of the commands of one agent', () => {
  const resolved = (agent: string | undefined, parts: Parts) => {
    const sources = KINDS.flatMap((kind) =>
      parts[kind] ? [{ kind, ...parseConfig(JSON.stringify(parts[kind]), `${kind}.json`) }] : [],
    )
    const { timeoutSeconds, notices } = resolveConfig(sources, agent)
    return [timeoutSeconds.value, notices.notifyOnExit.value, notices.approvalRunningNoticeMs.value]
  }
  const user: ConfigDocument = {
    tools: { exec: { timeout: 100 } },
    agents: {
      defaults: { tools: { exec: { timeout: 50, notifyOnExit: false } } },
      list: [{ id: 'builder', tools: { exec: { timeout: 7, approvalRunningNoticeMs: 5 } } }],
    },
  }

  it('holds for it, over what is said of all agents, over what is said of all', () => {
    expect(resolved('builder', { user })).toEqual([7, false, 5])
    expect(resolved('other', { user })).toEqual([50, false, 10_000])
    expect(
      resolveConfig([{ kind: 'user', ...parseConfig(JSON.stringify(user), 'user.json') }], 'builder'),
    ).toMatchObject({
      timeoutSeconds: { origin: expect.stringMatching(/^user\.json:1:\d+$/) },
    })
  })

  it('only tightens where a repository says it', () => {
    const workspace: ConfigDocument = { agents: { defaults: { tools: { exec: { timeout: 5000 } } } } }
    expect(resolved('other', { user, workspace })[0]).toBe(50)
    expect(
      resolved('other', { user, workspace: { agents: { defaults: { tools: { exec: { timeout: 3 } } } } } })[0],
    ).toBe(3)
  })
})
