import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { someOf, someOfEach } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { createWorkspaceGuard, type SweepReport } from '../../src/index.ts'
import { DAILY, HARM } from './history-rows.ts'

interface Ground {
  readonly workspace: string
  readonly run: (script: string, folder?: string) => string
  /** Runs a script as a guarded command would do it. */
  readonly guarded: (script: string, released?: readonly string[]) => Promise<SweepReport>
  /** Every commit that references name, and whether all that they need is there. */
  readonly history: (folder?: string) => string
}

function prepare(): Ground {
  needsProgram('git')
  const folder = temporaryFolder()
  const workspace = join(folder, 'w')
  mkdirSync(workspace)
  const env = {
    ...process.env,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b.c',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  }
  const run = (script: string, cwd = workspace): string =>
    execFileSync('bash', ['-c', script], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  run(
    'git init -q -b main && echo one > a && git add . && git commit -qm one && git repack -adq && echo two > a && git commit -qam two && git branch side HEAD~1 && git checkout -q side && echo b > b && git add . && git commit -qm b && git checkout -q main && git tag first HEAD~1 && git pack-refs --all && git commit -q --allow-empty -m three && git checkout -q side && git commit -q --allow-empty -m more && git checkout -q main',
  )
  const guard = createWorkspaceGuard({
    workspace,
    protectedPaths: ['.git/hooks', '.git/config'],
    hiddenPaths: [],
    quarantine: join(folder, 'quarantine'),
    histories: join(folder, 'histories'),
  })
  return {
    workspace,
    run,
    history: (cwd) =>
      run('git fsck --connectivity-only --no-dangling 2>&1 && git for-each-ref && git log --oneline --all', cwd),
    async guarded(script, released) {
      const begun = await guard.begin(released)
      run(`${script} || :`)
      return begun.sweep()
    },
  }
}

describe('what a command takes from the history is put back, and told', () => {
  test.each(
    someOfEach(HARM, ({ script }) => /\.git(?:\/\w+)?/.exec(script)?.[0]).map(
      ({ name, script }) => [name, script] as const,
    ),
  )('%s: %s', async (_, script) => {
    const { guarded, history } = prepare()
    const before = history()
    const { quarantined } = await guarded(script)
    expect(history()).toBe(before)
    expect(quarantined.length).toBeGreaterThan(0)
  })
})

describe('what git does with it stays, and nothing is said', () => {
  test.each(someOf(DAILY).map(({ name, script }) => [name, script] as const))('%s: %s', async (_, script) => {
    const [expected, ground] = [prepare(), prepare()]
    expected.run(script)
    expect((await ground.guarded(script)).quarantined).toEqual([])
    const shape =
      "git for-each-ref --format='%(refname) %(contents:subject)' && git log --format=%s --all && git status --short"
    expect(ground.run(shape)).toBe(expected.run(shape))
    ground.history()
  })
})

test('a branch that git deletes stays deleted, and the report says how it comes back', async () => {
  const { guarded, run } = prepare()
  const side = run('git rev-parse side').trim()
  const { quarantined } = await guarded('git branch -D side')
  expect(run('git branch --list side')).toBe('')
  expect(quarantined.map(({ reason }) => reason).join()).toContain(`git update-ref refs/heads/side ${side}`)
})

test('what git prunes is put back as long as nobody knows that it is not needed', async () => {
  const { guarded, run } = prepare()
  run('git checkout -q side && echo c > c && git add . && git commit -qm lost')
  const lost = run('git rev-parse HEAD').trim()
  run('git reset -q --hard HEAD~1')
  await guarded('git reflog expire --expire=now --all && git gc -q --prune=now')
  expect(run(`git cat-file -t ${lost}`)).toBe('commit\n')
})

test('a repository within is put back in its folder, and kept aside when the folder goes', async () => {
  const { workspace, guarded, run, history } = prepare()
  run('git clone -q . sub')
  const before = history(join(workspace, 'sub'))
  await guarded('true')
  await guarded('rm -rf sub/.git')
  expect(history(join(workspace, 'sub'))).toBe(before)
  const { quarantined } = await guarded('rm -rf sub')
  expect(existsSync(join(workspace, 'sub'))).toBe(false)
  const [aside] = quarantined
  expect(aside?.path).toBe('sub/.git')
  expect(run('git log --oneline --all', aside!.movedTo)).toContain('one')
})

test('a bare repository is mended, and kept aside when it goes', async () => {
  const { workspace, guarded, run } = prepare()
  run('git clone -q --bare . bare.git')
  await guarded('true')
  await guarded('rm -rf bare.git/objects bare.git/packed-refs')
  run('git fsck --connectivity-only', join(workspace, 'bare.git'))
  const { quarantined } = await guarded('rm -rf bare.git')
  expect(run('git log --oneline --all', quarantined[0]!.movedTo)).toContain('one')
})

test('a .git file of a worktree is put back, and its folder in the repository', async () => {
  const { workspace, guarded, run } = prepare()
  run('git worktree add -q tree side')
  await guarded('true')
  const { quarantined } = await guarded('rm tree/.git')
  expect(quarantined.map(({ path }) => path)).toContain('tree/.git')
  await guarded('rm -rf .git/worktrees')
  expect(run('git status --short', join(workspace, 'tree'))).toBe('')
})

test('what a person let go stays gone, and is kept aside', async () => {
  const { workspace, guarded, run } = prepare()
  const { quarantined } = await guarded('rm -rf .git/objects', [join(workspace, '.git/objects')])
  expect(existsSync(join(workspace, '.git/objects'))).toBe(false)
  expect(run('git log --oneline --all', quarantined[0]!.movedTo)).toContain('three')
})

test('a link is not followed out of the repository', async () => {
  const { workspace, guarded, history } = prepare()
  const before = history()
  const outside = join(workspace, '../outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'mine'), 'mine')
  await guarded(`rm -rf .git/refs && ln -s '${outside}' .git/refs`)
  expect(history()).toBe(before)
  expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('mine')
  expect(existsSync(join(outside, 'heads'))).toBe(false)
  rmSync(outside, { recursive: true })
})
