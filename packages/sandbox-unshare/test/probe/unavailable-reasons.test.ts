import { expect, test } from 'vitest'
import { type FailureFacts, unavailableReasons } from '../../src/probe/unavailable-reasons.ts'
import { errno } from '../../src/system-calls/errno.ts'

const facts: FailureFacts = {
  message: 'what failed',
  part: 'other',
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
    { setting: (path) => (path.includes('apparmor') ? '1\n' : null), part: 'scratch', errno: errno('EACCES') },
    /`userns,`/,
  ],
  ['covered parts of /proc', { part: 'processes' }, /systempaths=unconfined/],
  ['an old kernel', { part: 'bind', errno: errno('ENOSYS') }, /Linux 5\.14/],
  ['a full disk', { part: null, errno: null, system: { code: 'ENOSPC', isStart: false } }, /state folder is full/],
  ['a used up share', { part: null, errno: null, system: { code: 'EDQUOT', isStart: false } }, /share of the disk/],
  ['a read-only disk', { part: null, errno: null, system: { code: 'EROFS', isStart: false } }, /is read-only/],
  [
    'a cache folder without execution',
    { part: null, errno: null, system: { code: 'EACCES', isStart: true } },
    /noexec/,
  ],
])('%s is recognised, and the remedy named', (_name, changes, remedy) => {
  const reasons = unavailableReasons({ ...facts, ...changes })
  expect(reasons).toHaveLength(2)
  expect(reasons[1]).toMatch(remedy)
})

test('what another program says of the same error is not laid to a disk', () => {
  const message = 'bwrap: Creating new namespace failed: nesting depth or max_*_namespaces exceeded (ENOSPC)'
  expect(unavailableReasons({ ...facts, part: null, errno: null, message })).toEqual([message])
})

test('a setting that allows is no reason', () => {
  expect(unavailableReasons({ ...facts, setting: (path) => (path.includes('apparmor') ? '0' : '15000') })).toHaveLength(
    1,
  )
})
