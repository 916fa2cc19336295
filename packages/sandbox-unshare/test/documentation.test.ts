import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultHiddenPaths, defaultProtectedPaths } from '@poundlock/sandbox'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { escapeCases, prepareGround, runEscapeCase } from '@poundlock/sandbox/conformance'
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
    protectedPaths: defaultProtectedPaths.map(({ path }) => path),
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
  const attempts = escapeCases.slice(0, 2)
  const held = []
  // #region conformance
  const ground = await prepareGround()
  for (const attempt of attempts) {
    const outcome = await runEscapeCase(backend, ground, attempt)
    held.push(outcome.held)
  }
  await ground.close()
  // #endregion
  expect(held).toEqual([true, true])
})
