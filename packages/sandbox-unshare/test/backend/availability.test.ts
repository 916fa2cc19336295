import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toolchainPaths } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { createUnshareBackend } from '../../src/index.ts'
import { findProgram, needs } from '../system-package.ts'
import { PATH, policyFor, run, shell, temporaryFolder, testGround } from './test-sandbox.ts'

describe('the probe', () => {
  test('proves on this machine that commands are contained, and remembers it', async () => {
    const { backend, folder } = testGround({ own: true })
    const report = await backend.probe()
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report).toMatchObject({ backend: 'unshare', contained: true, reasons: [] })
    expect(report.milliseconds).toBeGreaterThan(0)
    const again = createUnshareBackend({
      cacheDirectory: join(folder, 'cache'),
      stateDirectory: join(folder, 'state'),
    })
    expect(await again.probe()).toEqual({ ...report, milliseconds: 0 })
    expect((await again.probe({ fresh: true })).milliseconds).toBeGreaterThan(0)
  })

  test('proves with AF_UNIX sockets as well, where commands were given them', async () => {
    const folder = temporaryFolder()
    const workspace = join(folder, 'workspace')
    mkdirSync(workspace)
    const options = { cacheDirectory: join(folder, 'cache'), stateDirectory: join(folder, 'state') }
    const backend = createUnshareBackend({ ...options, unixSockets: true })
    const report = await backend.probe()
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report.contained).toBe(true)
    const line = 'use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0) and bind(S, pack_sockaddr_un("s")) and print "bound"'
    const command = { file: '/usr/bin/perl', args: ['-e', line], cwd: workspace, env: { PATH } }
    const sandbox = await backend.open(policyFor(workspace))
    expect((await run(sandbox, command)).stdout).toBe('bound')
    await sandbox.close()
    // The proof of the one is none for the other.
    const strict = createUnshareBackend(options)
    expect((await strict.probe()).milliseconds).toBeGreaterThan(0)
    const closed = await strict.open(policyFor(workspace))
    expect((await run(closed, command)).stdout).toBe('')
    await closed.close()
  })

  test('does not believe a stored answer that others could have written, or that is broken', async () => {
    const { backend, folder } = testGround({ own: true })
    await backend.probe()
    const file = join(folder, 'cache/probe-unshare.json')
    for (const text of ['', 'null', '{', '{"key":"x","report":{"contained":true}}']) {
      writeFileSync(file, text)
      const again = createUnshareBackend({
        cacheDirectory: join(folder, 'cache'),
        stateDirectory: join(folder, 'state'),
      })
      expect((await again.probe()).milliseconds, text).toBeGreaterThan(0)
    }
  })
})

describe('the status', () => {
  test('names what holds, and what does not with its reason', async () => {
    const { backend, workspace } = testGround()
    const status = await backend.status(policyFor(workspace, { limits: { openFiles: 100 } }))
    expect(status).toMatchObject({
      backend: 'unshare',
      enabled: true,
      active: true,
      filesystem: 'workspace-only',
      network: 'off',
      fallbackReasons: [],
    })
    expect(status.namespaces).toEqual(['user', 'mount', 'pid', 'ipc', 'uts', 'cgroup', 'net'])
    expect(status.defences).toMatchObject({ seccomp: 'active', 'limit:open-files': 'active', 'limit:memory': 'off' })
    expect((await backend.status(policyFor(workspace, { network: 'on' }))).namespaces).not.toContain('net')
  })
})

describe('where it cannot contain', () => {
  test.each([
    [{ platform: 'darwin', architecture: 'arm64' }, /needs Linux, and this is darwin/],
    [{ platform: 'linux', architecture: 'riscv64' }, /processors x64 and arm64, and this is riscv64/],
  ])('it says why and opens nothing: %o', async (machine, reason) => {
    const { folder, workspace } = testGround()
    const backend = createUnshareBackend({
      cacheDirectory: join(folder, 'c'),
      stateDirectory: join(folder, 's'),
      machine,
    })
    const report = await backend.probe()
    expect(report).toMatchObject({ contained: false, checks: [], reasons: [expect.stringMatching(reason)] })
    expect(await backend.status(policyFor(workspace))).toMatchObject({
      active: false,
      filesystem: 'off',
      network: 'on',
      fallbackReasons: report.reasons,
    })
    await expect(backend.open(policyFor(workspace))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      details: { reasons: report.reasons },
    })
  })

  test('a cache folder that cannot be written is a reason', async () => {
    const { folder, workspace } = testGround()
    writeFileSync(join(folder, 'file'), '')
    const backend = createUnshareBackend({
      cacheDirectory: join(folder, 'file/cache'),
      stateDirectory: join(folder, 's'),
    })
    await expect(backend.open(policyFor(workspace))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(/ENOTDIR/),
    })
  })

  test.skipIf(needs('unshare'))(
    'a kernel that refuses user namespaces is named, with its setting (needs util-linux)',
    () => {
      const { folder } = testGround()
      const fixture = fileURLToPath(new URL('../fixtures/probe-inside.ts', import.meta.url))
      const line = `echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"`
      const node = [process.execPath, '--disable-warning=ExperimentalWarning', fixture, folder, 'namespaces']
      const { stdout } = spawnSync(findProgram('unshare')!, ['-r', 'sh', '-c', line, 'sh', ...node], {
        encoding: 'utf8',
      })
      const report = JSON.parse(stdout) as { contained: boolean; reasons: readonly string[] }
      expect(report.contained).toBe(false)
      expect(report.reasons[0]).toMatch(/could not make namespaces .*ENOSPC/)
      expect(report.reasons[1]).toMatch(/sysctl -w user\.max_user_namespaces=15000/)
    },
  )

  test('inside itself it finds no namespaces, and says so', async () => {
    const ground = testGround()
    const source = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
    const node = realpathSync(process.execPath)
    const fixture = fileURLToPath(new URL('../fixtures/probe-inside.ts', import.meta.url))
    const sandbox = await ground.backend.open(
      policyFor(ground.workspace, { readPaths: [source, ...toolchainPaths(dirname(node), '/nonexistent')] }),
    )
    const finished = await run(sandbox, {
      file: node,
      args: [fixture, ground.workspace, 'namespaces'],
      cwd: ground.workspace,
      env: { PATH },
    })
    const report = JSON.parse(finished.stdout) as { contained: boolean; reasons: readonly string[] }
    expect(report.contained, finished.stderr).toBe(false)
    expect(report.reasons[0]).toMatch(/could not make namespaces .*EPERM/)
    await sandbox.close()
  })
})

describe.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)(
  'as root (needs to be run as root)',
  () => {
    test('commands run as the owner of the workspace, and files are the owner’s', async () => {
      const ground = testGround()
      const uid = 21_357
      chownSync(ground.workspace, uid, 0)
      chmodSync(ground.folder, 0o711)
      const { stdout } = await shell(ground, 'touch made; id -u; id -g; cat /proc/self/uid_map | tr -s " "')
      expect(stdout).toBe(`${String(uid)}\n${String(uid)}\n ${String(uid)} 0 1\n`)
      expect(statSync(join(ground.workspace, 'made'))).toMatchObject({ uid, gid: uid })
      expect((await ground.backend.status(policyFor(ground.workspace))).defences).toMatchObject({
        'unprivileged-user': 'active',
      })
    })

    test('a workspace behind a folder that its owner may not pass is refused', async () => {
      const ground = testGround()
      chownSync(ground.workspace, 21_357, 21_357)
      const refusal = { code: 'SANDBOX_POLICY', message: expect.stringContaining(JSON.stringify(ground.folder)) }
      await expect(ground.backend.open(policyFor(ground.workspace))).rejects.toMatchObject(refusal)
    })

    test('a cache folder in the home of somebody else does not matter', async () => {
      const ground = testGround({ own: true })
      chownSync(ground.folder, 21_357, 21_357)
      expect(await ground.backend.probe()).toMatchObject({ contained: true })
    })

    test('in root’s own workspace they are nobody special inside, and the status says what that means', async () => {
      const ground = testGround()
      expect((await shell(ground, 'id -u; touch made')).stdout).toBe('1000\n')
      expect(statSync(join(ground.workspace, 'made')).uid).toBe(0)
      const { defences } = await ground.backend.status(policyFor(ground.workspace))
      expect(defences['unprivileged-user']).toMatch(/^unavailable: the workspace belongs to root/)
    })

    test('the sweep follows no link that a command left', async () => {
      const ground = testGround()
      mkdirSync(join(ground.folder, 'outside'))
      writeFileSync(join(ground.folder, 'outside/hooks'), 'keep')
      symlinkSync('../outside', join(ground.workspace, 'kept'))
      await shell(ground, `rm -rf .git; ln -s ${ground.folder}/outside .git`, {
        protectedPaths: ['.git/hooks', 'kept/hooks'],
      })
      expect(statSync(join(ground.folder, 'outside/hooks')).isFile()).toBe(true)
    })
  },
)
