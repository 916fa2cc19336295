import { execFileSync } from 'node:child_process'
import { DEFAULT_PROTECTED_PATHS } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { RENDERER_NAMES } from '../../src/index.ts'
import { PATH, policyFor, testGround } from './test-sandbox.ts'

test.each(RENDERER_NAMES)('a contained command cannot take the history away: %s', async (renderer) => {
  needsProgram('git')
  const ground = testGround({ renderer })
  const env = {
    PATH,
    HOME: ground.folder,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const git = (script: string): string =>
    execFileSync('sh', ['-c', script], { cwd: ground.workspace, env, encoding: 'utf8' })
  git('git init -q -b main && echo one > a && git add a && git commit -qm one && git commit -q --allow-empty -m two')
  const before = git('git log --format=%H')
  const sandbox = await ground.backend.open(
    policyFor(ground.workspace, { protectedPaths: DEFAULT_PROTECTED_PATHS.map(({ path }) => path) }),
  )
  const started = await sandbox.run({ file: '/bin/sh', args: ['-c', 'rm -rf .git'], cwd: ground.workspace, env })
  const exit = await started.exited
  const said = sandbox.explain({ exitCode: exit.code, signal: exit.signal, stderr: '', process: started })
  await sandbox.close()
  expect(git('git fsck --connectivity-only && git log --format=%H')).toBe(before)
  expect(said.map(({ message }) => message).join('\n')).toContain('put back')
})
