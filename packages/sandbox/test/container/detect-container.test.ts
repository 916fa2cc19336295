import { expect, test } from 'vitest'
import { type ContainerSources, detectContainer } from '../../src/index.ts'

const nothing: ContainerSources = { exists: () => false, read: () => null, env: {} }

test.each<[string, Partial<ContainerSources>, readonly string[]]>([
  ['nothing of a container', {}, []],
  ['an empty variable', { env: { container: '' } }, []],
  ['a plain machine’s control groups', { read: () => '0::/init.scope\n' }, []],
  ['Docker’s file', { exists: (path) => path === '/.dockerenv' }, ['/.dockerenv']],
  ['Podman’s file', { exists: (path) => path === '/run/.containerenv' }, ['/run/.containerenv']],
  ['systemd’s variable', { env: { container: 'lxc' } }, ['environment container']],
  ['Kubernetes', { env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } }, ['environment KUBERNETES_SERVICE_HOST']],
  [
    'control groups of Docker',
    { read: () => '12:pids:/docker/abc\n0::/docker/abc\n' },
    ['/proc/1/cgroup 12:pids:/docker/abc'],
  ],
  ['control groups of Kubernetes', { read: () => '0::/kubepods/pod1\n' }, ['/proc/1/cgroup 0::/kubepods/pod1']],
])('is told by its markers: %s', (_name, sources, markers) => {
  expect(detectContainer({ ...nothing, ...sources })).toEqual({ inside: markers.length > 0, markers })
})

test('looks at this machine unless told otherwise', () => {
  const facts = detectContainer()
  expect(facts.inside).toBe(facts.markers.length > 0)
})
