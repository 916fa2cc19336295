import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { PATH, policyFor, run, temporaryFolder, testGround } from '../backend/test-sandbox.ts'
import { loaders, makeProtected, poolGround, shellInPool } from './pool-ground.ts'

const noneWaits = (): Promise<void> => vi.waitFor(() => expect(loaders()).toEqual([]), { timeout: 60_000, interval: 5 })

describe('a sandbox that waited', () => {
  test('runs a command as one that was built for it does', async () => {
    const ground = await poolGround(makeProtected, { size: 1 })
    const line =
      'echo out; echo err >&2; env | sort; pwd; cat; ls /proc/self/fd | tr "\\n" " "; ls -a $HOME /tmp; exit 5'
    const { pooled, ...waited } = await shellInPool(ground, line)
    expect(pooled).toBe(true)
    const fresh = await testGround().backend.open(ground.policy)
    const command = { file: '/bin/sh', args: ['-c', line], cwd: ground.workspace, env: { PATH } }
    expect(waited).toEqual(await run(fresh, command))
    expect(waited).toMatchObject({ code: 5, stderr: 'err\n', stdout: expect.stringContaining('0 1 2 3') })
    await fresh.close()
  })

  test('reads what is written to the command, and sees the end', async () => {
    const { sandbox, workspace } = await poolGround()
    const waiting = loaders()
    const started = await sandbox.run({ file: '/bin/cat', args: [], cwd: workspace, env: { PATH }, stdin: 'pipe' })
    expect(waiting).toContain(started.pid)
    started.stdin?.end('hello')
    expect(await text(started.stdout as NodeJS.ReadableStream)).toBe('hello')
    expect(await started.exited).toEqual({ code: 0, signal: null })
  })

  test.each(['with space', `quote ' "`, 'line\nbreak', 'tab\tback\\slash\\040', '# ü\u202e'])(
    'has a workspace called %j',
    async (name) => {
      const { backend, folder } = testGround({ pool: { size: 1 } })
      const workspace = join(folder, name)
      mkdirSync(workspace)
      const sandbox = await backend.open(policyFor(workspace))
      await backend.warm(policyFor(workspace))
      const { stdout, pooled } = await shellInPool({ sandbox, workspace }, 'pwd')
      expect({ stdout, pooled }).toEqual({ stdout: `${workspace}\n`, pooled: true })
      await sandbox.close()
      await backend.close()
    },
  )

  test('gives a command without input nothing to read, and no pipe', async () => {
    const ground = await poolGround()
    const { stdout, pooled } = await shellInPool(ground, 'readlink /proc/self/fd/0; cat; echo end')
    expect({ stdout, pooled }).toEqual({ stdout: '/dev/null\nend\n', pooled: true })
  })

  test('is not given to a command that is joined to the streams of its caller', async () => {
    const { sandbox, workspace } = await poolGround()
    const waiting = loaders()
    const joined = {
      file: '/bin/true',
      args: [],
      cwd: workspace,
      env: {},
      stdin: 'inherit',
      output: 'inherit',
    } as const
    const started = await sandbox.run(joined)
    expect(waiting).not.toContain(started.pid)
    expect(await started.exited).toEqual({ code: 0, signal: null })
  })

  test('is told one command, and another takes its place', async () => {
    const ground = await poolGround()
    const first = loaders()
    expect((await shellInPool(ground, 'echo $$ > $HOME/mark; cat $HOME/mark')).pooled).toBe(true)
    await ground.backend.warm(ground.policy)
    expect(loaders()).not.toEqual(first)
    expect(await shellInPool(ground, 'cat $HOME/mark')).toMatchObject({ code: 1, stdout: '', pooled: true })
  })

  test('fails as one that was built for it when the command cannot be started', async () => {
    const { sandbox, backend, policy } = await poolGround()
    await expect(sandbox.run({ file: '/bin/true', args: [], cwd: '/nowhere', env: {} })).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/could not enter the working directory \/nowhere: ENOENT/),
    })
    await backend.warm(policy)
    const missing = await run(sandbox, { file: '/nowhere/x', args: [], cwd: policy.workspace, env: {} })
    expect(missing).toMatchObject({ code: 127, stderr: 'poundlock: /nowhere/x: not found\n' })
    await backend.warm(policy)
    const large = { file: '/bin/true', args: ['x'.repeat(9_000_000)], cwd: policy.workspace, env: {} }
    await expect(sandbox.run(large)).rejects.toThrow(/too large/)
  })

  test('has the limits of its policy', async () => {
    const limits = { openFiles: 20, fileBytes: 1000, processes: 10 }
    const ground = await poolGround(() => ({ limits }))
    const line =
      'ulimit -n; head -c 2000 /dev/zero > big; wc -c < big; i=0; while [ $i -lt 30 ]; do sleep 5 & i=$((i+1)); done; echo all'
    const { stdout, pooled } = await shellInPool(ground, line)
    expect({ stdout, pooled }).toEqual({ stdout: '20\n1000\n', pooled: true })
  })

  test('that was killed while it waited is replaced, and the command runs once', async () => {
    const ground = await poolGround()
    const [waiting] = loaders()
    process.kill(-waiting!, 'SIGKILL')
    await noneWaits()
    expect(await shellInPool(ground, 'echo x >> log; cat log')).toMatchObject({ stdout: 'x\n', code: 0 })
    expect(readFileSync(join(ground.workspace, 'log'), 'utf8')).toBe('x\n')
  })

  test('has given up every power before it is told anything', async () => {
    await poolGround()
    const [outside] = loaders()
    const child = (pid: number): number =>
      Number(readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim())
    const told = child(child(outside!))
    const status = readFileSync(`/proc/${String(told)}/status`, 'utf8')
    expect(status).toMatch(/CapEff:\t0+\n/)
    expect(status).toMatch(/CapBnd:\t0+\n/)
    expect(status).toMatch(/NoNewPrivs:\t1\n/)
    expect(status).toMatch(/Seccomp:\t2\n/)
  })
})

test('what waits cannot be looked into or written to by other processes of its user', async () => {
  const folder = temporaryFolder()
  const isRoot = process.geteuid?.() === 0
  const user = isRoot ? { uid: 21_357, gid: 21_357 } : {}
  if (isRoot) chownSync(folder, 21_357, 21_357)
  const fixture = fileURLToPath(new URL('../fixtures/fill-pool.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, folder, '1', 'wait'], {
    ...user,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const outside = childrenOf(child.pid!).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/loader-'),
  )
  const [told] = childrenOf(childrenOf(outside!)[0]!)
  const line = `kill -0 ${told!} && echo there; for f in mem environ; do head -c 1 /proc/${told!}/$f >/dev/null || echo refused; done; ls /proc/${told!}/fd || echo refused`
  const { stdout } = spawnSync('/bin/sh', ['-c', line], { ...user, encoding: 'utf8' })
  expect(stdout).toBe('there\nrefused\nrefused\nrefused\n')
  const ended = once(child, 'exit')
  child.stdin.end()
  expect(await ended).toEqual([0, null])
})

function childrenOf(pid: number | string): readonly string[] {
  const threads = readdirSync(`/proc/${String(pid)}/task`)
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter((child) => child !== ''),
  )
}

describe('a pool', () => {
  test('is not larger than it was told', async () => {
    const ground = await poolGround(() => {}, { size: 3 })
    expect(loaders()).toHaveLength(3)
    await Promise.all([1, 2, 3, 4, 5].map(() => shellInPool(ground, 'true')))
    await ground.backend.warm(ground.policy)
    expect(loaders()).toHaveLength(3)
  })

  test('ends what waits when the policy of the workspace changes', async () => {
    const { backend, policy } = await poolGround()
    const before = loaders()
    const other = await backend.open({ ...policy, network: 'on' })
    await vi.waitFor(() => expect(loaders().filter((pid) => before.includes(pid))).toEqual([]), {
      timeout: 60_000,
      interval: 5,
    })
    await other.close()
  })

  test('keeps sandboxes for few workspaces at a time', async () => {
    const grounds = testGround({ pool: { size: 1 } })
    for (let count = 0; count < 6; count += 1) await grounds.backend.warm(policyFor(testGround().workspace))
    await vi.waitFor(() => expect(loaders()).toHaveLength(4), { timeout: 60_000, interval: 5 })
    await grounds.backend.close()
    expect(loaders()).toEqual([])
  })

  test('ends what nobody asks for', async () => {
    await poolGround(() => {}, { size: 2, idleMs: 1 })
    await noneWaits()
  })

  test('is empty when it is closed, and commands still run', async () => {
    const ground = await poolGround(() => {}, { size: 2 })
    await ground.backend.close()
    expect(loaders()).toEqual([])
    expect(await shellInPool(ground, 'echo hi')).toMatchObject({ stdout: 'hi\n', pooled: false })
    await ground.backend.close()
  })

  test('does not keep Node, and leaves nothing when Node ends', async () => {
    const { folder } = testGround()
    const fixture = fileURLToPath(new URL('../fixtures/fill-pool.ts', import.meta.url))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, folder, '3'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect({ output, code }).toEqual({ output: 'full\n', code: 0 })
    await vi.waitFor(() => expect(processesBelow(folder)).toEqual([]), { timeout: 60_000, interval: 5 })
  })
})

/** Host processes whose command line names the folder. */
function processesBelow(folder: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(`${folder}/`)
    } catch {
      return false
    }
  })
}
