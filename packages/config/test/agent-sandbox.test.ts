import { expect, test } from 'vitest'
import { parseConfig, resolveConfig, type ConfigSource } from '../src/index.ts'

const source = (kind: ConfigSource['kind'], document: object): ConfigSource => ({
  kind,
  ...parseConfig(JSON.stringify(document, null, 2), `/${kind}.json`),
})

const DOCUMENT = {
  sandbox: { network: 'off', hiddenPaths: ['/a'], readPaths: ['/r'], limits: { processes: 100, openFiles: 99 } },
  agents: {
    defaults: { sandbox: { workspaceAccess: 'ro', hiddenPaths: ['/b'] } },
    list: [
      { id: 'builder', sandbox: { network: 'on', hiddenPaths: ['/c'], limits: { processes: 50 } } },
      { id: 'writer', sandbox: { workspaceAccess: 'rw', scope: 'shared' } },
    ],
  },
}

const sandboxOf = (agent: string | undefined, ...sources: readonly ConfigSource[]) =>
  resolveConfig(sources, agent).sandbox

test('an agent has its own sandbox over what holds for every agent, and that over what holds for all', () => {
  const user = source('user', DOCUMENT)
  const builder = sandboxOf('builder', user)
  expect(builder.network.value).toBe('on')
  expect(builder.workspaceAccess.value).toBe('ro')
  expect(builder.limits).toMatchObject({ processes: { value: 50 }, openFiles: { value: 99 } })
  expect(sandboxOf('writer', user)).toMatchObject({
    network: { value: 'off' },
    workspaceAccess: { value: 'rw' },
    scope: { value: 'shared' },
  })
  expect(sandboxOf('another', user)).toMatchObject({ network: { value: 'off' }, workspaceAccess: { value: 'ro' } })
  expect(sandboxOf(undefined, source('user', { sandbox: { network: 'on' } })).network.value).toBe('on')
})

test('lists of paths add up, and every value has the place that set it as its origin', () => {
  const { hiddenPaths, readPaths, network, workspaceAccess, limits } = sandboxOf('builder', source('user', DOCUMENT))
  expect(hiddenPaths.value).toEqual(['/a', '/b', '/c'])
  expect(hiddenPaths.origin.split(', ')).toHaveLength(3)
  expect(readPaths.value).toEqual(['/r'])
  const line = (origin: string) => {
    const at = Number(origin.split(':')[1])
    return JSON.stringify(DOCUMENT, null, 2).split('\n')[at - 1]
  }
  expect(line(network.origin)).toContain('"network": "on"')
  expect(line(workspaceAccess.origin)).toContain('"workspaceAccess": "ro"')
  expect(line(limits.processes!.origin)).toContain('"processes": 50')
  expect(line(limits.openFiles!.origin)).toContain('"openFiles": 99')
})

test('hosts of an agent take the place of those for all', () => {
  const user = source('user', {
    sandbox: { network: 'allowlist', egress: ['a.example'] },
    agents: { list: [{ id: 'builder', sandbox: { egress: ['b.example'] } }] },
  })
  expect(sandboxOf('builder', user).egress.value).toEqual(['b.example'])
  expect(sandboxOf('writer', user).egress.value).toEqual(['a.example'])
})

test.each(['workspace', 'organisation'] as const)('an entry of a %s file tightens and never loosens', (kind) => {
  const user = source('user', { sandbox: { network: 'on', workspaceAccess: 'rw' } })
  const other = source(kind, {
    agents: { list: [{ id: 'builder', sandbox: { network: 'off', workspaceAccess: 'ro' } }] },
  })
  expect(sandboxOf('builder', user, other)).toMatchObject({
    network: { value: 'off' },
    workspaceAccess: { value: 'ro' },
  })
  expect(sandboxOf('writer', user, other)).toMatchObject({ network: { value: 'on' } })
  const loose = source('workspace', { agents: { list: [{ id: 'builder', sandbox: { network: 'on' } }] } })
  expect(sandboxOf('builder', source('user', {}), loose).network.value).toBe('off')
})

test("a user's entry for an agent does not loosen what an organisation lays down for all", () => {
  const organisation = source('organisation', { sandbox: { network: 'off' } })
  const user = source('user', { agents: { list: [{ id: 'builder', sandbox: { network: 'on' } }] } })
  expect(sandboxOf('builder', organisation, user).network.value).toBe('off')
})

test('a host that is none is an error with its place, also in the entry of an agent', () => {
  const broken = { agents: { list: [{ id: 'builder', sandbox: { network: 'allowlist', egress: ['http://x/'] } }] } }
  expect(() => source('user', broken)).toThrow(/agents.*egress|\/user\.json:/)
})
