import { expect, test } from 'vitest'
import { homeEnvironment } from '../../src/index.ts'

test('a toolchain that can be read is named, and caches only where they are kept', () => {
  const readPaths = ['/home/u/.cargo', '/home/u/.rustup', '/home/u/.nvm/versions/node/v24']
  expect(homeEnvironment({ readPaths }, null)).toEqual({ RUSTUP_HOME: '/home/u/.rustup' })
  const kept = homeEnvironment({ readPaths: [] }, '/home/agent/.cache')
  expect(kept).toMatchObject({ XDG_CACHE_HOME: '/home/agent/.cache', GOMODCACHE: '/home/agent/.cache/go-mod' })
  expect(kept).not.toHaveProperty('RUSTUP_HOME')
  expect(Object.values(kept).every((value) => value.startsWith('/home/agent/.cache'))).toBe(true)
})
