import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { createNoneBackend } from '../../src/index.ts'
import { policyFor } from '../policy-for.ts'

test('says that it contains nothing', async () => {
  const backend = createNoneBackend()
  const status = await backend.status(policyFor('/'))
  expect(status).toMatchObject({
    backend: 'none',
    enabled: false,
    active: false,
    filesystem: 'off',
    network: 'on',
    namespaces: [],
  })
  expect(status.fallbackReasons).toEqual([expect.stringMatching(/contains nothing/)])
  expect(await backend.probe()).toMatchObject({ contained: false, checks: [], reasons: status.fallbackReasons })
})

test('runs a command with the given folder and environment only', async () => {
  const folder = temporaryFolder()
  const sandbox = await createNoneBackend().open(policyFor(folder))
  const started = await sandbox.run({
    file: '/bin/sh',
    args: ['-c', 'pwd; env | sort; exit 3'],
    cwd: folder,
    env: { A: 'b' },
  })
  let output = ''
  for await (const chunk of started.stdout!) output += Buffer.from(chunk).toString()
  expect(output).toBe(`${folder}\nA=b\nPWD=${folder}\n`)
  expect(await started.exited).toEqual({ code: 3, signal: null })
  expect(sandbox.explain({ exitCode: 3, signal: null, stderr: '' })).toEqual([])
  await sandbox.close()
})

test('ends the whole group of a command', async () => {
  const folder = temporaryFolder()
  const sandbox = await createNoneBackend().open(policyFor(folder))
  const started = await sandbox.run({
    file: '/bin/sh',
    args: ['-c', 'sleep 1000 & echo ready; wait; touch late'],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
  })
  for await (const chunk of started.stdout!) if (chunk.length > 0) started.kill('SIGKILL')
  expect(await started.exited).toEqual({ code: null, signal: 'SIGKILL' })
  await sandbox.close()
  expect(existsSync(join(folder, 'late'))).toBe(false)
})

test('a program that is not there is an error, and nothing is run', async () => {
  const folder = temporaryFolder()
  const sandbox = await createNoneBackend().open(policyFor(folder))
  await expect(sandbox.run({ file: '/nowhere/x', args: [], cwd: folder, env: {} })).rejects.toMatchObject({
    code: 'SANDBOX_FAILED',
  })
  await expect(sandbox.run({ file: '/bin/true', args: [], cwd: '/nowhere', env: {} })).rejects.toMatchObject({
    code: 'SANDBOX_FAILED',
  })
  await expect(sandbox.run({ file: '/bin/echo', args: ['a\0b'], cwd: folder, env: {} })).rejects.toMatchObject({
    code: 'SANDBOX_FAILED',
  })
})
