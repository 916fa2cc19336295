import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GitIdentity, hostGitIdentity } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { beforeEach, describe, expect, test } from 'vitest'
import { needsEngine, noEngine } from '../container-engine.ts'
import { policyFor, run, shell, temporaryFolder, testGround } from '../test-sandbox.ts'

const SETTINGS = `[alias]
	st = status
[credential]
	helper = store
[core]
	hooksPath = /elsewhere
[url "https://person:word@example.org/"]
	insteadOf = https://example.org/
[user]
	name = Ada \\"of\\" Byron
	email = ada@example.org
	signingKey = 0123
`

/** The identity in a home whose settings say much more. */
function identityOfHome(): { readonly home: string; readonly gitIdentity: GitIdentity } {
  const home = temporaryFolder()
  mkdirSync(join(home, '.config/git'), { recursive: true })
  for (const name of ['.gitconfig', '.config/git/config']) writeFileSync(join(home, name), SETTINGS)
  return { home, gitIdentity: hostGitIdentity(home) }
}

describe.skipIf(noEngine)(`the host's settings of git in a container${needsEngine}`, () => {
  beforeEach(() => needsProgram('git'))

  test('of them only the identity is there', async () => {
    const { home, gitIdentity } = identityOfHome()
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace, { gitIdentity }))
    const { stdout, stderr } = await run(sandbox, {
      file: '/usr/bin/env',
      args: ['git', 'config', '--list', '--show-origin'],
      cwd: workspace,
      env: { PATH: '/usr/bin:/bin', HOME: home },
    })
    await sandbox.close()
    expect(stderr).toBe('')
    expect(stdout.split('\n').filter(Boolean)).toEqual([
      'file:/etc/gitconfig\tuser.name=Ada "of" Byron',
      'file:/etc/gitconfig\tuser.email=ada@example.org',
    ])
  })

  test('without an identity there are none, whatever this machine has in /etc/gitconfig', async () => {
    const { stdout } = await shell(testGround(), 'git config --list --show-origin; cat /etc/gitconfig || echo none')
    expect(stdout).toBe('none\n')
  })
})
