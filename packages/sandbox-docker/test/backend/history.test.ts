import { execFileSync } from 'node:child_process'
import { DEFAULT_PROTECTED_PATHS } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import { anybody, isRoot, needsEngine, noEngine } from '../container-engine.ts'
import { policyFor, shellCommand, testGround, type TestGround } from '../test-sandbox.ts'

const protectedPaths = DEFAULT_PROTECTED_PATHS.map(({ path }) => path)
const IDENTITY = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

/** Git on the host, as the owner of the workspace. */
function git({ workspace }: TestGround, script: string): string {
  return execFileSync('sh', ['-c', script], {
    cwd: workspace,
    env: { ...process.env, ...IDENTITY, HOME: workspace },
    encoding: 'utf8',
    ...(isRoot && { uid: anybody, gid: anybody }),
  })
}

async function contained({ backend, workspace }: TestGround, line: string): Promise<readonly string[]> {
  const sandbox = await backend.open(policyFor(workspace, { protectedPaths }))
  try {
    const command = shellCommand(line, workspace)
    const started = await sandbox.run({ ...command, env: { ...command.env, ...IDENTITY } })
    const { code, signal } = await started.exited
    return sandbox
      .explain({ exitCode: code, signal, stderr: '', process: started })
      .filter(({ message }) => message.includes('.git'))
      .map(({ message }) => message)
  } finally {
    await sandbox.close()
  }
}

function repository(): TestGround {
  needsProgram('git')
  const ground = testGround()
  git(ground, 'git init -q -b main && echo one > a && git add a && git commit -qm one')
  git(ground, 'git commit -q --allow-empty -m two && git branch other && git tag v1')
  return ground
}

const STATE = 'git fsck --connectivity-only --no-progress && git for-each-ref && git log --all --format=%H'

describe.skipIf(noEngine)(`a command in a container and the history${needsEngine}`, () => {
  test.each([
    ['the whole folder removed', 'rm -rf .git'],
    ['objects removed', 'rm -rf .git/objects'],
    ['objects renamed', 'mv .git/objects .git/gone'],
    ['objects overwritten', 'find .git/objects -type f | while read f; do chmod u+w $f; echo x > $f; done'],
    ['references removed', 'rm -rf .git/refs'],
    ['a branch spoilt', 'echo x > .git/refs/heads/main'],
    ['the head removed', 'rm -f .git/HEAD'],
    ['everything in it removed', 'find .git -type f -delete'],
  ])('%s: it is there again, and that is said', async (_name, line) => {
    const ground = repository()
    const before = git(ground, STATE)
    const messages = await contained(ground, `${line} 2>/dev/null; true`)
    expect(git(ground, STATE)).toBe(before)
    expect(messages.join('\n')).toMatch(/put back|named back/)
  })

  test.each([
    ['the folder renamed', 'mv .git other'],
    ['the folder renamed and another made', 'mv .git other; mkdir .git; echo x > .git/none'],
  ])('%s: mounts below it prevent that', async (_name, line) => {
    const ground = repository()
    const before = git(ground, STATE)
    await contained(ground, `${line} 2>/dev/null; true`)
    expect(git(ground, STATE)).toBe(before)
  })

  test.each([
    ['a commit', 'echo two > a && git commit -qam three'],
    ['an amended commit', 'git commit -q --amend --allow-empty -m other'],
    ['a branch made and deleted', 'git branch new && git branch -D new'],
    ['packing', 'git gc -q'],
    ['a stash', 'echo two > a && git stash -q && git stash pop -q'],
  ])('%s: nothing is said', async (_name, line) => {
    const ground = repository()
    expect(await contained(ground, `${line} && touch done`)).toEqual([])
    // It was done, and git finds no fault.
    expect(git(ground, 'git fsck --connectivity-only --no-progress --no-dangling; ls done')).toBe('done\n')
  })
})
