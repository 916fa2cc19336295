import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxError } from '@poundlock/sandbox'
import { expect, test } from 'vitest'
import { checkBind } from '../../src/binds/check-bind.ts'
import { temporaryFolder } from '../test-sandbox.ts'

const HOME = '/home/person'

function refusalOf(text: string, context = {}): string | null {
  try {
    checkBind(text, { workspace: '/srv/project', hiddenPaths: ['/home/person/.poundlock'], home: HOME, ...context })
    return null
  } catch (error) {
    if (SandboxError.isInstance(error) && error.code === 'SANDBOX_POLICY') return error.message
    throw error
  }
}

test.each([
  ['/var/run/docker.sock:/var/run/docker.sock', /docker\.sock" lies in "\/var\/run": .*container engine/],
  ['/run/docker.sock:/x', /lies in "\/run"/],
  ['/run:/x', /"\/run": it holds the sockets/],
  ['/var/run:/x', /"\/var\/run"/],
  ['/run/podman/podman.sock:/x', /lies in "\/run"/],
  ['/:/x', /"\/" (?:contains|.*whole machine)|whole machine/],
  ['/etc:/x', /"\/etc": it holds the accounts/],
  ['/etc/passwd:/x', /lies in "\/etc"/],
  ['/proc:/x', /kernel is configured/],
  ['/proc/sys/kernel:/x', /lies in "\/proc"/],
  ['/sys:/x', /kernel is configured/],
  ['/sys/fs/cgroup:/x', /lies in "\/sys"/],
  ['/dev:/x', /disks and memory/],
  ['/dev/mem:/x', /lies in "\/dev"/],
  ['/boot:/x', /starts from it/],
  ['/var:/x', /contains "\/var\/run"/],
  ['/var/lib:/x', /contains "\/var\/lib\/docker"/],
  ['/var/lib/docker/volumes:/x', /all containers/],
  ['/home/person/.ssh:/x', /private keys/],
  ['/home/person/.ssh/id_ed25519:/x', /private keys/],
  ['/home/person/.aws:/x', /cloud credentials/],
  ['/home/person/.gnupg:/x', /private keys/],
  ['/home/person/.docker:/x', /registry credentials/],
  ['/home/person/.docker/config.json:/x', /registry credentials/],
  ['/home/person/.poundlock:/x', /Poundlock/],
  ['/home/person/.poundlock/audit:/x', /Poundlock/],
  ['/home/person:/x', /contains "\/home\/person\/\./],
  ['/home:/x', /contains "\/home\/person\/\./],
  ['/ETC:/x', /\/ETC": it holds the accounts|"\/etc"/],
  ['/Etc/Shadow:/x', /lies in "\/etc"/],
  ['/home/person/.SSH:/x', /private keys/],
  ['/etc/:/x', /accounts/],
])('%s is refused, and why is said', (text, why) => {
  expect(refusalOf(text)).toMatch(why)
  expect(refusalOf(`${text}:rw`)).toMatch(why)
})

test.each([
  ['data:/data', /not an absolute path/],
  ['./data:/data', /not an absolute path/],
  ['~/data:/data', /not an absolute path/],
  ['/usr/../etc:/x', /holds "\.\."/],
  ['/usr/./share:/x', /holds "\.\."/],
  ['//etc:/x', /doubled slashes/],
  ['/usr//share:/x', /doubled slashes/],
  ['/usr/share', /host:container/],
  ['/usr/share:/a:ro:z', /host:container/],
  ['/usr/share:/x:z', /neither ro nor rw/],
  ['/usr/share:/x:RW', /neither ro nor rw/],
  ['/usr/share:data', /not an absolute path/],
  ['/usr/share:/a/../proc', /holds "\.\."/],
  ['', /host:container/],
  ['/usr/share\0:/x', /holds/],
  ['/usr/share-that-is-not-there:/x', /does not exist/],
])('%j is not taken for a bind', (text, why) => {
  expect(refusalOf(text)).toMatch(why)
})

test.each([
  '/',
  '/proc',
  '/proc/sys',
  '/sys',
  '/dev',
  '/dev/shm',
  '/etc/passwd',
  '/srv',
  '/srv/project',
  '/srv/project/.git/hooks',
])('nothing is put at %s in the container', (target) => {
  expect(refusalOf(`/usr/share:${target}`)).toMatch(/sandbox’s own|would cover the workspace/)
})

test('a link is what it leads to, also in the middle of a path', () => {
  const folder = temporaryFolder()
  symlinkSync('/etc', join(folder, 'innocent'))
  symlinkSync('/', join(folder, 'deep'))
  symlinkSync(join(folder, 'innocent'), join(folder, 'twice'))
  expect(refusalOf(`${folder}/innocent:/x`)).toMatch(/"\/etc"/)
  expect(refusalOf(`${folder}/twice:/x`)).toMatch(/"\/etc"/)
  expect(refusalOf(`${folder}/deep/etc/passwd:/x`)).toMatch(/lies in "\/etc"/)
  expect(refusalOf(`${folder}/deep/proc:/x`)).toMatch(/kernel/)
})

test('a secret that is a link is refused under both of its names', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'real-keys'))
  mkdirSync(join(folder, 'home'))
  symlinkSync(join(folder, 'real-keys'), join(folder, 'home/.ssh'))
  expect(refusalOf(`${folder}/real-keys:/x`, { home: join(folder, 'home') })).toMatch(/private keys/)
})

test('what is harmless is taken, read-only unless said otherwise', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'file'), join(folder, 'link'))
  const context = { workspace: '/srv/project', hiddenPaths: [], home: HOME }
  expect(checkBind(`${folder}/file:/data/file`, context)).toEqual({
    source: `${folder}/file`,
    target: '/data/file',
    access: 'ro',
  })
  expect(checkBind(`${folder}/link:/data/:rw`, context)).toEqual({
    source: `${folder}/file`,
    target: '/data',
    access: 'rw',
  })
  expect(checkBind('/usr/share:/usr/share:ro', context).access).toBe('ro')
})
