import { expect, test } from 'vitest'
import { findHierarchies } from '../../src/control-groups/find-hierarchies.ts'

const find = (files: Readonly<Record<string, string>>) => findHierarchies({ read: (path) => files[path] ?? null })

test('version 1: a group goes beside this process, in the hierarchy of the controller', () => {
  expect(
    find({
      '/proc/self/cgroup': '8:pids:/user/a\n4:memory:/\n0::/\n',
      '/proc/self/mountinfo':
        '39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n' +
        '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:3 - cgroup cgroup rw,memory\n' +
        '36 31 0:33 / /sys/fs/cgroup/devices rw,relatime - cgroup cgroup rw,devices\n',
    }),
  ).toEqual([
    { version: 1, folder: '/sys/fs/cgroup/pids/user/a', controller: 'pids' },
    { version: 1, folder: '/sys/fs/cgroup/memory', controller: 'memory' },
  ])
})

test('version 1 in a container: the mount shows a part of the hierarchy', () => {
  const files = {
    '/proc/self/cgroup': '8:pids:/docker/abc\n',
    '/proc/self/mountinfo': '39 31 0:36 /docker/abc /sys/fs/cgroup/pids ro - cgroup cgroup rw,pids\n',
  }
  expect(find(files)).toEqual([{ version: 1, folder: '/sys/fs/cgroup/pids', controller: 'pids' }])
})

test('version 2: a group goes below the root, for the controllers that it hands down', () => {
  expect(
    find({
      '/proc/self/cgroup': '0::/user.slice/x\n',
      '/proc/self/mountinfo': '31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n',
      '/sys/fs/cgroup/cgroup.subtree_control': 'cpu memory pids\n',
    }),
  ).toEqual([
    { version: 2, folder: '/sys/fs/cgroup', controller: 'pids' },
    { version: 2, folder: '/sys/fs/cgroup', controller: 'memory' },
  ])
})

test('nothing where there are no control groups', () => {
  expect(find({})).toEqual([])
  expect(find({ '/proc/self/cgroup': 'x', '/proc/self/mountinfo': 'y\n - \n' })).toEqual([])
})
