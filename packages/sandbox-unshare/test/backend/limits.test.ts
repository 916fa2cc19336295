import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openControlGroups } from '../../src/control-groups/control-groups.ts'
import { findHierarchies } from '../../src/control-groups/find-hierarchies.ts'
import { ANYBODY, isRoot } from '../conformance/escape-suite.ts'
import { everyday } from '../everyday/everyday-ground.ts'
import { policyFor, shell, testGround } from './test-sandbox.ts'

test('a file cannot grow beyond its limit', async () => {
  const ground = testGround()
  const { stdout } = await shell(ground, 'head -c 100000 /dev/zero > big || echo refused', {
    limits: { fileBytes: 50_000 },
  })
  expect(stdout).toBe('refused\n')
  expect(statSync(join(ground.workspace, 'big')).size).toBe(50_000)
})

test('a program cannot have more memory than its limit', async () => {
  const line = 'perl -e \'my $x = "a" x (200 << 20); print "got it"\''
  expect((await shell(testGround(), line, { limits: { memoryBytes: 100 << 20 } })).stdout).toBe('')
  expect((await shell(testGround(), line, { limits: { memoryBytes: 1 << 30 } })).stdout).toBe('got it')
})

test('memory that System V shares, and folders in memory, stay below the limit where no control group counts it', async () => {
  const share = `import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
got = 0
for _ in range(8):
    number = libc.shmget(0, ctypes.c_size_t(50 << 20), 0o1600)
    if number < 0: break
    ctypes.memset(libc.shmat(number, None, 0), 1, 50 << 20)
    got += 1
print('shared', got)
`
  const fill = 'for d in /dev/shm "$TMPDIR" "$HOME"; do head -c 400M /dev/zero > $d/x; stat -c %s $d/x; done'
  const [shared, filled] = await everyday(
    isRoot ? ANYBODY : process.geteuid!(),
    { 'share.py': share },
    ['python3 share.py', fill],
    { limits: { memoryBytes: 256 << 20 } },
  )
  // Where a group counts it, the command is ended instead.
  expect(['', 'shared 0\n', 'shared 1\n']).toContain(shared?.stdout)
  const sizes = filled?.stdout.trim().split('\n').map(Number) ?? []
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(256 << 20)
})

test('a program cannot open more files than its limit', async () => {
  const line =
    'ulimit -n; i=3; while [ $i -lt 9 ]; do eval "exec $i</dev/null" || exit 1; i=$((i+1)); done; cat /dev/null && echo opened'
  expect((await shell(testGround(), line, { limits: { openFiles: 8 } })).stdout).toBe('8\n')
})

test('processor time is limited', async () => {
  const finished = await shell(testGround(), 'while :; do :; done', { limits: { cpuSeconds: 1 } })
  expect(['SIGXCPU', 'SIGKILL']).toContain(finished.signal)
})

test('processes are limited, and the limit of one sandbox is not used up by others of the same user', async () => {
  const ground = testGround()
  const status = await ground.backend.status(policyFor(ground.workspace, { limits: { processes: 10 } }))
  expect(status.defences['limit:processes']).toBe('active')
  const line = 'i=0; while [ $i -lt 30 ]; do sleep 5 & i=$((i+1)); done; echo all'
  const [first, second] = await Promise.all([1, 2].map(() => shell(ground, line, { limits: { processes: 10 } })))
  expect([first?.stdout, second?.stdout]).toEqual(['', ''])
  const modest = 'for i in 1 2 3 4 5; do sleep 0.01 & done; wait; echo all'
  expect((await shell(ground, modest, { limits: { processes: 10 } })).stdout).toBe('all\n')
})

test('the groups of a command are removed with it', () => {
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  const mine = (): readonly string[] =>
    findHierarchies({ read }).flatMap(({ folder }) =>
      readdirSync(folder).filter((name) => name.includes(`-${String(process.pid)}-`)),
    )
  const groups = openControlGroups()
  const made = groups.make({ processes: 5, memoryBytes: 1 << 30 })
  expect(mine()).toHaveLength(groups.limits.size)
  expect(made.entrances).toHaveLength(groups.limits.size)
  made.remove()
  expect(mine()).toEqual([])
})
