import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultHiddenPaths, DEFAULT_PROTECTED_PATHS, type SandboxPolicy } from '@poundlock/sandbox'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { ESCAPE_CASES, prepareScene, runEscapeCase } from '@poundlock/sandbox/conformance'
import { openTry, TryStore } from '@poundlock/try'
import { expect, test } from 'vitest'
import { temporaryFolder } from './backend/test-sandbox.ts'

test('a command is contained as the documentation says', async () => {
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const home = '/home/user'
  // #region contain
  const backend = createUnshareBackend({
    cacheDirectory: join(folder, 'cache'),
    stateDirectory: join(folder, 'state'),
  })
  const sandbox = await backend.open({
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: DEFAULT_PROTECTED_PATHS.map(({ path }) => path),
    hiddenPaths: defaultHiddenPaths(home).map(({ path }) => path),
    network: 'off',
    limits: { processes: 256, memoryBytes: 2 * 1024 ** 3 },
  })
  const running = await sandbox.run({
    file: '/bin/sh',
    args: ['-c', 'echo x > made; echo x > /etc/passwd'],
    cwd: workspace,
    env: { PATH: '/usr/bin:/bin' },
  })
  let stderr = ''
  for await (const chunk of running.stderr ?? []) stderr += Buffer.from(chunk).toString()
  const { code, signal } = await running.exited
  const denials = sandbox.explain({ exitCode: code, signal, stderr, process: running })
  console.log(denials[0]?.message)
  await sandbox.close()
  // #endregion
  expect(denials[0]?.message).toMatch(/^Write to "\/etc\/passwd" refused: outside the workspace/)
})

test('a backend is put to the test as the documentation says', async () => {
  const folder = temporaryFolder()
  const backend = createUnshareBackend({ cacheDirectory: join(folder, 'c'), stateDirectory: join(folder, 's') })
  const attempts = ESCAPE_CASES.slice(0, 2)
  const passed = []
  // #region conformance
  const ground = await prepareScene()
  for (const attempt of attempts) {
    const outcome = await runEscapeCase(backend, ground, attempt)
    passed.push(outcome.passed)
  }
  await ground.close()
  // #endregion
  expect(passed).toEqual([true, true])
})

test('a command is tried and its changes applied, as the documentation says', async () => {
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const backend = createUnshareBackend({ cacheDirectory: join(folder, 'c'), stateDirectory: join(folder, 's') })
  const policy: SandboxPolicy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: [],
    hiddenPaths: [],
    network: 'off',
    limits: {},
  }
  const store = new TryStore({ folder: join(folder, 'tries') })
  const attempt = await openTry({ backend, policy, store, command: 'echo x > made', startedAt: Date.now() })
  const running = await attempt.sandbox.run({
    file: '/bin/sh',
    args: ['-c', 'echo x > made'],
    cwd: workspace,
    env: { PATH: '/usr/bin:/bin' },
  })
  await running.exited
  const tried = await attempt.read()
  console.log(tried.changeSet.changes.length, existsSync(join(workspace, 'made'))) // 1 false
  await tried.apply()
  expect(existsSync(join(workspace, 'made'))).toBe(true)
})
