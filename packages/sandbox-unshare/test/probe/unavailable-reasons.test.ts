import { expect, test } from 'vitest'
import { type FailureFacts, unavailableReasons } from '../../src/probe/unavailable-reasons.ts'
import { errno } from '../../src/system-calls/errno.ts'

const facts: FailureFacts = {
  message: 'what failed',
  step: 'make namespaces (user)',
  errno: errno('EPERM'),
  container: { inside: false, markers: [] },
  setting: () => null,
}

test('what failed comes first', () => {
  expect(unavailableReasons(facts)).toEqual(['what failed'])
})

test.each<[string, Partial<FailureFacts>, RegExp]>([
  ['a container', { container: { inside: true, markers: ['/.dockerenv'] } }, /seccomp=unconfined/],
  [
    'Debian’s switch',
    { setting: (path) => (path.endsWith('userns_clone') ? '0\n' : null) },
    /unprivileged_userns_clone=1/,
  ],
  [
    'Ubuntu’s AppArmor',
    { setting: (path) => (path.includes('apparmor') ? '1\n' : null), step: 'scratch /tmp', errno: errno('EACCES') },
    /`userns,`/,
  ],
  ['covered parts of /proc', { step: 'processes /proc' }, /systempaths=unconfined/],
  ['an old kernel', { step: 'bind /usr', errno: errno('ENOSYS') }, /Linux 5\.14/],
  [
    'a full disk',
    { step: null, errno: null, message: 'ENOSPC: no space left on device, write' },
    /state folder is full/,
  ],
  ['a used up share', { step: null, errno: null, message: 'EDQUOT: quota exceeded, write' }, /share of the disk/],
  ['a read-only disk', { step: null, errno: null, message: 'EROFS: read-only file system, mkdir' }, /is read-only/],
  ['a cache folder without execution', { step: null, errno: null, message: 'spawn EACCES' }, /noexec/],
])('%s is recognised, and the remedy named', (_name, changes, remedy) => {
  const reasons = unavailableReasons({ ...facts, ...changes })
  expect(reasons).toHaveLength(2)
  expect(reasons[1]).toMatch(remedy)
})

test('what another program says of the same error is not laid to a disk', () => {
  const message = 'bwrap: Creating new namespace failed: nesting depth or max_*_namespaces exceeded (ENOSPC)'
  expect(unavailableReasons({ ...facts, step: null, errno: null, message })).toEqual([message])
})

test('a setting that allows is no reason', () => {
  expect(unavailableReasons({ ...facts, setting: (path) => (path.includes('apparmor') ? '0' : '15000') })).toHaveLength(
    1,
  )
})
