import { expect, test } from 'vitest'
import { findEngine } from '../../src/engine/connection.ts'

const find = (wanted: string | undefined, env: Record<string, string> = {}, sockets: readonly string[] = []) =>
  findEngine(wanted, { env, uid: 1000, isSocket: (path) => sockets.includes(path) })

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

test.each(['docker', 'ssh://build', 'tcp://', 'relative/path.sock'])('%s is none', (text) => {
  expect(find(text)).toBeNull()
})
