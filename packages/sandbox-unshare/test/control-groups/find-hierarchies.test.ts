import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { chooseHierarchies, endGroup } from '../../src/control-groups/control-groups.ts'
import { findHierarchies, type Hierarchy } from '../../src/control-groups/find-hierarchies.ts'

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

const UNIFIED = '31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n'

test('version 2: beside this process, below the nearest group that hands controllers down, then the next', () => {
  expect(
    find({
      '/proc/self/cgroup': '0::/user.slice/user@1000.service/app.slice/run-7.scope\n',
      '/proc/self/mountinfo': UNIFIED,
      '/sys/fs/cgroup/user.slice/user@1000.service/app.slice/cgroup.subtree_control': 'memory pids\n',
      '/sys/fs/cgroup/user.slice/user@1000.service/cgroup.subtree_control': 'cpu pids\n',
      // A group with processes: nothing can be made below it.
      '/sys/fs/cgroup/user.slice/user@1000.service/app.slice/run-7.scope/cgroup.subtree_control': '\n',
    }),
  ).toEqual([
    { version: 2, folder: '/sys/fs/cgroup/user.slice/user@1000.service/app.slice', controller: 'pids' },
    { version: 2, folder: '/sys/fs/cgroup/user.slice/user@1000.service/app.slice', controller: 'memory' },
    { version: 2, folder: '/sys/fs/cgroup/user.slice/user@1000.service', controller: 'pids' },
  ])
})

test('version 2 in a container with a namespace of its own: it is in the root that it sees', () => {
  const files = { '/proc/self/cgroup': '0::/\n', '/proc/self/mountinfo': UNIFIED }
  expect(find(files)).toEqual([])
  expect(find({ ...files, '/sys/fs/cgroup/cgroup.subtree_control': 'pids' })).toEqual([
    { version: 2, folder: '/sys/fs/cgroup', controller: 'pids' },
  ])
})

describe('the choice among them', () => {
  const at = (version: 1 | 2, folder: string, controller: 'pids' | 'memory'): Hierarchy => ({
    version,
    folder,
    controller,
  })

  test('is the nearest of version 2 in which groups can be made, and only that', () => {
    const found = [at(2, '/a/b', 'pids'), at(2, '/a', 'pids'), at(2, '/a', 'memory'), at(2, '/', 'memory')]
    expect(chooseHierarchies(found, () => true)).toEqual([at(2, '/a/b', 'pids')])
    expect(chooseHierarchies(found, ({ folder }) => folder !== '/a/b')).toEqual(found.slice(1, 3))
    expect(chooseHierarchies(found, () => false)).toEqual([])
  })

  test('leaves to version 1 what it counts', () => {
    const found = [at(1, '/pids', 'pids'), at(2, '/u', 'pids'), at(2, '/u', 'memory')]
    expect(chooseHierarchies(found, () => true)).toEqual([found[0], found[2]])
  })
})

const mount = /^\S+ \S+ \S+ \/ (?<folder>\S+) .* - cgroup2 /m.exec(readFileSync('/proc/self/mountinfo', 'utf8'))
  ?.groups?.['folder']
const writable = mount !== undefined && process.geteuid?.() === 0

test.skipIf(!writable)(
  'a group of version 2 is ended with all that is in it (needs to be run as root, with cgroup2)',
  async () => {
    const group = join(mount!, `poundlock-${String(process.pid)}-test`)
    mkdirSync(group)
    const child = spawn('/bin/sh', ['-c', 'setsid sleep 1000 & sleep 1000'], { stdio: 'ignore' })
    await once(child, 'spawn')
    writeFileSync(join(group, 'cgroup.procs'), String(child.pid))
    const exit = once(child, 'exit')
    endGroup(group)
    expect(await exit).toEqual([null, 'SIGKILL'])
    await vi.waitFor(() => rmdirSync(group), { timeout: 60_000, interval: 5 })
  },
)

test('nothing where there are no control groups', () => {
  expect(find({})).toEqual([])
  expect(find({ '/proc/self/cgroup': 'x', '/proc/self/mountinfo': 'y\n - \n' })).toEqual([])
})
