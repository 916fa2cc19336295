import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerMark } from '@poundlock/state-files/node'
import { createWorkspaceGuard, openSweepFolders } from '@poundlock/workspace-guard'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createUnshareBackend } from '../../src/index.ts'
import { loaders } from '../pool/pool-ground.ts'
import { PATH, policyFor, run, shell, temporaryFolder, testGround } from './test-sandbox.ts'

/** A disk of its own for a test, in memory. */
function smallDisk(options: string): string {
  const disk = join(temporaryFolder(), 'disk')
  mkdirSync(disk)
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]).status).toBe(0)
  onTestFinished(() => void spawnSync('umount', ['-l', disk]))
  return disk
}

function fill(disk: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=1k', 'count=100000'])
}

test.each([false, true])(
  'a workspace may have any name, with spaces, quotes and line breaks (from a pool: %s)',
  async (pooled) => {
    const { backend, folder } = testGround(pooled ? { pool: { size: 1 } } : {})
    const workspace = join(folder, ' a "b" \'c\' $(d) `e`\\ \nf\tg\u00e9 ')
    mkdirSync(join(workspace, '.git/hooks'), { recursive: true })
    const policy = policyFor(workspace, { protectedPaths: ['.git/hooks', '.mcp.json'] })
    const sandbox = await backend.open(policy)
    if (pooled) await backend.warm(policy)
    const line = 'echo x > made; echo x > .git/hooks/x || echo refused; echo x > .mcp.json; pwd'
    const finished = await run(sandbox, { file: '/bin/sh', args: ['-c', line], cwd: workspace, env: { PATH } })
    expect(finished).toMatchObject({ code: 0, stdout: `refused\n${workspace}\n` })
    await sandbox.close()
    await backend.close()
    expect(readdirSync(workspace).toSorted()).toEqual(['.git', 'made'])
    expect(readdirSync(join(workspace, '.git/hooks'))).toEqual([])
  },
)

describe('the workspace vanishes', () => {
  test('while a command runs: the command goes on with what it has, and ends in its own way', async () => {
    const { backend, folder } = testGround()
    const workspace = join(folder, 'gone')
    mkdirSync(workspace)
    const sandbox = await backend.open(policyFor(workspace, { protectedPaths: ['.git/hooks', '.mcp.json'] }))
    const args = ['-c', 'echo here; read line; echo x > file || echo refused; exit 3']
    const started = await sandbox.run({ file: '/bin/sh', args, cwd: workspace, env: { PATH }, stdin: 'pipe' })
    let output = ''
    for await (const chunk of started.stdout!) {
      output += Buffer.from(chunk).toString()
      if (output !== 'here\n') continue
      rmSync(workspace, { recursive: true })
      started.stdin?.end('go\n')
    }
    expect(output).toBe('here\nrefused\n')
    expect(await started.exited).toEqual({ code: 3, signal: null })
    await expect(sandbox.run({ file: '/bin/true', args: [], cwd: workspace, env: {} })).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringContaining('Nothing was run'),
    })
    await sandbox.close()
  })

  test('while a sandbox waits for its command: nothing is run', async () => {
    const { backend, folder } = testGround({ pool: { size: 1 } })
    const workspace = join(folder, 'gone')
    mkdirSync(workspace)
    const sandbox = await backend.open(policyFor(workspace))
    await backend.warm(policyFor(workspace))
    rmSync(workspace, { recursive: true })
    await expect(sandbox.run({ file: '/bin/true', args: [], cwd: workspace, env: {} })).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringContaining('Nothing was run'),
    })
    await expect(backend.warm(policyFor(workspace))).rejects.toMatchObject({ code: 'SANDBOX_POLICY' })
    await sandbox.close()
    await backend.close()
    expect(loaders()).toEqual([])
  })
})

describe.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)('disks (needs to be run as root)', () => {
  test('a full disk for the cache is a reason, and nothing is run', async () => {
    const { workspace, folder } = testGround()
    const disk = smallDisk('size=16k')
    fill(disk)
    const backend = createUnshareBackend({ cacheDirectory: join(disk, 'cache'), stateDirectory: join(folder, 'state') })
    await expect(backend.open(policyFor(workspace))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(/ENOSPC/),
    })
  })

  test('a read-only disk for the cache is a reason, and nothing is run', async () => {
    const { workspace, folder } = testGround()
    const disk = smallDisk('ro')
    const backend = createUnshareBackend({ cacheDirectory: join(disk, 'cache'), stateDirectory: join(folder, 'state') })
    await expect(backend.open(policyFor(workspace))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(/EROFS/),
    })
  })

  test('on a full disk a command fails to write as it would anywhere, and its sandbox does not', async () => {
    const ground = testGround()
    const workspace = join(smallDisk('size=64k'), 'workspace')
    mkdirSync(workspace)
    const finished = await shell(
      { ...ground, workspace },
      'head -c 200000 /dev/zero > big || echo full; echo $HOME > $HOME/x && cat $HOME/x',
      { protectedPaths: ['.git/hooks', '.mcp.json'] },
    )
    expect(finished).toMatchObject({
      code: 0,
      stdout: 'full\n/home/agent\n',
      stderr: expect.stringMatching(/No space/),
    })
    const sandbox = await ground.backend.open(policyFor(workspace))
    const stderr = 'head: write error: No space left on device'
    expect(sandbox.explain({ exitCode: 1, signal: null, stderr })[0]?.message).toContain('The disk of the workspace')
    await sandbox.close()
  })

  test('on a read-only disk a command can read its workspace', async () => {
    const ground = testGround()
    const disk = smallDisk('size=64k')
    const workspace = join(disk, 'workspace')
    mkdirSync(workspace)
    writeFileSync(join(workspace, 'file'), 'content\n')
    expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0)
    const finished = await shell({ ...ground, workspace }, 'cat file; echo x > file || echo refused')
    expect(finished).toMatchObject({ code: 0, stdout: 'content\nrefused\n' })
    const sandbox = await ground.backend.open(policyFor(workspace))
    const stderr = 'sh: 1: cannot create file: Read-only file system'
    expect(sandbox.explain({ exitCode: 1, signal: null, stderr })[0]?.message).toContain(
      'lies on a file system that is read-only on this machine',
    )
    await sandbox.close()
  })

  test('a full disk for the state is an error, and nothing is run', async () => {
    const ground = testGround()
    const disk = smallDisk('size=64k')
    const backend = createUnshareBackend({
      cacheDirectory: join(ground.folder, 'cache'),
      stateDirectory: join(disk, 's'),
    })
    const sandbox = await backend.open(policyFor(ground.workspace))
    fill(disk)
    const made = { file: '/bin/touch', args: ['made'], cwd: ground.workspace, env: { PATH } }
    await expect(sandbox.run(made)).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/ENOSPC.*Nothing was run/),
    })
    expect(readdirSync(ground.workspace)).toEqual([])
    await sandbox.close()
  })

  test('what a killed Poundlock left on a disk that is read-only now is told, and taken out by a later start', async () => {
    const { folder } = testGround()
    const disk = smallDisk('size=64k')
    const workspace = join(disk, 'workspace')
    mkdirSync(workspace)
    const { quarantine, ledger } = openSweepFolders(join(folder, 's'))
    const watched = { workspace, protectedPaths: ['.mcp.json'], hiddenPaths: [], quarantine, ledger }
    await createWorkspaceGuard(watched).begin()
    writeFileSync(join(workspace, '.mcp.json'), 'planted')
    const die = (): void => {
      for (const name of readdirSync(ledger)) {
        renameSync(join(ledger, name), join(ledger, name.replace(ownerMark(), ownerMark().replace(/\d+$/, '1'))))
      }
    }
    const remount = (how: string): void => {
      expect(spawnSync('mount', ['-o', `remount,${how}`, disk]).status).toBe(0)
    }
    die()
    remount('ro')
    expect(await openSweepFolders(join(folder, 's')).leftBehind()).toEqual({ quarantined: [], unsearched: [workspace] })
    die()
    remount('rw')
    expect((await openSweepFolders(join(folder, 's')).leftBehind())?.quarantined).toHaveLength(1)
    expect(readdirSync(workspace)).toEqual([])
  })

  test('what must be taken out of a workspace is, also when there is no space to keep it', async () => {
    const ground = testGround()
    const disk = smallDisk('size=64k')
    const backend = createUnshareBackend({
      cacheDirectory: join(ground.folder, 'cache'),
      stateDirectory: join(disk, 's'),
    })
    const sandbox = await backend.open(policyFor(ground.workspace, { protectedPaths: ['.mcp.json'] }))
    const started = await sandbox.run({
      file: '/bin/sh',
      args: ['-c', 'read line; head -c 9000 /dev/zero > .mcp.json'],
      cwd: ground.workspace,
      env: { PATH },
      stdin: 'pipe',
    })
    fill(disk)
    started.stdin?.end('go\n')
    expect(await started.exited).toMatchObject({ code: 0 })
    expect(readdirSync(ground.workspace)).toEqual([])
    const [denial] = sandbox.explain({ exitCode: 0, signal: null, stderr: '' })
    expect(denial?.message).toMatch(
      /^"\.mcp\.json" is protected .* it could not be kept \(ENOSPC\), so it was deleted\./,
    )
    await sandbox.close()
  })
})
