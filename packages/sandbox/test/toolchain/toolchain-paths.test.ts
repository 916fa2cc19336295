import { expect, test } from 'vitest'
import { toolchainPaths } from '../../src/index.ts'

const HOME = '/home/u'
const realPath = (path: string): string | null =>
  path.includes('missing') ? null : path === '/home/u/link/bin' ? '/opt/real/bin' : path
const propose = (path: string, options: Parameters<typeof toolchainPaths>[2] = {}) =>
  toolchainPaths(path, HOME, { realPath, ...options })

test.each([
  ['system folders need nothing', '/usr/local/bin:/usr/bin:/bin:/sbin', []],
  ['a version of node is shown as a whole', '/home/u/.nvm/versions/node/v24/bin', ['/home/u/.nvm/versions/node/v24']],
  ['shims come with what they start', '/home/u/.pyenv/shims:/home/u/.pyenv/bin', ['/home/u/.pyenv']],
  ['folders inside one another are shown once', '/opt/a/bin:/opt/a/b/bin', ['/opt/a']],
  ['links are followed', '/home/u/link/bin', ['/opt/real']],
  ['a folder of another name is shown alone', '/opt/x/tools', ['/opt/x/tools']],
  ['programs directly in the home folder come alone', '/home/u/bin', ['/home/u/bin']],
  ['the home folder itself is never shown, nor what contains it', '/home/u:/home:/', []],
  ['first-level folders are never shown', '/opt/bin:/opt', ['/opt/bin']],
  ['entries that are relative, empty or missing are ignored', ':.:bin:./x:/missing/bin:/a/../b', []],
  ['rust comes with its tool chains', '/home/u/.cargo/bin', ['/home/u/.cargo', '/home/u/.rustup']],
] as const)('%s', (_name, path, expected) => {
  expect(propose(path)).toEqual(expected)
})

test('a folder that contains a hidden path is not shown, the programs in it are', () => {
  const hiddenPaths = ['/home/u/.cargo/credentials.toml', '/home/u/.local/share/keyrings', '/home/u/secret']
  expect(propose('/home/u/.cargo/bin:/home/u/.local/bin:/home/u/secret/bin', { hiddenPaths })).toEqual([
    '/home/u/.cargo/bin',
    '/home/u/.local/bin',
    '/home/u/.rustup',
  ])
})

test('the workspace is left alone: shown read-only, it could not be worked in', () => {
  expect(propose('/w/node_modules/.bin:/w/bin:/opt/w/x/bin', { workspace: '/w' })).toEqual(['/opt/w/x'])
  expect(propose('/opt/w/bin', { workspace: '/opt/w/project' })).toEqual(['/opt/w/bin'])
})
