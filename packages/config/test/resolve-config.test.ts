import { describe, expect, it } from 'vitest'
import { parseConfig, resolveConfig, type ConfigDocument, type ConfigSource } from '../src/index.ts'

const source = (kind: ConfigSource['kind'], document: ConfigDocument): ConfigSource => ({
  kind,
  ...parseConfig(JSON.stringify(document), `${kind}.json`),
})

const user = (document: ConfigDocument) => source('user', document)
const workspace = (document: ConfigDocument) => source('workspace', document)

describe('without files', () => {
  it('every value is the default, and says so', () => {
    const { sandbox, timeoutSeconds } = resolveConfig([])
    expect(sandbox).toEqual({
      backend: { value: 'unshare', origin: 'default' },
      mode: { value: 'all', origin: 'default' },
      scope: { value: 'session', origin: 'default' },
      workspaceAccess: { value: 'rw', origin: 'default' },
      docker: { cpus: { value: 2, origin: 'default' }, readOnlyRoot: { value: true, origin: 'default' } },
      fileMode: { value: 'workspace-only', origin: 'default' },
      network: { value: 'off', origin: 'default' },
      egress: { value: [], origin: 'default' },
      renderer: { value: 'auto', origin: 'default' },
      caches: { value: true, origin: 'default' },
      gitIdentity: { value: true, origin: 'default' },
      onUnavailable: { value: 'refuse', origin: 'default' },
      readPaths: { value: [], origin: 'default' },
      writePaths: { value: [], origin: 'default' },
      hiddenPaths: { value: [], origin: 'default' },
      protectedPaths: { value: [], origin: 'default' },
      limits: {
        processes: { value: 512, origin: 'default' },
        memoryBytes: { value: 8_589_934_592, origin: 'default' },
        openFiles: { value: 4096, origin: 'default' },
        fileBytes: { value: 2_147_483_648, origin: 'default' },
      },
    })
    expect(timeoutSeconds).toEqual({ value: 1800, origin: 'default' })
  })
})

/** Each key with its values from the strictest to the loosest. */
const SCALES = [
  ['mode', ['all', 'non-main', 'off']],
  ['scope', ['session', 'agent', 'shared']],
  ['workspaceAccess', ['none', 'ro', 'rw']],
  ['fileMode', ['allow-list', 'workspace-only', 'off']],
  ['network', ['off', 'on']],
  ['renderer', ['namespaces', 'bubblewrap', 'auto', 'landlock']],
  ['onUnavailable', ['refuse', 'degrade']],
] as const

describe("a user's file", () => {
  it.each(SCALES)('sets %s to any value', (key, scale) => {
    for (const value of scale) {
      expect(resolveConfig([user({ sandbox: { [key]: value } })]).sandbox[key]).toEqual({
        value,
        origin: 'user.json:1:13',
      })
    }
  })

  it('raises and lowers limits and the time-out', () => {
    const resolved = resolveConfig([
      user({ tools: { exec: { timeout: 7200 } }, sandbox: { limits: { processes: 9999, openFiles: 16 } } }),
    ])
    expect(resolved.timeoutSeconds.value).toBe(7200)
    expect(resolved.sandbox.limits.processes?.value).toBe(9999)
    expect(resolved.sandbox.limits.openFiles?.value).toBe(16)
    expect(resolved.sandbox.limits.fileBytes?.origin).toBe('default')
  })
})

describe("a workspace's file only tightens", () => {
  it.each(SCALES)('%s', (key, scale) => {
    for (const mine of scale) {
      for (const theirs of scale) {
        const sources = [user({ sandbox: { [key]: mine } }), workspace({ sandbox: { [key]: theirs } })]
        const stricter = scale.indexOf(theirs as never) < scale.indexOf(mine as never)
        expect(resolveConfig(sources).sandbox[key]).toEqual({
          value: stricter ? theirs : mine,
          origin: stricter ? 'workspace.json:1:13' : 'user.json:1:13',
        })
      }
    }
  })

  it.each(['processes', 'memoryBytes', 'openFiles', 'fileBytes', 'cpuSeconds'] as const)('the limit %s', (key) => {
    const limit = (mine: number, theirs: number) =>
      resolveConfig([
        user({ sandbox: { limits: { [key]: mine } } }),
        workspace({ sandbox: { limits: { [key]: theirs } } }),
      ]).sandbox.limits[key]?.value
    expect(limit(20_000_000, 30_000_000)).toBe(20_000_000)
    expect(limit(30_000_000, 20_000_000)).toBe(20_000_000)
  })

  it('a limit that nobody else sets', () => {
    const { limits } = resolveConfig([workspace({ sandbox: { limits: { cpuSeconds: 5, processes: 9999 } } })]).sandbox
    expect(limits.cpuSeconds).toEqual({ value: 5, origin: 'workspace.json:1:23' })
    expect(limits.processes).toEqual({ value: 512, origin: 'default' })
    expect(resolveConfig([]).sandbox.limits).not.toHaveProperty('cpuSeconds')
  })

  it('the time-out', () => {
    const timeout = (mine: number, theirs: number) =>
      resolveConfig([user({ tools: { exec: { timeout: mine } } }), workspace({ tools: { exec: { timeout: theirs } } })])
        .timeoutSeconds
    expect(timeout(60, 600)).toEqual({ value: 60, origin: 'user.json:1:19' })
    expect(timeout(600, 60)).toEqual({ value: 60, origin: 'workspace.json:1:19' })
  })

  it('when a loop is one, and where secrets are taken out of results', () => {
    const mine: ConfigDocument = {
      tools: { loopDetection: { enabled: false, criticalThreshold: 50 }, redactResults: 'never' },
    }
    const theirs = (loop: object, redactResults: 'always' | 'models' | 'never'): ConfigDocument => ({
      tools: { loopDetection: loop, redactResults },
    })
    const none = resolveConfig([user(mine)])
    expect(none.loopDetection.enabled.value).toBe(false)
    expect(none.loopDetection.criticalThreshold.value).toBe(50)
    expect(none.redactResults).toEqual({ value: 'never', origin: 'user.json:1:68' })
    const tightened = resolveConfig([
      user(mine),
      workspace(theirs({ enabled: true, warningThreshold: 3, criticalThreshold: 4 }, 'always')),
    ])
    expect(tightened.loopDetection).toMatchObject({
      enabled: { value: true },
      warningThreshold: { value: 3 },
      criticalThreshold: { value: 4 },
      globalCircuitBreakerThreshold: { value: 30, origin: 'default' },
    })
    expect(tightened.redactResults.value).toBe('always')
    const loosened = resolveConfig([
      user({}),
      workspace(
        theirs(
          { enabled: false, warningThreshold: 99, criticalThreshold: 99, globalCircuitBreakerThreshold: 99 },
          'never',
        ),
      ),
    ])
    expect(loosened.loopDetection).toEqual(resolveConfig([]).loopDetection)
    expect(loosened.redactResults).toEqual({ value: 'models', origin: 'default' })
  })

  it('what is told of commands that go on: a repository has no say', () => {
    const exec = { notifyOnExit: false, approvalRunningNoticeMs: 0 }
    expect(resolveConfig([workspace({ tools: { exec } })]).notices).toEqual(resolveConfig([]).notices)
    expect(resolveConfig([user({ tools: { exec } })]).notices).toMatchObject({
      notifyOnExit: { value: false },
      approvalRunningNoticeMs: { value: 0 },
    })
  })

  it('paths: more are hidden and protected, no more can be read or written', () => {
    const paths = (of: string) => ({
      sandbox: {
        readPaths: [`/read/${of}`],
        writePaths: [`/write/${of}`],
        hiddenPaths: [`/hide/${of}`],
        protectedPaths: [`keep/${of}`],
      },
    })
    const { sandbox } = resolveConfig([workspace(paths('theirs')), user(paths('mine'))])
    expect(sandbox.readPaths.value).toEqual(['/read/mine'])
    expect(sandbox.writePaths.value).toEqual(['/write/mine'])
    expect(sandbox.hiddenPaths.value).toEqual(['/hide/mine', '/hide/theirs'])
    expect(sandbox.protectedPaths.value).toEqual(['keep/mine', 'keep/theirs'])
    expect(sandbox.writePaths.origin).toMatch(/^user\.json:1:\d+$/)
    expect(sandbox.protectedPaths.origin).toMatch(/^user\.json:1:\d+, workspace\.json:1:\d+$/)
  })
})

it('does not depend on which file is given first, nor change what it is given', () => {
  const sources = [
    workspace({ sandbox: { network: 'on', limits: { processes: 64 } } }),
    user({ sandbox: { network: 'off', limits: { processes: 128 } } }),
  ]
  const before = structuredClone(sources.map(({ document }) => JSON.stringify(document)))
  const forwards = resolveConfig(Object.freeze(sources))
  expect(resolveConfig(sources.toReversed())).toEqual(forwards)
  expect(forwards.sandbox.network.value).toBe('off')
  expect(forwards.sandbox.limits.processes?.value).toBe(64)
  expect(sources.map(({ document }) => JSON.stringify(document))).toEqual(before)
})

describe('how containers are made', () => {
  const docker = {
    engine: '/run/podman/podman.sock',
    image: 'debian:stable-slim',
    network: 'builds',
    user: '1000:1000',
    binds: ['/srv/data:/data'],
  }

  it('is for the user to say', () => {
    const { sandbox } = resolveConfig([user({ sandbox: { backend: 'docker', docker: { ...docker, cpus: 8 } } })])
    expect(sandbox.backend).toEqual({ value: 'docker', origin: 'user.json:1:13' })
    expect(sandbox.docker.image).toEqual({
      value: 'debian:stable-slim',
      origin: expect.stringMatching(/^user\.json:1:/),
    })
    expect(sandbox.docker.binds?.value).toEqual(['/srv/data:/data'])
    expect(sandbox.docker.cpus?.value).toBe(8)
  })

  it('is not for a repository, which can only lower and tighten', () => {
    const loosened = resolveConfig([
      workspace({ sandbox: { backend: 'docker', docker: { ...docker, cpus: 8, readOnlyRoot: false } } }),
    ]).sandbox
    expect(loosened.backend.value).toBe('unshare')
    expect(loosened.docker).toEqual({
      cpus: { value: 2, origin: 'default' },
      readOnlyRoot: { value: true, origin: 'default' },
    })
    const tightened = resolveConfig([
      user({ sandbox: { docker: { readOnlyRoot: false } } }),
      workspace({ sandbox: { docker: { cpus: 0.5, readOnlyRoot: true } } }),
    ]).sandbox.docker
    expect(tightened.cpus?.value).toBe(0.5)
    expect(tightened.readOnlyRoot?.value).toBe(true)
  })

  it('adds the binds of an organisation and of a user up', () => {
    const bind = (name: string) => ({ sandbox: { docker: { binds: [`/${name}:/${name}`] } } })
    const { binds } = resolveConfig([source('organisation', bind('a')), user(bind('b')), workspace(bind('c'))]).sandbox
      .docker
    expect(binds?.value).toEqual(['/a:/a', '/b:/b'])
    expect(binds?.origin).toMatch(/^organisation\.json:.*, user\.json:/)
  })
})
