import { expect, test } from 'vitest'
import { findEngine } from '../../src/engine/connection.ts'
import { engineRemedy } from '../../src/engine/engine-places.ts'

const find = (
  wanted: string | undefined,
  env: Record<string, string> = {},
  sockets: readonly string[] = [],
  platform: NodeJS.Platform = 'linux',
) => findEngine(wanted, { platform, env, uid: 1000, home: '/Users/u', isSocket: (path) => sockets.includes(path) })

test('what is asked for comes before the environment, and that before what is found', () => {
  const env = { DOCKER_HOST: 'unix:///of/environment.sock' }
  expect(find('/asked.sock', env, ['/var/run/docker.sock'])).toEqual({ socketPath: '/asked.sock' })
  expect(find(undefined, env, ['/var/run/docker.sock'])).toEqual({ socketPath: '/of/environment.sock' })
  expect(find(undefined, {}, ['/var/run/docker.sock'])).toEqual({ socketPath: '/var/run/docker.sock' })
})

test('Podman’s sockets are found, the user’s own before the machine’s', () => {
  const all = ['/run/user/1000/podman/podman.sock', '/run/podman/podman.sock']
  expect(find(undefined, {}, all)).toEqual({ socketPath: all[0] })
  expect(find(undefined, {}, all.slice(1))).toEqual({ socketPath: all[1] })
  expect(find(undefined, { XDG_RUNTIME_DIR: '/elsewhere' }, ['/elsewhere/docker.sock'])).toEqual({
    socketPath: '/elsewhere/docker.sock',
  })
})

test('without any socket, Docker’s is named, so that the message can be about it', () => {
  expect(find(undefined)).toEqual({ socketPath: '/var/run/docker.sock' })
})

test.each([
  ['tcp://10.0.0.1:2375', { host: '10.0.0.1', port: 2375, protocol: 'http' }],
  ['tcp://build:2376', { host: 'build', port: 2376, protocol: 'https' }],
  ['https://build:9999', { host: 'build', port: 9999, protocol: 'https' }],
])('%s is an address', (text, address) => {
  expect(find(text)).toEqual(address)
})

test.each([
  ['Docker Desktop', '/Users/u/.docker/run/docker.sock'],
  ['OrbStack', '/Users/u/.orbstack/run/docker.sock'],
  ['Rancher Desktop', '/Users/u/.rd/docker.sock'],
  ['Colima', '/Users/u/.colima/default/docker.sock'],
  ['Podman 4', '/Users/u/.local/share/containers/podman/machine/podman.sock'],
  ['Podman 5', '/var/folders/x/T/podman/podman-machine-default-api.sock'],
])('on macOS %s is found at %s', (_, socketPath) => {
  const env = { TMPDIR: '/var/folders/x/T/' }
  expect(find(undefined, env, [socketPath], 'darwin')).toEqual({ socketPath })
  expect(find(undefined, env, [socketPath, '/var/run/docker.sock'], 'darwin')).toEqual({
    socketPath: '/var/run/docker.sock',
  })
  expect(find(undefined, env, [socketPath], 'linux')).toEqual({ socketPath: '/var/run/docker.sock' })
})

test('on Windows engines are found at their named pipes, and one can be named', () => {
  const podman = '//./pipe/podman-machine-default'
  expect(find(undefined, {}, [podman], 'win32')).toEqual({ socketPath: podman })
  expect(find(undefined, {}, [], 'win32')).toEqual({ socketPath: '//./pipe/docker_engine' })
  expect(find('npipe:////./pipe/mine', {}, [], 'win32')).toEqual({ socketPath: '//./pipe/mine' })
})

test.each(['npipe:////server/pipe/x', 'npipe:////./pipe/../x', 'npipe:////./pipe/'])('%s is none', (text) => {
  expect(find(text, {}, [], 'win32')).toBeNull()
})

test.each(['docker', 'ssh://build', 'tcp://', 'relative/path.sock'])('%s is none', (text) => {
  expect(find(text)).toBeNull()
})

test.each(['linux', 'darwin', 'win32'] as const)('on %s the remedy says how an engine is started there', (platform) => {
  const start = platform === 'linux' ? 'systemctl start docker' : 'podman machine start'
  expect(engineRemedy(platform, 'ECONNREFUSED')).toContain(start)
  expect(engineRemedy(platform, 'ENOENT')).toContain('Install Docker or Podman')
  expect(engineRemedy(platform, 'ETIMEDOUT')).toBeNull()
})
